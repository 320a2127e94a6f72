/** The two topics, the subscriptions of the config, and the queue of undelivered mails. */

import { Aws, Duration } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { type ITopic, SubscriptionFilter, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { Deployment } from '../../lambda/core/config/config';
import { expectedSubscriptions, type FilterPolicy } from '../../lambda/core/deliver/subscriptions/expected';
import { DeadLetterQueue } from '../dead-letter-queue';
import { SlackChannel } from './slack-channel';

interface TopicsProps {
  /** The deployment's name, which is the sender's name in e-mails. */
  readonly name: string;
  readonly deployment: Deployment;
  /** The key that encrypts the topics; `null` if there is none. */
  readonly key: IKey | null;
}

interface Topics {
  /** The topic of all alerts, and of the alarms about the checker. */
  readonly topic: ITopic;
  /** The topic of only the alarms about the checker. */
  readonly checkerTopic: ITopic;
  /** The mails that SNS could not deliver. */
  readonly undelivered: IQueue;
}

/** Adds the parts to the scope itself: a construct around them would change the logical ids of deployed resources. */
export function addTopics(scope: Construct, { name, deployment, key }: TopicsProps): Topics {
  const topic = notificationTopic(scope, 'Alerts', name, key);
  const checkerTopic = notificationTopic(scope, 'CheckerAlarmTopic', name, key);
  // The longest retention that SQS allows: people may not look for a week.
  const undelivered = new DeadLetterQueue(scope, 'Undelivered', {
    of: 'the e-mail subscriptions',
    retentionPeriod: Duration.days(14),
    key,
  });
  const topics = { alerts: topic, checkerAlarms: checkerTopic };
  for (const { topic: role, email, filterPolicy } of expectedSubscriptions(deployment.subscriptions)) {
    topics[role].addSubscription(
      new EmailSubscription(email, {
        deadLetterQueue: undelivered,
        ...(filterPolicy !== null && { filterPolicy: filtersOf(filterPolicy) }),
      }),
    );
  }
  // Slack gets only this topic: its subscription takes no filter, so it gets each alarm once.
  if (deployment.slack !== null) new SlackChannel(scope, 'Slack', { name, slack: deployment.slack, topic });
  return { topic, checkerTopic, undelivered };
}

/** A topic that accepts messages only over TLS, and lets the alarms of this account publish. */
function notificationTopic(scope: Construct, id: string, displayName: string, key: IKey | null): Topic {
  const topic = new Topic(scope, id, { displayName, enforceSSL: true, ...(key && { masterKey: key }) });
  // The policy that enforces TLS replaces SNS's default policy, which would let alarms publish.
  topic.addToResourcePolicy(
    new PolicyStatement({
      sid: 'AlarmsOfThisAccount',
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
    }),
  );
  return topic;
}

function filtersOf(policy: FilterPolicy): Record<string, SubscriptionFilter> {
  const filters = Object.entries(policy).map(([name, allowed]) => [name, new SubscriptionFilter([...allowed])]);
  return Object.fromEntries(filters);
}
