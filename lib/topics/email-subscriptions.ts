/** Who gets notifications by e-mail: the subscriptions of the config, each on the topics that it needs. */

import { type ITopic, SubscriptionFilter } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Subscription } from '../../lambda/core/config/config';
import type { NotificationAttributes } from '../../lambda/core/forms/sns-message';

interface NotificationTopics {
  /** All alerts, and the checker's alarms. */
  readonly alerts: ITopic;
  /** Only the checker's alarms. */
  readonly checkerAlarms: ITopic;
}

/**
 * An address with a filter is subscribed twice: a CloudWatch alarm's message has no attributes, and no filter lets such a
 * message through. An address without a filter gets the alarms by the topic of the alerts. So nobody gets one twice.
 * Source: Amazon SNS developer guide, "Key matching": '"exists": false only matches if at least one attribute is present.'
 */
export function subscribeByEmail(topics: NotificationTopics, subscriptions: readonly Subscription[]): void {
  for (const subscription of subscriptions) {
    const filterPolicy = filterPolicyOf(subscription);
    if (filterPolicy === null) {
      topics.alerts.addSubscription(new EmailSubscription(subscription.email));
      continue;
    }
    topics.alerts.addSubscription(new EmailSubscription(subscription.email, { filterPolicy }));
    if (subscription.checker) topics.checkerAlarms.addSubscription(new EmailSubscription(subscription.email));
  }
}

type FilteredAttribute = keyof NotificationAttributes;
type FilterPolicy = { [attribute in FilteredAttribute]?: SubscriptionFilter };

/** Every alert has all attributes, and no alarm has one. */
const ALERTS_ALONE: FilterPolicy = { event: SubscriptionFilter.existsFilter() };

/** `null` if all messages are let through. */
function filterPolicyOf({ services, events, severities, checker }: Subscription): FilterPolicy | null {
  const filters: readonly [FilteredAttribute, readonly string[] | null][] = [
    ['service', services],
    ['event', events],
    ['severity', severities],
  ];
  const policy = filters.flatMap(([attribute, values]): [FilteredAttribute, SubscriptionFilter][] =>
    values === null ? [] : [[attribute, new SubscriptionFilter([...new Set(values)])]],
  );
  if (policy.length > 0) return Object.fromEntries(policy);
  return checker ? null : ALERTS_ALONE;
}
