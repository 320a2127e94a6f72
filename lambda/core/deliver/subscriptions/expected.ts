/** The subscriptions that a config asks for: the stack makes them, and the checker compares them with those that SNS lists. */

import type { Subscription } from '../../config/config';
import type { NotificationAttributes } from '../../message/forms/sns-message';

/** `alerts` gets all alerts, and the checker's alarms; `checkerAlarms` only the checker's alarms. */
export type TopicRole = 'alerts' | 'checkerAlarms';

type FilteredAttribute = keyof NotificationAttributes;

/** The values, or the condition, of each attribute. */
export type FilterPolicy = {
  readonly [attribute in FilteredAttribute]?: readonly (string | { readonly exists: true })[];
};

export interface ExpectedSubscription {
  readonly topic: TopicRole;
  readonly email: string;
  /** `null` if all messages are let through. */
  readonly filterPolicy: FilterPolicy | null;
}

/** A filter is about message attributes, not about the body: that is the default of SNS. */
export const FILTER_POLICY_SCOPE = 'MessageAttributes';

/**
 * An address with a filter is subscribed twice: a CloudWatch alarm's message has no attributes, and no filter lets such a
 * message through. An address without a filter gets the alarms by the topic of the alerts. So nobody gets an alarm twice.
 * Source: Amazon SNS developer guide, "Key matching": '"exists": false only matches if at least one attribute is present.'
 */
export function expectedSubscriptions(subscriptions: readonly Subscription[]): readonly ExpectedSubscription[] {
  return subscriptions.flatMap((subscription): readonly ExpectedSubscription[] => {
    const { email, checker } = subscription;
    const filterPolicy = filterPolicyOf(subscription);
    const alerts = { topic: 'alerts', email, filterPolicy } as const;
    if (filterPolicy === null || !checker) return [alerts];
    return [alerts, { topic: 'checkerAlarms', email, filterPolicy: null }];
  });
}

/** Every alert has all attributes, and no alarm has any. */
const ALERTS_ALONE: FilterPolicy = { event: [{ exists: true }] };

/** `null` if all messages are let through. */
function filterPolicyOf({ services, events, severities, checker }: Subscription): FilterPolicy | null {
  const filters: readonly [FilteredAttribute, readonly string[] | null][] = [
    ['service', services],
    ['event', events],
    ['severity', severities],
  ];
  const policy = filters.flatMap(([attribute, values]) => (values === null ? [] : [[attribute, [...new Set(values)]]]));
  if (policy.length > 0) return Object.fromEntries(policy);
  return checker ? null : ALERTS_ALONE;
}
