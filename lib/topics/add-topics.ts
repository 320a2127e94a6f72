/** Who is notified: the two topics, and whom the config subscribes to them. */

import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import type { Deployment } from '../../lambda/core/config/config';
import { subscribeByEmail } from './email-subscriptions';
import { NotificationTopic } from './notification-topic';
import { SlackChannel } from './slack-channel';

interface TopicsProps {
  /** The deployment's. */
  readonly name: string;
  readonly deployment: Pick<Deployment, 'subscriptions' | 'slack'>;
  /** `null` for none. */
  readonly key: IKey | null;
}

interface Topics {
  /** All alerts, and the alarms about the checker. */
  readonly topic: ITopic;
  /** The alarms about the checker alone. */
  readonly checkerTopic: ITopic;
}

/** Adds them to the scope itself: below a construct of their own they would have other logical ids than what is deployed. */
export function addTopics(scope: Construct, { name, deployment, key }: TopicsProps): Topics {
  const topic = new NotificationTopic(scope, 'Alerts', { displayName: name, key });
  const checkerTopic = new NotificationTopic(scope, 'CheckerAlarmTopic', { displayName: name, key });
  subscribeByEmail({ alerts: topic, checkerAlarms: checkerTopic }, deployment.subscriptions);
  // To this topic alone: its own subscription takes no filter, so it gets each alarm once.
  if (deployment.slack !== null) new SlackChannel(scope, 'Slack', { name, slack: deployment.slack, topic });
  return { topic, checkerTopic };
}
