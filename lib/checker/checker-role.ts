/** The checker's permissions: its log, metrics and table, alerts, subscriptions, secrets, signed requests and files. */

import { ArnFormat, Aws, Stack, Validations } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { NAMESPACE } from '../../lambda/core/metrics/metrics';
import { allow, FunctionRole, secretArns } from '../functions/function-role';
import { keyStatements } from '../functions/key-access';
import { type SignedArns, signedStatements } from './signed-statements';

export interface CheckerRoleProps {
  readonly functionName: string;
  readonly table: Table;
  readonly topic: ITopic;
  readonly checkerTopic: ITopic;
  readonly logGroup: ILogGroup;
  /** The queue for starts that Lambda drops. */
  readonly deadLetters: IQueue;
  /** The key that encrypts the table and the topic; `null` if there is none. */
  readonly key: IKey | null;
  /** The names and ARNs of secrets. */
  readonly secrets: readonly string[];
  /** The resources that it calls with signatures. */
  readonly signed: readonly SignedArns[];
  /** The ARNs of the functions that confirm outages; empty if there are none. */
  readonly regions: readonly string[];
  readonly inVpc: boolean;
  /** `null` for none. */
  readonly files: CheckerFiles | null;
}

/** The files in S3 that the checker writes after runs. */
export interface CheckerFiles {
  /** The ARN of all files of the bucket. */
  readonly filesArn: string;
  /** The variables about them for the checker's function. */
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * States are read and saved; the roster of services is updated and queried; histories are read and put, overviews put; silences are
 * put, queried and deleted.
 */
const TABLE_ACTIONS = [
  'dynamodb:BatchGetItem',
  'dynamodb:PutItem',
  'dynamodb:DeleteItem',
  'dynamodb:UpdateItem',
  'dynamodb:Query',
];

/** Lambda needs these actions to attach a function to a VPC; EC2 accepts no narrower resource for them. */
const NETWORK_ACTIONS = [
  'ec2:CreateNetworkInterface',
  'ec2:DescribeNetworkInterfaces',
  'ec2:DescribeSubnets',
  'ec2:DeleteNetworkInterface',
  'ec2:AssignPrivateIpAddresses',
  'ec2:UnassignPrivateIpAddresses',
];

interface JoinedArn {
  readonly 'Fn::Join': readonly [string, readonly (string | { readonly Ref: string })[]];
}

/** The resource of a statement as cdk-nag shows it: with the names of the references in it. */
function shownArn(scope: Construct, arn: string): string {
  const resolved: string | JoinedArn = Stack.of(scope).resolve(arn);
  if (typeof resolved === 'string') return resolved;
  return resolved['Fn::Join'][1].map((part) => (typeof part === 'string' ? part : `<${part.Ref}>`)).join('');
}

export class CheckerRole extends FunctionRole {
  constructor(scope: Construct, id: string, props: CheckerRoleProps) {
    super(scope, id, {
      who: 'the checker',
      policyName: 'checker',
      logGroup: props.logGroup,
      statements: [
        ...outputStatements(props),
        ...keyStatements(props.key, 'writes'),
        ...secretStatements(scope, props),
        ...signedStatements(props.signed),
        ...(props.regions.length === 0 ? [] : [allow('Regions', ['lambda:InvokeFunction'], [...props.regions])]),
        ...(props.files === null ? [] : [filesStatement(props.files)]),
        ...networkStatements(scope, props),
      ],
      whyAnyResource:
        'PutMetricData knows no resources and is bound to one namespace; network interfaces have no ARNs beforehand, and the function itself is denied them',
    });
    for (const arn of props.signed.flatMap(({ arns }) => arns).filter((each) => each.includes('*'))) {
      Validations.of(this).acknowledge({
        id: `AwsSolutions::AwsSolutions-IAM5[Resource::${shownArn(this, arn)}]`,
        reason: 'It asks this API, service or domain, which the config names, with signatures',
      });
    }
    if (props.files === null) return;
    Validations.of(this).acknowledge({
      id: `AwsSolutions::AwsSolutions-IAM5[Resource::${shownArn(this, props.files.filesArn)}]`,
      reason: 'It writes all files of the bucket, and nothing else lies there',
    });
  }
}

function outputStatements({ table, topic, checkerTopic, deadLetters }: CheckerRoleProps): PolicyStatement[] {
  const topics = [topic.topicArn, checkerTopic.topicArn];
  return [
    new PolicyStatement({
      sid: 'Metrics',
      actions: ['cloudwatch:PutMetricData'],
      resources: ['*'],
      conditions: { StringEquals: { 'cloudwatch:namespace': NAMESPACE } },
    }),
    allow('States', TABLE_ACTIONS, [table.tableArn]),
    // The checker's own topic gets notices about receivers, pulses and addresses.
    allow('Alerts', ['sns:Publish'], topics),
    allow('Addresses', ['sns:ListSubscriptionsByTopic'], topics),
    // Lambda sends with the role of the function.
    allow('DeadLetters', ['sqs:SendMessage'], [deadLetters.queueArn]),
  ];
}

/**
 * Anybody can take the name of a bucket that was deleted. Source: IAM user guide, "AWS global condition context keys",
 * `aws:ResourceAccount`.
 */
function filesStatement({ filesArn }: CheckerFiles): PolicyStatement {
  return new PolicyStatement({
    sid: 'Page',
    actions: ['s3:PutObject'],
    resources: [filesArn],
    conditions: { StringEquals: { 'aws:ResourceAccount': Aws.ACCOUNT_ID } },
  });
}

function secretStatements(scope: Construct, { secrets }: CheckerRoleProps): PolicyStatement[] {
  if (secrets.length === 0) return [];
  const arns = secrets.flatMap((secret) => secretArns(scope, secret));
  return [allow('Secrets', ['secretsmanager:GetSecretValue'], arns)];
}

/**
 * The permission is meant for Lambda; code that runs in the function is denied it.
 * Source: AWS Lambda developer guide, "Attaching Lambda functions to a VPC": required IAM permissions.
 */
function networkStatements(scope: Construct, { inVpc, functionName }: CheckerRoleProps): PolicyStatement[] {
  if (!inVpc) return [];
  const functionArn = Stack.of(scope).formatArn({
    service: 'lambda',
    resource: 'function',
    resourceName: functionName,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
  return [
    allow('Network', NETWORK_ACTIONS, ['*']),
    new PolicyStatement({
      sid: 'NetworkByLambdaAlone',
      effect: Effect.DENY,
      actions: NETWORK_ACTIONS,
      resources: ['*'],
      conditions: { ArnEquals: { 'lambda:SourceFunctionArn': functionArn } },
    }),
  ];
}
