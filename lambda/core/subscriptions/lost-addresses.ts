/** The addresses of a config that SNS does not notify: pending or gone. */

import type { ExpectedSubscription, TopicRole } from './expected';

/** A subscription as `ListSubscriptionsByTopic` gives it. */
export interface ListedSubscription {
  readonly protocol: string;
  readonly endpoint: string;
  /** `PendingConfirmation` or `Deleted` stand in place of an ARN if the subscription is that. */
  readonly arn: string;
}

/** `pending`: not confirmed yet, or suspended by SNS. `gone`: unsubscribed, or deleted because nobody confirmed it in time. */
export type Loss = 'pending' | 'gone';

export interface LostAddress extends ExpectedSubscription {
  readonly loss: Loss;
}

/**
 * Those of the expected subscriptions that get nothing, in their order. A subscription that was deleted may stay listed for
 * some days, and so may the one that replaced it: of several, the confirmed one counts.
 */
export function lostAddresses(
  expected: readonly ExpectedSubscription[],
  listed: Readonly<Record<TopicRole, readonly ListedSubscription[]>>,
): readonly LostAddress[] {
  return expected.flatMap((subscription) => {
    const arns = listed[subscription.topic]
      .filter(({ protocol, endpoint }) => protocol === 'email' && isSame(endpoint, subscription.email))
      .map(({ arn }) => arn);
    if (arns.some((arn) => arn.startsWith('arn:'))) return [];
    return [{ ...subscription, loss: arns.some((arn) => /^pending/i.test(arn)) ? 'pending' : 'gone' }];
  });
}

function isSame(endpoint: string, email: string): boolean {
  return endpoint.toLowerCase() === email.toLowerCase();
}
