/** The live page of a deployment: a function with an address that anybody can reach, its permissions, its log and its alarms. */

import { ArnFormat, Duration, Stack } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { FunctionUrlAuthType } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import type { Config, Deployment } from '../../lambda/core/config/config';
import { pageSecrets } from '../../lambda/core/config/page-token';
import { checkerFunctionName } from '../../lambda/core/invoke/invocation';
import { PAGE_ENVIRONMENT, PAGE_MEMORY_MB, PAGE_TIMEOUT_S } from '../../lambda/core/invoke/page-function';
import { pageRegionFault } from '../../lambda/core/invoke/regions';
import { UserError } from '../../local/input/user-error';
import { BuiltFunction, FunctionLog } from '../functions/built-function';
import { allow, FunctionRole, secretArns } from '../functions/function-role';
import { keyStatements } from '../functions/key-access';
import { withoutCredentials } from '../functions/lambda-folder';
import { PageAlarms } from './page-alarms';

interface PageProps {
  readonly config: Config;
  readonly page: NonNullable<Deployment['page']>;
  readonly table: Table;
  /** The topics that its alarms go to. */
  readonly topics: readonly ITopic[];
  /** The key that encrypts table and log; `null` if there is none. */
  readonly key: IKey | null;
}

/** Returns the address. The function is in no VPC, even if the checker is: it checks no service. */
export function addPage(scope: Construct, { config, page, table, topics, key }: PageProps): string {
  const { token, metricsToken, concurrency } = page;
  // The region of deploy.region is checked with the config; a stack of an app may have another.
  const fault = pageRegionFault(Stack.of(scope).region);
  if (fault !== null) throw new UserError(fault);
  // By its name, not its reference: the checker refers to the page, whose address is in alerts.
  const checker = page.controls ? checkerAlias(scope, config.name) : null;
  const functionName = `${config.name}-page`;
  const logGroup = new FunctionLog(scope, 'PageLog', `/aws/lambda/${functionName}`, key);
  const secrets = pageSecrets(page).flatMap((secret) => secretArns(scope, secret));
  // It reads overviews, states, histories, silences and its token; with controls it invokes an alias of the checker. Nothing else.
  const role = new FunctionRole(scope, 'PageRole', {
    who: 'the page',
    policyName: 'page',
    logGroup,
    statements: [
      allow('Table', ['dynamodb:BatchGetItem', 'dynamodb:Query'], [table.tableArn]),
      ...keyStatements(key, 'reads'),
      allow('Token', ['secretsmanager:GetSecretValue'], secrets),
      ...(checker === null ? [] : [allow('Controls', ['lambda:InvokeFunction'], [checker])]),
    ],
  });
  const {
    table: tableName,
    secret,
    secretKey,
    metricsSecret,
    metricsSecretKey,
    checker: checkerName,
  } = PAGE_ENVIRONMENT;
  const served = new BuiltFunction(scope, 'Page', {
    functionName,
    description: `Shows the status of the services of ${config.name} to anyone with the token`,
    content: { lambda: 'page', config: withoutCredentials(config), deployment: null },
    memorySize: PAGE_MEMORY_MB,
    timeout: Duration.seconds(PAGE_TIMEOUT_S),
    role: role.withoutPolicyUpdates(),
    logGroup,
    ...(concurrency !== null && { reservedConcurrentExecutions: concurrency }),
    environment: {
      [tableName]: table.tableName,
      [secret]: token.secret,
      ...(token.key !== null && { [secretKey]: token.key }),
      ...(metricsToken !== null && { [metricsSecret]: metricsToken.secret }),
      ...(metricsToken?.key != null && { [metricsSecretKey]: metricsToken.key }),
      ...(checker !== null && { [checkerName]: checker }),
    },
  });
  // With this type CDK gives everybody both permissions that a function URL needs.
  // Source: AWS Lambda developer guide, "Control access to Lambda function URLs": "Starting in October 2025, new function URLs will
  // require both lambda:InvokeFunctionUrl and lambda:InvokeFunction permissions."
  const { url } = served.addFunctionUrl({ authType: FunctionUrlAuthType.NONE });
  new PageAlarms(scope, 'PageAlarms', { config, served, topics });
  return url;
}

/** The ARN of the alias by which the page invokes the checker. */
function checkerAlias(scope: Construct, name: string): string {
  return Stack.of(scope).formatArn({
    service: 'lambda',
    resource: 'function',
    resourceName: `${checkerFunctionName(name)}:page`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
}
