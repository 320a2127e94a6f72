/** The subscriptions of the two topics of a deployment, and a message to all of them. */

import { ListSubscriptionsByTopicCommand, PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import type { ListedSubscription } from '../../core/deliver/subscriptions/address-faults';
import type { LookPorts } from '../../core/deliver/subscriptions/daily-look';
import type { TopicRole } from '../../core/deliver/subscriptions/expected';
import { lookMessage } from '../../core/deliver/subscriptions/look-message';
import { awsClientConfig, type Environment } from './aws-client';
import { nameCalls } from './name-calls';

interface LookedAt {
  readonly deployment: string;
  readonly runbook: string | null;
  readonly topicArns: Readonly<Record<TopicRole, string>>;
}

/**
 * Lists all pages: a page has up to 100 subscriptions. The message has no attributes, like the messages of alarms: no filter lets
 * it through, and whoever filters alerts gets it by the other topic. Rejects unless SNS has taken it for both topics.
 */
export function createSnsSubscriptions(
  { deployment, runbook, topicArns }: LookedAt,
  environment: Environment,
): Pick<LookPorts, 'list' | 'notify'> {
  const client = nameCalls(new SNSClient(awsClientConfig(environment)));
  return {
    list: async (topic, abortSignal) => {
      const listed: ListedSubscription[] = [];
      let NextToken: string | undefined;
      do {
        const command = new ListSubscriptionsByTopicCommand({ TopicArn: topicArns[topic], NextToken });
        const page = await client.send(command, { abortSignal });
        for (const { Protocol = '', Endpoint = '', SubscriptionArn = '' } of page.Subscriptions ?? []) {
          listed.push({ protocol: Protocol, endpoint: Endpoint, arn: SubscriptionArn });
        }
        NextToken = page.NextToken || undefined;
      } while (NextToken !== undefined);
      return listed;
    },
    notify: async (faults, now, abortSignal) => {
      const { subject: Subject, message: Message } = lookMessage(faults, { deployment, runbook, topicArns, now });
      const publish = (TopicArn: string) =>
        client.send(new PublishCommand({ TopicArn, Subject, Message, MessageStructure: 'json' }), { abortSignal });
      await Promise.all(Object.values(topicArns).map(publish));
    },
  };
}
