/** The checker's function: its settings, its config, and how many executions the account lets it run. */

import {
  GetAccountSettingsCommand,
  GetFunctionConfigurationCommand,
  GetFunctionUrlConfigCommand,
  InvokeCommand,
  LambdaClient,
  ResourceNotFoundException,
} from '@aws-sdk/client-lambda';
import { nameCalls } from '../../lambda/adapters/aws/name-calls';
import { aliasName, ENVIRONMENT } from '../../lambda/core/invoke/invocation';
import { isJsonObject, parseJson } from '../../lambda/core/words/json';
import type { Apis, DeployedConfig } from '../doctor/facts';
import { UserError } from '../input/user-error';
import type { AwsAccess } from './open-aws';

export function functionReader(
  access: AwsAccess,
): Pick<Apis, 'readFunction' | 'readConfig' | 'readConcurrency' | 'readFunctionUrl'> {
  const client = nameCalls(new LambdaClient(access));
  return {
    readFunction: async (FunctionName) => {
      try {
        const { FunctionArn = '', Environment } = await client.send(
          new GetFunctionConfigurationCommand({ FunctionName }),
        );
        const variable = (name: string) => Environment?.Variables?.[name] || null;
        return {
          functionArn: FunctionArn,
          region: access.region,
          table: variable(ENVIRONMENT.table),
          topicArns: {
            alerts: variable(ENVIRONMENT.topicArn),
            checkerAlarms: variable(ENVIRONMENT.checkerTopicArn),
          },
          configHash: variable(ENVIRONMENT.configHash),
          variable,
        };
      } catch (error) {
        if (!(error instanceof ResourceNotFoundException)) throw error;
        throw new UserError(
          `there is no function ${FunctionName} in ${access.region}: is that the name of the deployment, and its region and account? --region names another`,
        );
      }
    },
    readFunctionUrl: async (FunctionName) => {
      try {
        return (await client.send(new GetFunctionUrlConfigCommand({ FunctionName }))).FunctionUrl ?? null;
      } catch (error) {
        if (error instanceof ResourceNotFoundException) return null;
        throw error;
      }
    },
    readConcurrency: async () => {
      const { AccountLimit } = await client.send(new GetAccountSettingsCommand());
      const unreserved = AccountLimit?.UnreservedConcurrentExecutions;
      if (unreserved === undefined)
        throw new Error('lambda:GetAccountSettings: the answer names no UnreservedConcurrentExecutions');
      return unreserved;
    },
    readConfig: async (FunctionName) => {
      const Payload = new TextEncoder().encode(JSON.stringify({ config: true }));
      const answer = await client.send(new InvokeCommand({ FunctionName: aliasName(FunctionName, 'config'), Payload }));
      const document = parseJson(answer.Payload ?? new Uint8Array());
      if (answer.FunctionError === undefined && isConfigAnswer(document)) {
        return { config: document.config, deployment: document.deployment };
      }
      const message = isJsonObject(document) ? document.errorMessage : undefined;
      throw new Error(
        `lambda:Invoke: the function did not answer with its config${message === undefined ? '' : `: ${message}`}`,
      );
    },
  };
}

/** The function answers with the config that was parsed at the deployment, so its keys are not checked again. */
function isConfigAnswer(document: unknown): document is DeployedConfig {
  return (
    isJsonObject(document) &&
    document.kind === 'config' &&
    isJsonObject(document.config) &&
    isJsonObject(document.deployment)
  );
}
