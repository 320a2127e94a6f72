/** The permissions that `doctor` and `verify` need, as IAM policies. */

import type { Config, Deployment } from '../../lambda/core/config/config';
import { regionFunctionName } from '../../lambda/core/invoke/invocation';
import { drillKey } from '../../lambda/core/state/table-keys';

/** Stands for the account, which only AWS knows. */
export const EXAMPLE_ACCOUNT = '123456789012';

/** Source: AWS General Reference, "Amazon Resource Names": the partitions `aws`, `aws-cn` and `aws-us-gov`. */
export function partitionOf(region: string): string {
  if (region.startsWith('cn-')) return 'aws-cn';
  return region.startsWith('us-gov-') ? 'aws-us-gov' : 'aws';
}

interface PolicyStatement {
  readonly Sid: string;
  readonly Effect: 'Allow';
  readonly Action: readonly string[];
  readonly Resource: string | readonly string[];
  readonly Condition?: object;
}

interface Policy {
  readonly Version: '2012-10-17';
  readonly Statement: readonly PolicyStatement[];
}

interface PolicyPlace {
  readonly config: Pick<Config, 'name' | 'confirmFrom'>;
  readonly deployment: Pick<Deployment, 'page'>;
  readonly region: string;
}

type ArnOf = (service: string, resource: string) => string;

function arnsIn(region: string): ArnOf {
  return (service, resource) => `arn:${partitionOf(region)}:${service}:${region}:${EXAMPLE_ACCOUNT}:${resource}`;
}

function allow(Sid: string, Action: readonly string[], Resource: PolicyStatement['Resource']): PolicyStatement {
  return { Sid, Effect: 'Allow', Action, Resource };
}

/** Only reads. With your own KMS key, it also needs `kms:Decrypt` on it. */
export function doctorPolicy({ config: { name, confirmFrom }, deployment, region }: PolicyPlace): Policy {
  const arn = arnsIn(region);
  const confirming = arnsIn('*')('lambda', `function:${regionFunctionName(name, region)}`);
  return {
    Version: '2012-10-17',
    Statement: [
      allow('Function', ['lambda:GetFunctionConfiguration'], arn('lambda', `function:${name}-checker`)),
      allow('Config', ['lambda:InvokeFunction'], arn('lambda', `function:${name}-checker:config`)),
      allow('Topics', ['sns:ListSubscriptionsByTopic'], arn('sns', `${name}-*`)),
      allow('Table', ['dynamodb:GetItem', 'dynamodb:BatchGetItem'], arn('dynamodb', `table/${name}-*`)),
      allow('Secrets', ['secretsmanager:DescribeSecret'], arn('secretsmanager', 'secret:*')),
      ...(confirmFrom === null
        ? []
        : [allow('Regions', ['lambda:InvokeFunction', 'lambda:GetFunctionConfiguration'], confirming)]),
      ...(deployment.page === null
        ? []
        : [allow('Page', ['lambda:GetFunctionUrlConfig'], arn('lambda', `function:${name}-page`))]),
      allow(
        'Lists',
        [
          'lambda:GetAccountSettings',
          'scheduler:ListSchedules',
          'cloudwatch:DescribeAlarms',
          'cloudwatch:GetMetricData',
        ],
        '*',
      ),
    ],
  };
}

/** The doctor's permissions, and those of the drill. */
export function verifyPolicy(place: PolicyPlace): Policy {
  const { name } = place.config;
  const arn = arnsIn(place.region);
  const table = arn('dynamodb', `table/${name}-*`);
  const { Version, Statement } = doctorPolicy(place);
  return {
    Version,
    Statement: [
      ...Statement,
      allow('ReadDrill', ['dynamodb:Query'], table),
      {
        ...allow('WriteDrill', ['dynamodb:PutItem', 'dynamodb:DeleteItem'], table),
        // No state of a service: each is in its own partition. Source: Amazon DynamoDB developer guide, "Using IAM policy conditions for
        // fine-grained access control", which wants `ForAllValues` with this key.
        Condition: { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': [drillKey(name).partition] } },
      },
      allow('Subscribe', ['sns:Subscribe'], arn('sns', `${name}-*`)),
      allow('Unsubscribe', ['sns:Unsubscribe'], '*'),
      allow('Queue', ['sqs:CreateQueue', 'sqs:ReceiveMessage', 'sqs:DeleteQueue'], arn('sqs', `${name}-verify-*`)),
      allow('Queues', ['sqs:ListQueues'], arn('sqs', '*')),
      allow('Alarm', ['cloudwatch:SetAlarmState'], arn('cloudwatch', `alarm:${name}: *`)),
    ],
  };
}
