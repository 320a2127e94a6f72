/** The differences between the e-mail addresses in SNS and in the config: pending, gone, or unexpected. */

import { cleanText } from '../../words/clean-text';
import type { ExpectedSubscription, TopicRole } from './expected';

/** A subscription as `ListSubscriptionsByTopic` gives it. */
export interface ListedSubscription {
  readonly protocol: string;
  readonly endpoint: string;
  /** `PendingConfirmation` or `Deleted` stand in place of an ARN if the subscription is that. */
  readonly arn: string;
}

/** An address of the config that gets nothing. */
export interface LostAddress extends ExpectedSubscription {
  /** `pending`: not confirmed yet, or suspended by SNS. `gone`: unsubscribed, or deleted because nobody confirmed it in time. */
  readonly state: 'pending' | 'gone';
}

/** An address that is confirmed, though the config doesn't name it for the topic. */
export interface UnexpectedAddress {
  readonly state: 'unexpected';
  readonly topic: TopicRole;
  readonly email: string;
  /** The subscription's. */
  readonly arn: string;
}

export type AddressFault = LostAddress | UnexpectedAddress;

export type SubscriptionsByTopic = Readonly<Record<TopicRole, readonly ListedSubscription[]>>;

/** How many unexpected addresses are reported: anybody who may subscribe can add any number. */
const MOST_UNEXPECTED = 100;

/** Returns the faults of all addresses: the configured ones first, in the config's order. */
export function addressFaults(
  expected: readonly ExpectedSubscription[],
  listed: SubscriptionsByTopic,
): readonly AddressFault[] {
  return [...lostAddresses(expected, listed), ...unexpectedAddresses(expected, listed)];
}

/**
 * A subscription that was deleted may stay listed for some days, and so may the subscription that replaced it: of several, the confirmed
 * subscription counts.
 */
function lostAddresses(expected: readonly ExpectedSubscription[], listed: SubscriptionsByTopic): LostAddress[] {
  return expected.flatMap((subscription) => {
    const arns = listed[subscription.topic].filter((each) => isOf(each, subscription)).map(({ arn }) => arn);
    if (arns.some(isConfirmed)) return [];
    return [{ ...subscription, state: arns.some((arn) => /^pending/i.test(arn)) ? 'pending' : 'gone' }];
  });
}

function unexpectedAddresses(
  expected: readonly ExpectedSubscription[],
  listed: SubscriptionsByTopic,
): UnexpectedAddress[] {
  const found = (['alerts', 'checkerAlarms'] as const).flatMap((topic) => {
    const own = expected.filter((each) => each.topic === topic);
    return listed[topic]
      .filter(({ protocol, arn }) => protocol.startsWith('email') && isConfirmed(arn))
      .filter((subscription) => !own.some((each) => isOf(subscription, each)))
      .map(({ endpoint, arn }) => ({ state: 'unexpected', topic, email: cleanText(endpoint), arn }) as const);
  });
  return found.slice(0, MOST_UNEXPECTED);
}

function isOf({ protocol, endpoint }: ListedSubscription, { email }: ExpectedSubscription): boolean {
  return protocol === 'email' && endpoint.toLowerCase() === email.toLowerCase();
}

function isConfirmed(arn: string): boolean {
  return arn.startsWith('arn:');
}
