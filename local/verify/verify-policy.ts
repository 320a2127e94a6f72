/** The permissions that a verification needs, as a policy of IAM. */

import { drillKey } from '../../lambda/core/state/table-keys';

export interface PolicyPlace {
  /** The name of the deployment. */
  readonly deployment: string;
  /** Such as `aws`, or `aws-cn`. */
  readonly partition: string;
  readonly region: string;
  readonly account: string;
}

/** What stands for the account if it is not known. */
export const EXAMPLE_ACCOUNT = '123456789012';

/** Source: AWS General Reference, "Amazon Resource Names": the partitions `aws`, `aws-cn` and `aws-us-gov`. */
export function partitionOf(region: string): string {
  if (region.startsWith('cn-')) return 'aws-cn';
  return region.startsWith('us-gov-') ? 'aws-us-gov' : 'aws';
}

export function verifyPolicy({ deployment, partition, region, account }: PolicyPlace) {
  const arn = (service: string, resource: string) => `arn:${partition}:${service}:${region}:${account}:${resource}`;
  return {
    Version: '2012-10-17',
    Statement: [
      {
        Sid: 'Functions',
        Effect: 'Allow',
        Action: ['lambda:GetFunctionConfiguration', 'lambda:GetFunctionUrlConfig'],
        Resource: [arn('lambda', `function:${deployment}-checker`), arn('lambda', `function:${deployment}-page`)],
      },
      {
        Sid: 'Table',
        Effect: 'Allow',
        Action: ['dynamodb:BatchGetItem', 'dynamodb:Query'],
        Resource: arn('dynamodb', `table/${deployment}-*`),
      },
      {
        Sid: 'Drill',
        Effect: 'Allow',
        Action: ['dynamodb:PutItem', 'dynamodb:DeleteItem'],
        Resource: arn('dynamodb', `table/${deployment}-*`),
        // No state of a service: each has a partition of its own. Source: Amazon DynamoDB developer guide, "Using IAM policy conditions for
        // fine-grained access control", which wants `ForAllValues` with this key.
        Condition: { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': [drillKey(deployment).partition] } },
      },
      {
        Sid: 'Topic',
        Effect: 'Allow',
        Action: ['sns:Subscribe', 'sns:ListSubscriptionsByTopic'],
        Resource: arn('sns', `${deployment}-*`),
      },
      {
        Sid: 'Queue',
        Effect: 'Allow',
        Action: ['sqs:CreateQueue', 'sqs:ReceiveMessage', 'sqs:DeleteQueue'],
        Resource: arn('sqs', `${deployment}-verify-*`),
      },
      {
        Sid: 'Queues',
        Effect: 'Allow',
        Action: 'sqs:ListQueues',
        Resource: arn('sqs', '*'),
      },
      {
        Sid: 'Alarm',
        Effect: 'Allow',
        Action: 'cloudwatch:SetAlarmState',
        Resource: arn('cloudwatch', `alarm:${deployment}: *`),
      },
      {
        Sid: 'WithoutResource',
        Effect: 'Allow',
        Action: ['cloudwatch:DescribeAlarms', 'cloudwatch:GetMetricData', 'sns:Unsubscribe'],
        Resource: '*',
      },
    ],
  };
}
