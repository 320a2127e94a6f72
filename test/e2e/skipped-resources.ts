/** Makes what the emulated CloudFormation leaves out of a stack, from the stack's own template: alarms, schedules, subscriptions, policies. */

import {
  CloudFormationClient,
  DescribeStackResourcesCommand,
  GetTemplateCommand,
} from '@aws-sdk/client-cloudformation';
import { CloudWatchClient, PutMetricAlarmCommand, type PutMetricAlarmCommandInput } from '@aws-sdk/client-cloudwatch';
import { GetFunctionConfigurationCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { CreateScheduleCommand, CreateScheduleGroupCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { SetTopicAttributesCommand, SNSClient, SubscribeCommand } from '@aws-sdk/client-sns';
import { ACCOUNT, REGION } from '../support/aws/moto';

// biome-ignore lint/suspicious/noExplicitAny: a template is as deep as CloudFormation allows
type Properties = any;

export interface SkippedResources {
  readonly topicArns: { readonly alerts: string; readonly checker: string };
  readonly scheduleNames: readonly string[];
  readonly alarmNames: readonly string[];
}

export async function makeSkippedResources(StackName: string): Promise<SkippedResources> {
  const cloudformation = new CloudFormationClient();
  const { TemplateBody = '' } = await cloudformation.send(new GetTemplateCommand({ StackName }));
  const template = JSON.parse(TemplateBody) as { Resources: Record<string, { Type: string; Properties: Properties }> };
  const { StackResources = [] } = await cloudformation.send(new DescribeStackResourcesCommand({ StackName }));
  const ids = new Map(StackResources.map((each) => [each.LogicalResourceId ?? '', each.PhysicalResourceId ?? '']));
  const { FunctionArn } = await new LambdaClient().send(
    new GetFunctionConfigurationCommand({ FunctionName: `${StackName}-checker` }),
  );
  const resolve = (value: Properties): Properties => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    if (value.Ref === 'AWS::AccountId') return ACCOUNT;
    if (value.Ref === 'AWS::Region') return REGION;
    if (value.Ref === 'AWS::Partition') return 'aws';
    if (typeof value.Ref === 'string') return ids.get(value.Ref) ?? value.Ref;
    if (Array.isArray(value['Fn::GetAtt'])) {
      const [id, attribute] = value['Fn::GetAtt'];
      if (id.startsWith('Checker') && attribute === 'Arn') return FunctionArn;
      return ids.get(id)?.split(':').at(-1) ?? id;
    }
    if (Array.isArray(value['Fn::Join'])) return resolve(value['Fn::Join'][1]).join(value['Fn::Join'][0]);
    return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, resolve(held)]));
  };
  const all = (type: string) =>
    Object.entries(template.Resources)
      .filter(([, { Type }]) => Type === type)
      .map(([id, each]) => [id, resolve(each.Properties)] as const);

  const sns = new SNSClient();
  for (const [, { Topics, PolicyDocument }] of all('AWS::SNS::TopicPolicy')) {
    for (const TopicArn of Topics) {
      const AttributeValue = JSON.stringify(PolicyDocument);
      await sns.send(new SetTopicAttributesCommand({ TopicArn, AttributeName: 'Policy', AttributeValue }));
    }
  }
  for (const [, { FilterPolicy, ...subscription }] of all('AWS::SNS::Subscription')) {
    const Attributes = FilterPolicy && { FilterPolicy: JSON.stringify(FilterPolicy) };
    await sns.send(new SubscribeCommand({ ...subscription, Attributes }));
  }
  const cloudwatch = new CloudWatchClient();
  const alarms = all('AWS::CloudWatch::Alarm').map(([, alarm]): PutMetricAlarmCommandInput => alarm);
  for (const { AlarmName, AlarmActions, MetricName, Namespace, ...alarm } of alarms) {
    const { Threshold, ComparisonOperator, EvaluationPeriods, Period, Statistic } = alarm;
    const how = { Threshold, ComparisonOperator, EvaluationPeriods, Period, Statistic };
    await cloudwatch.send(new PutMetricAlarmCommand({ AlarmName, AlarmActions, MetricName, Namespace, ...how }));
  }
  const scheduler = new SchedulerClient();
  for (const [, { Name }] of all('AWS::Scheduler::ScheduleGroup')) {
    await scheduler.send(new CreateScheduleGroupCommand({ Name }));
  }
  const schedules = all('AWS::Scheduler::Schedule');
  for (const [Name, { GroupName, ScheduleExpression, State, FlexibleTimeWindow, Target }] of schedules) {
    const target = { Arn: Target.Arn, RoleArn: `arn:aws:iam::${ACCOUNT}:role/schedule`, Input: Target.Input };
    await scheduler.send(
      new CreateScheduleCommand({ Name, GroupName, ScheduleExpression, State, FlexibleTimeWindow, Target: target }),
    );
  }
  const topicOf = (prefix: string) =>
    [...ids].find(([id]) => id.startsWith(prefix) && !id.includes('Policy'))?.[1] ?? '';
  return {
    topicArns: { alerts: topicOf('Alerts'), checker: topicOf('CheckerAlarmTopic') },
    scheduleNames: schedules.map(([name]) => name),
    alarmNames: alarms.map(({ AlarmName = '' }) => AlarmName),
  };
}
