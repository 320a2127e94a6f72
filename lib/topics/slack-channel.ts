/** A Slack channel that shows every alert and alarm. Its people may do no more in the account than press the buttons of the cards. */

import { ArnFormat, Aws, Stack } from 'aws-cdk-lib';
import { type CfnSlackChannelConfiguration, LoggingLevel, SlackChannelConfiguration } from 'aws-cdk-lib/aws-chatbot';
import { Effect, ManagedPolicy, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { Deployment } from '../../lambda/core/config/config';
import { checkerFunctionName } from '../../lambda/core/run/invocation';
import { allow } from '../functions/function-role';
import { addSlackButtons } from './slack-buttons';

interface SlackChannelProps {
  readonly name: string;
  readonly slack: NonNullable<Deployment['slack']>;
  readonly topic: ITopic;
}

export class SlackChannel extends Construct {
  constructor(scope: Construct, id: string, { name, slack, topic }: SlackChannelProps) {
    super(scope, id);
    const pressing = () => allow('Buttons', ['lambda:InvokeFunction'], [checkerArn(this, name)]);
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('chatbot.amazonaws.com'),
      description: `What people may do from Slack: ${slack.buttons ? 'press the buttons of alerts' : 'nothing'}`,
      ...(slack.buttons && { inlinePolicies: { buttons: new PolicyDocument({ statements: [pressing()] }) } }),
    });
    // Without a guardrail of its own, a channel's limit is AdministratorAccess. Its id is older than the buttons.
    const guardrail = new ManagedPolicy(this, 'Nothing', {
      description: `The guardrail of the Slack channel: it shows alerts and can ${slack.buttons ? 'invoke the checker' : 'do nothing'}`,
      statements: [
        slack.buttons ? pressing() : new PolicyStatement({ effect: Effect.DENY, actions: ['*'], resources: ['*'] }),
      ],
    });
    const channel = new SlackChannelConfiguration(this, 'Channel', {
      // Names of channels are unique in an account, across all regions.
      slackChannelConfigurationName: `${name}-${Aws.REGION}`,
      slackWorkspaceId: slack.workspaceId,
      slackChannelId: slack.channelId,
      notificationTopics: [topic],
      guardrailPolicies: [guardrail],
      loggingLevel: LoggingLevel.NONE,
      role,
    });
    if (!slack.buttons) return;
    // The construct has no property for them.
    const resource = channel.node.defaultChild as CfnSlackChannelConfiguration;
    resource.customizationResourceArns = addSlackButtons(this, name);
  }
}

function checkerArn(scope: Construct, name: string): string {
  const resource = { service: 'lambda', resource: 'function', resourceName: checkerFunctionName(name) };
  return Stack.of(scope).formatArn({ ...resource, arnFormat: ArnFormat.COLON_RESOURCE_NAME });
}
