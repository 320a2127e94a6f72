/** A Slack channel that shows every alert and alarm. Its members can do nothing in the account except press the buttons of the cards. */

import { ArnFormat, Aws, Stack, Validations } from 'aws-cdk-lib';
import { type CfnSlackChannelConfiguration, LoggingLevel, SlackChannelConfiguration } from 'aws-cdk-lib/aws-chatbot';
import { ManagedPolicy, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { Deployment } from '../../lambda/core/config/config';
import { aliasName, checkerFunctionName } from '../../lambda/core/invoke/invocation';
import { slackRegionFault } from '../../lambda/core/invoke/regions';
import { UserError } from '../../local/input/user-error';
import { allow } from '../functions/function-role';
import { addSlackButtons } from './slack-buttons';

/**
 * The permissions that Amazon Q needs in CloudWatch for the card of an alarm, in the region of the alarms. A graph is an image of any
 * metrics: it has no resource.
 */
const GRAPHS = [
  'cloudwatch:GetMetricWidgetImage',
  'cloudwatch:DescribeAlarms',
  'cloudwatch:DescribeAlarmHistory',
  'cloudwatch:DescribeAlarmsForMetric',
];

interface SlackChannelProps {
  readonly name: string;
  readonly slack: NonNullable<Deployment['slack']>;
  readonly topic: ITopic;
}

export class SlackChannel extends Construct {
  constructor(scope: Construct, id: string, { name, slack, topic }: SlackChannelProps) {
    super(scope, id);
    // The region of deploy.region is checked with the config; a stack of an app may have another.
    const fault = slackRegionFault(Stack.of(this).region);
    if (fault !== null) throw new UserError(fault);
    const allowed = () => [
      new PolicyStatement({
        sid: 'Graphs',
        actions: GRAPHS,
        resources: ['*'],
        conditions: { StringEquals: { 'aws:RequestedRegion': Aws.REGION } },
      }),
      ...(slack.buttons ? [allow('Buttons', ['lambda:InvokeFunction'], [chatArn(this, name)])] : []),
    ];
    const role = new Role(this, 'Role', {
      // Whether Amazon Q sends the account for which it acts is not documented: if it does, it has to be this account.
      assumedBy: new ServicePrincipal('chatbot.amazonaws.com', {
        conditions: { StringEqualsIfExists: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
      }),
      description: `What people may do from Slack: see the graphs of alarms${slack.buttons ? ', and press the buttons of alerts' : ''}`,
      inlinePolicies: { channel: new PolicyDocument({ statements: allowed() }) },
    });
    // Without a guardrail of its own, a channel's limit is AdministratorAccess. Its id is older than its present content.
    const guardrail = new ManagedPolicy(this, 'Nothing', {
      description: `The guardrail of the Slack channel: it shows alerts and alarms${slack.buttons ? ', and can invoke the checker by its alias for the chat' : ''}`,
      statements: allowed(),
    });
    for (const policy of [role, guardrail]) {
      Validations.of(policy).acknowledge({
        id: 'AwsSolutions::AwsSolutions-IAM5[Resource::*]',
        reason: 'The graph of an alarm is an image of any metrics, and CloudWatch has no resource for it',
      });
    }
    const channel = new SlackChannelConfiguration(this, 'Channel', {
      // Names of channels are unique in an account, across all regions.
      slackChannelConfigurationName: `${name}-${Aws.REGION}`,
      slackWorkspaceId: slack.workspaceId,
      slackChannelId: slack.channelId,
      notificationTopics: [topic],
      guardrailPolicies: [guardrail],
      // Otherwise nobody sees why a button had no effect.
      loggingLevel: LoggingLevel.ERROR,
      role,
    });
    if (!slack.buttons) return;
    // The construct has no property for them.
    const resource = channel.node.defaultChild as CfnSlackChannelConfiguration;
    resource.customizationResourceArns = addSlackButtons(this, name);
  }
}

/** Only the alias: a role that may invoke the function itself can publish, run and read the config. */
function chatArn(scope: Construct, name: string): string {
  const resourceName = aliasName(checkerFunctionName(name), 'chat');
  const resource = { service: 'lambda', resource: 'function', resourceName };
  return Stack.of(scope).formatArn({ ...resource, arnFormat: ArnFormat.COLON_RESOURCE_NAME });
}
