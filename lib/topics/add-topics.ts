/** Who is notified: the two topics, and whom the config subscribes to them. */

import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import type { Deployment } from '../../lambda/core/config/config';
import { subscribeByEmail } from './email-subscriptions';
import { NotificationTopic } from './notification-topic';
import { SlackChannel } from './slack-channel';

interface TopicsProps {
  /** The deployment's name. */
  readonly name: string;
  readonly deployment: Pick<Deployment, 'subscriptions' | 'slack'>;
  /** The key that encrypts the topics; `null` if there is none. */
  readonly key: IKey | null;
}

interface Topics {
  /** All alerts, and the alarms about the checker. */
  readonly topic: ITopic;
  /** Only the alarms about the checker. */
  readonly checkerTopic: ITopic;
}

/** Adds the parts to the scope itself: a construct around them would change the logical ids of deployed resources. */
export function addTopics(scope: Construct, { name, deployment, key }: TopicsProps): Topics {
  const topic = new NotificationTopic(scope, 'Alerts', { displayName: name, key });
  const checkerTopic = new NotificationTopic(scope, 'CheckerAlarmTopic', { displayName: name, key });
  subscribeByEmail({ alerts: topic, checkerAlarms: checkerTopic }, deployment.subscriptions);
  // Slack gets only this topic: its subscription takes no filter, so it gets each alarm once.
  if (deployment.slack !== null) new SlackChannel(scope, 'Slack', { name, slack: deployment.slack, topic });
  return { topic, checkerTopic };
}
