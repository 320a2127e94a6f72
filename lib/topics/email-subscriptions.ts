/** The e-mail subscriptions of the config, each to the topics that it needs. */

import { type ITopic, SubscriptionFilter } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Subscription } from '../../lambda/core/config/config';
import {
  expectedSubscriptions,
  type FilterPolicy,
  type TopicRole,
} from '../../lambda/core/deliver/subscriptions/expected';

/** Subscribes the addresses of `expectedSubscriptions`. Mails that SNS can't deliver go to the queue. */
export function subscribeByEmail(
  topics: Readonly<Record<TopicRole, ITopic>>,
  deadLetterQueue: IQueue,
  subscriptions: readonly Subscription[],
): void {
  for (const { topic, email, filterPolicy } of expectedSubscriptions(subscriptions)) {
    topics[topic].addSubscription(
      new EmailSubscription(email, {
        deadLetterQueue,
        ...(filterPolicy !== null && { filterPolicy: filtersOf(filterPolicy) }),
      }),
    );
  }
}

function filtersOf(policy: FilterPolicy): Record<string, SubscriptionFilter> {
  const entries = Object.entries(policy).map(([attribute, allowed]) => [
    attribute,
    new SubscriptionFilter([...allowed]),
  ]);
  return Object.fromEntries(entries);
}
