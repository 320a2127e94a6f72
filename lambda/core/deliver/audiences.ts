/** The audiences behind the topic: each subscribed address gets the alerts that its filters accept. */

import type { Subscription } from '../config/config';
import type { Receiver } from './receiver';
import { wantsAmong } from './receiver-filter';

/** The alerts that each address gets. The subscriptions that others have made are not known. */
export function audiencesOf(subscriptions: readonly Subscription[]): NonNullable<Receiver['audiences']> {
  const isNotified = ({ events }: Subscription) => events === null || events.includes('opened');
  return subscriptions
    .filter(isNotified)
    .map(({ services, severities }) => wantsAmong({ services, severities, kinds: null }));
}
