/** The subscriptions of the two topics of a deployment. */

import { paginateListSubscriptionsByTopic, SNSClient } from '@aws-sdk/client-sns';
import type { ListedSubscription, SubscriptionsByTopic } from '../../core/deliver/subscriptions/address-faults';
import { LOOK_MS } from '../../core/deliver/subscriptions/address-look';
import type { TopicRole } from '../../core/deliver/subscriptions/expected';
import { awsClientConfig, boundedCalls, type Environment } from './aws-client';
import { nameCalls } from './name-calls';

/** Returns a function that lists all subscriptions of both topics. It rejects if that takes longer than `LOOK_MS`. */
export function createSubscriptionLister(
  topicArns: Readonly<Record<TopicRole, string>>,
  environment: Environment,
): () => Promise<SubscriptionsByTopic> {
  const bounded = boundedCalls('sns:ListSubscriptionsByTopic', LOOK_MS);
  let client: SNSClient | undefined;
  return () =>
    bounded(async (signal) => {
      client ??= nameCalls(new SNSClient(awsClientConfig(environment)));
      const [alerts, checkerAlarms] = await Promise.all([
        listSubscriptions(client, topicArns.alerts, signal),
        listSubscriptions(client, topicArns.checkerAlarms, signal),
      ]);
      return { alerts, checkerAlarms };
    });
}

/** Lists all pages: a page has up to 100 subscriptions. */
export async function listSubscriptions(
  client: SNSClient,
  TopicArn: string,
  abortSignal?: AbortSignal,
): Promise<readonly ListedSubscription[]> {
  const listed: ListedSubscription[] = [];
  for await (const { Subscriptions = [] } of paginateListSubscriptionsByTopic(
    { client },
    { TopicArn },
    { abortSignal },
  ))
    for (const { Protocol = '', Endpoint = '', SubscriptionArn = '' } of Subscriptions)
      listed.push({ protocol: Protocol, endpoint: Endpoint, arn: SubscriptionArn });
  return listed;
}
