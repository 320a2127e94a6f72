/** Reading a history from the store and writing to it, whatever the store. */

import type { Bucket } from './bucket';
import { bucketsIn, type HistoryRange, keysOf, keysOfHours, partsOfHours } from './history-items';
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

/** The histories whose hours the store has taken, as they are then; and for the others, why it has not. */
export interface Writing {
  readonly written: ReadonlyMap<string, RunningHistory>;
  readonly failed: ReadonlyMap<string, unknown>;
}

/** Writes the hours that histories owe, by the ids of their services: with one call to read, then one for each service. Never rejects. */
export async function writeOwed(histories: ReadonlyMap<string, RunningHistory>, store: HistoryStore): Promise<Writing> {
  const owing = [...histories].filter(([, { owed }]) => owed.length > 0);
  const written = new Map<string, RunningHistory>();
  const failed = new Map<string, unknown>();
  if (owing.length === 0) return { written, failed };
  try {
    const items = await store.read(new Map(owing.map(([service, { owed }]) => [service, keysOfHours(owed)])));
    const writing = owing.map(async ([service, history]) => {
      try {
        await store.write(service, partsOfHours(history.owed, items.get(service) ?? [], history.hour));
        written.set(service, withoutOwed(history, history.owed));
      } catch (error) {
        failed.set(service, error);
      }
    });
    await Promise.all(writing);
  } catch (error) {
    for (const [service] of owing) failed.set(service, error);
  }
  return { written, failed };
}
