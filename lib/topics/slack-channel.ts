/** A Slack channel that shows every alert and alarm, and has no permissions in the account. */

import { Aws } from 'aws-cdk-lib';
import { LoggingLevel, SlackChannelConfiguration } from 'aws-cdk-lib/aws-chatbot';
import { Effect, ManagedPolicy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { Deployment } from '../../lambda/core/config/config';

interface SlackChannelProps {
  readonly name: string;
  readonly slack: NonNullable<Deployment['slack']>;
  readonly topic: ITopic;
}

export class SlackChannel extends Construct {
  constructor(scope: Construct, id: string, { name, slack, topic }: SlackChannelProps) {
    super(scope, id);
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('chatbot.amazonaws.com'),
      description: 'What people may do from Slack: nothing',
    });
    // Without a guardrail of its own, a channel's limit is AdministratorAccess.
    const nothing = new ManagedPolicy(this, 'Nothing', {
      description: 'The guardrail of the Slack channel: it shows alerts and can do nothing',
      statements: [new PolicyStatement({ effect: Effect.DENY, actions: ['*'], resources: ['*'] })],
    });
    new SlackChannelConfiguration(this, 'Channel', {
      // Names of channels are unique in an account, across all regions.
      slackChannelConfigurationName: `${name}-${Aws.REGION}`,
      slackWorkspaceId: slack.workspaceId,
      slackChannelId: slack.channelId,
      notificationTopics: [topic],
      guardrailPolicies: [nothing],
      loggingLevel: LoggingLevel.NONE,
      role,
    });
  }
}
