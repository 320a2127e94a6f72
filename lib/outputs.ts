/** The outputs of the stack, which CloudFormation shows after a deployment. */

import { CfnOutput } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { Deployment } from '../lambda/core/config/config';
import type { AddedChecker } from './checker/add-checker';

interface OutputsProps extends AddedChecker {
  readonly topic: ITopic;
  readonly checkerTopic: ITopic;
  /** The mails that SNS could not deliver. */
  readonly undelivered: IQueue;
  readonly table: Table;
  /** The fate of the table if the stack is deleted. */
  readonly atTheEnd: Deployment['table'];
  /** `null` if there is no dashboard. */
  readonly dashboardUrl: string | null;
  /** `null` if there is no page. */
  readonly pageUrl: string | null;
}

/** In a stack of statuswatch alone the outputs have the names written here; in another stack each begins with the scope's path. */
export function addOutputs(scope: Construct, props: OutputsProps): void {
  const { topic, checkerTopic, undelivered, table, atTheEnd, dashboardUrl, pageUrl, checker, role, ownGroupId } = props;
  const outputs: Readonly<Record<string, readonly [description: string, value: string]>> = {
    TopicArn: ['All alerts, and the alarms about the checker', topic.topicArn],
    CheckerTopicArn: ['Only the alarms about the checker, for people who filter the alerts', checkerTopic.topicArn],
    UndeliveredQueueUrl: ['The mails that SNS could not deliver', undelivered.queueUrl],
    ...(dashboardUrl !== null && { DashboardUrl: ['The dashboard', dashboardUrl] }),
    ...(pageUrl !== null && { PageUrl: ['The live page, which needs its token', pageUrl] }),
    FunctionName: ['The checker, for a drill', checker.functionName],
    RoleArn: ['The role of the checker, for the policies of keys and secrets', role.roleArn],
    TableName: [
      atTheEnd === 'retain'
        ? 'States and incidents; stays when the stack is deleted'
        : 'States and incidents; deleted with the stack, a last backup then stays for 35 days at no charge',
      table.tableName,
    ],
    ...(ownGroupId && {
      SecurityGroupId: ['The security group of the checker, for services to let in', ownGroupId],
    }),
  };
  for (const [name, [description, value]] of Object.entries(outputs))
    new CfnOutput(scope, name, { description, value });
}
