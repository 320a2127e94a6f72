/** The facts about each receiver: since when it refuses its alerts, how many are pending, and the last alert. Pure. */

import type { ReceiverRecord } from '../../lambda/core/deliver/receiver-record';
import { sentAlerts } from '../../lambda/core/notify/sent';
import { overdueAlerts } from '../../lambda/core/notify/unsent-alerts';
import type { ServiceState } from '../../lambda/core/state/service-state';

export interface ReceiverFact {
  readonly id: string;
  /** The time of the first refused alert, in milliseconds since 1970, and the last fault; `null` if the receiver accepts alerts. */
  readonly refusal: ReceiverRecord | null;
  /** The number of pending alerts that no silence holds back. */
  readonly pendingAlerts: number;
  /** The time of the last alert that was sent, and its text in one line; `null` if none is stored. */
  readonly last: { readonly at: number; readonly summary: string } | null;
}

/** In the order of the ids. `now` in milliseconds since 1970. */
export function receiverFacts(
  ids: readonly string[],
  states: readonly ServiceState[],
  refusals: readonly ReceiverRecord[],
  now: number,
): readonly ReceiverFact[] {
  const unsent = states.flatMap((state) => overdueAlerts(state, now));
  const sent = states.flatMap(sentAlerts);
  return ids.map((id) => ({
    id,
    refusal: refusals.find(({ receiver }) => receiver === id) ?? null,
    pendingAlerts: unsent.filter(({ receiver }) => receiver === id).length,
    last: sent
      .filter(({ receiver }) => receiver === id)
      .reduce<ReceiverFact['last']>(
        (last, { sentAt: at, summary }) => (last !== null && last.at >= at ? last : { at, summary }),
        null,
      ),
  }));
}
