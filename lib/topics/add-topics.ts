/** The two topics, the subscriptions of the config, and the queue of undelivered mails. */

import { Duration } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { Deployment } from '../../lambda/core/config/config';
import { DeadLetterQueue } from '../dead-letter-queue';
import { subscribeByEmail } from './email-subscriptions';
import { NotificationTopic } from './notification-topic';
import { SlackChannel } from './slack-channel';

interface TopicsProps {
  /** The deployment's name. */
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
  const topic = new NotificationTopic(scope, 'Alerts', { displayName: name, key });
  const checkerTopic = new NotificationTopic(scope, 'CheckerAlarmTopic', { displayName: name, key });
  // The longest retention that SQS allows: people may not look for a week.
  const undelivered = new DeadLetterQueue(scope, 'Undelivered', {
    of: 'the e-mail subscriptions',
    retentionPeriod: Duration.days(14),
    key,
  });
  subscribeByEmail({ alerts: topic, checkerAlarms: checkerTopic }, undelivered, deployment.subscriptions);
  // Slack gets only this topic: its subscription takes no filter, so it gets each alarm once.
  if (deployment.slack !== null) new SlackChannel(scope, 'Slack', { name, slack: deployment.slack, topic });
  return { topic, checkerTopic, undelivered };
}
