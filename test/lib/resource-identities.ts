/** The resources of a template as CloudFormation identifies them: by logical id, type and, where one is fixed, name. */

import type { Template } from 'aws-cdk-lib/assertions';

/** Which property of a type fixes the name of a resource. */
const NAME_PROPERTIES: Readonly<Record<string, string>> = {
  'AWS::Chatbot::CustomAction': 'ActionName',
  'AWS::Chatbot::SlackChannelConfiguration': 'ConfigurationName',
  'AWS::CloudWatch::Alarm': 'AlarmName',
  'AWS::CloudWatch::CompositeAlarm': 'AlarmName',
  'AWS::CloudWatch::Dashboard': 'DashboardName',
  'AWS::DynamoDB::Table': 'TableName',
  'AWS::EC2::SecurityGroup': 'GroupName',
  'AWS::IAM::ManagedPolicy': 'ManagedPolicyName',
  'AWS::IAM::Role': 'RoleName',
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::Logs::LogGroup': 'LogGroupName',
  'AWS::SNS::Topic': 'TopicName',
  'AWS::SQS::Queue': 'QueueName',
  'AWS::Scheduler::Schedule': 'Name',
  'AWS::Scheduler::ScheduleGroup': 'Name',
};

/**
 * What each resource of a template is, by logical id: its type, followed by its name if one is fixed, such as
 * `AWS::Lambda::Function statuswatch-checker`. References in a name are written as in `Fn::Sub`: `${AWS::Region}`.
 */
export function resourceIdentities(template: Template): Readonly<Record<string, string>> {
  const resources = template.toJSON().Resources as Record<
    string,
    { Type: string; Properties?: Record<string, unknown> }
  >;
  const identities = Object.entries(resources).map(([id, { Type, Properties = {} }]): [string, string] => {
    const name = Properties[NAME_PROPERTIES[Type] ?? ''];
    return [id, name === undefined ? Type : `${Type} ${textOf(name)}`];
  });
  return Object.fromEntries(identities);
}

/** The identities of those that have a fixed name: an account and region has each of them once. */
export function fixedNames(template: Template): readonly string[] {
  return Object.values(resourceIdentities(template)).filter((identity) => identity.includes(' '));
}

type Token = { readonly Ref?: string; readonly 'Fn::Join'?: readonly [string, readonly unknown[]] };

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const { Ref, 'Fn::Join': join } = value as Token;
  if (Ref !== undefined) return `\${${Ref}}`;
  if (join !== undefined) return join[1].map(textOf).join(join[0]);
  throw new Error(`no text can be made of the name ${JSON.stringify(value)}`);
}
