/** What is known of each receiver: since when it refuses, what it is owed, and what it was sent last. Pure. */

import type { ReceiverRecord } from '../../lambda/core/deliver/receiver-record';
import { unsentAlerts } from '../../lambda/core/notify/owed';
import { sentAlerts } from '../../lambda/core/notify/sent';
import type { ServiceState } from '../../lambda/core/state/service-state';

export interface ReceiverFact {
  readonly id: string;
  /** When it first did not take something that it was owed, in milliseconds since 1970, and its last fault; `null` if it has taken all since. */
  readonly refusal: Pick<ReceiverRecord, 'since' | 'message'> | null;
  /** How many alerts it is owed that no silence holds back. */
  readonly owed: number;
  /** When it was sent something last, and that in one line; `null` if nothing is kept that it was sent. */
  readonly last: { readonly at: number; readonly summary: string } | null;
}

/** In the order of their ids. `now` in milliseconds since 1970. */
export function receiverFacts(
  ids: readonly string[],
  states: readonly ServiceState[],
  refusals: readonly ReceiverRecord[],
  now: number,
): readonly ReceiverFact[] {
  const unsent = states.flatMap((state) => unsentAlerts(state, now));
  const sent = states.flatMap(sentAlerts);
  return ids.map((id) => ({
    id,
    refusal: refusals.find(({ receiver }) => receiver === id) ?? null,
    owed: unsent.filter(({ receiver }) => receiver === id).length,
    last: sent
      .filter(({ receiver }) => receiver === id)
      .reduce<ReceiverFact['last']>(
        (last, { sentAt: at, summary }) => (last !== null && last.at >= at ? last : { at, summary }),
        null,
      ),
  }));
}
