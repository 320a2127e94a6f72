/** What lies in the emulated AWS after a deployment: the function and its code, the template, and all that has a name. */

import { CloudFormationClient, GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import { CloudWatchClient, ListDashboardsCommand } from '@aws-sdk/client-cloudwatch';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import {
  type FunctionConfiguration,
  GetFunctionCommand,
  LambdaClient,
  ListFunctionsCommand,
} from '@aws-sdk/client-lambda';
import { ListTopicsCommand, SNSClient } from '@aws-sdk/client-sns';
import { ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { ACCOUNT, REGION } from '../support/aws/moto';

export interface DeployedFunction {
  readonly configuration: FunctionConfiguration;
  /** The archive that Lambda was given. */
  readonly code: Buffer;
}

/** The code lies in the bucket that `cdk bootstrap` made, under the name that Lambda gives for its location. */
export async function deployedFunction(awsUrl: string, FunctionName: string): Promise<DeployedFunction> {
  const { Configuration, Code } = await new LambdaClient().send(new GetFunctionCommand({ FunctionName }));
  const key = new URL(Code?.Location ?? '').pathname.slice(1);
  const response = await callRaw(`${awsUrl}/cdk-hnb659fds-assets-${ACCOUNT}-${REGION}/${key}`, 's3');
  return { configuration: Configuration as FunctionConfiguration, code: Buffer.from(await response.arrayBuffer()) };
}

export interface TemplateResource {
  readonly Type: string;
  readonly Properties: Readonly<Record<string, unknown>>;
}

export async function deployedResources(StackName: string): Promise<readonly TemplateResource[]> {
  const { TemplateBody = '' } = await new CloudFormationClient().send(new GetTemplateCommand({ StackName }));
  return Object.values((JSON.parse(TemplateBody) as { Resources: Record<string, TemplateResource> }).Resources);
}

/** The names of all that there is of a stack, by kind. */
export async function remainsOf(stack: string, awsUrl: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const { TableNames = [] } = await new DynamoDBClient().send(new ListTablesCommand());
  const { Topics = [] } = await new SNSClient().send(new ListTopicsCommand());
  const { QueueUrls = [] } = await new SQSClient().send(new ListQueuesCommand());
  const { Functions = [] } = await new LambdaClient().send(new ListFunctionsCommand());
  const { DashboardEntries = [] } = await new CloudWatchClient().send(new ListDashboardsCommand());
  const roles = await callRaw(awsUrl, 'iam', {}, 'Action=ListRoles&Version=2010-05-08');
  const logs = await callRaw(awsUrl, 'logs', { 'X-Amz-Target': 'Logs_20140328.DescribeLogGroups' }, '{}');
  const { logGroups } = (await logs.json()) as { logGroups: { logGroupName: string }[] };
  const all: Readonly<Record<string, readonly string[]>> = {
    tables: TableNames,
    topics: Topics.map(({ TopicArn = '' }) => TopicArn.slice(TopicArn.lastIndexOf(':') + 1)),
    queues: QueueUrls.map((url) => url.slice(url.lastIndexOf('/') + 1)),
    functions: Functions.map(({ FunctionName = '' }) => FunctionName),
    dashboards: DashboardEntries.map(({ DashboardName = '' }) => DashboardName),
    roles: [...(await roles.text()).matchAll(/<RoleName>([^<]*)/g)].map(([, name = '']) => name),
    logGroups: logGroups.map(({ logGroupName }) => logGroupName.replace('/aws/lambda/', '')),
  };
  const ofStack = Object.entries(all).map(([kind, names]) => [
    kind,
    names.filter((name) => name.startsWith(`${stack}-`)),
  ]);
  return Object.fromEntries(ofStack);
}

/** A call of an API for which one client more would be too much; its signature is not looked at. */
async function callRaw(url: string, service: string, headers = {}, body?: string): Promise<Response> {
  const Authorization = `AWS4-HMAC-SHA256 Credential=test/20260101/${REGION}/${service}/aws4_request, SignedHeaders=host, Signature=0`;
  const type = body?.startsWith('{') ? 'application/x-amz-json-1.1' : 'application/x-www-form-urlencoded';
  const init = body === undefined ? {} : { method: 'POST', body };
  const response = await fetch(url, { ...init, headers: { Authorization, 'Content-Type': type, ...headers } });
  if (!response.ok) throw new Error(`${service} answered ${response.status}: ${await response.text()}`);
  return response;
}
