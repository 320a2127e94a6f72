/** Reading a history from the store and writing to it, whatever the store. */

import type { Bucket } from './bucket';
import { bucketsIn, type HistoryRange, keysOf, keysOfHour, partsOfHour } from './history-items';
import type { HistoryStore } from './history-store';
import { type RunningHistory, withoutOwed } from './running-history';

/** The buckets of services in a range, oldest first, by their ids. Rejects if the store can't be read. */
export async function readBuckets(
  histories: ReadonlyMap<string, RunningHistory>,
  range: HistoryRange,
  store: Pick<HistoryStore, 'read'>,
  now: number,
): Promise<ReadonlyMap<string, readonly Bucket[]>> {
  const wanted = [...histories].map(([service, running]) => [service, keysOf(range, running)] as const);
  const items = await store.read(new Map(wanted));
  return new Map(
    [...histories].map(([service, running]) => [service, bucketsIn(range, items.get(service) ?? [], running, now)]),
  );
}

/** Writes the hours that a history owes, and resolves to what it owes then: nothing. Rejects if the store doesn't take them. */
export async function writeOwed(
  service: string,
  history: RunningHistory,
  store: HistoryStore,
): Promise<RunningHistory> {
  for (const hour of history.owed) {
    const items = await store.read(new Map([[service, keysOfHour(hour)]]));
    await store.write(service, partsOfHour(hour, items.get(service) ?? [], history.hour));
  }
  return withoutOwed(history, history.owed);
}
