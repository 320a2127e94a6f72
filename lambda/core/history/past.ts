/** Reads histories from a store and writes them to it. */

import { BUCKET_MS, type Bucket, inEach, type Resolution } from './bucket';
import {
  bucketsIn,
  type HistoryRange,
  type HistoryReader,
  type HistoryStore,
  itemsWithHours,
  keysOf,
  keysOfHours,
} from './history-items';
import { hoursToWrite, type RunningHistory, runningHour, withWritten } from './running-history';
import { backfill, type SloCounters, slotsKept } from './slo-counters';

/** Returns the buckets of a service in a range, oldest first, without overlaps; none for a service that was not requested. */
export type BucketsOf = (service: string) => readonly Bucket[];

/**
 * Reads the items of services in a range, by their ids. The buckets of a service are made when they are first asked for. Rejects
 * if the store can't be read.
 */
export async function readBuckets(
  histories: ReadonlyMap<string, RunningHistory>,
  range: HistoryRange,
  store: HistoryReader,
  now: number,
): Promise<BucketsOf> {
  const wanted = [...histories].map(([service, running]) => [service, keysOf(range, running)] as const);
  const items = await store.read(new Map(wanted));
  const made = new Map<string, readonly Bucket[]>();
  return (service) => {
    const running = histories.get(service);
    if (running === undefined) return [];
    const buckets = made.get(service) ?? bucketsIn(range, items.get(service) ?? [], running, now);
    made.set(service, buckets);
    return buckets;
  };
}

/** Reads the buckets of a service in several ranges at once, by the names of the ranges. Rejects if the store can't be read. */
export async function readRanges<Name extends string>(
  service: string,
  running: RunningHistory,
  ranges: Readonly<Record<Name, HistoryRange>>,
  { store, now }: { readonly store: HistoryReader; readonly now: number },
): Promise<Readonly<Record<Name, readonly Bucket[]>>> {
  const named = Object.entries(ranges) as [Name, HistoryRange][];
  const keys = new Set(named.flatMap(([, range]) => keysOf(range, running)));
  const items = (await store.read(new Map([[service, [...keys]]]))).get(service) ?? [];
  const buckets = named.map(([name, range]) => [name, bucketsIn(range, items, running, now)]);
  return Object.fromEntries(buckets) as Record<Name, readonly Bucket[]>;
}

/** Stands for a store that can't be read: the buckets are then those that the states keep. */
export const NOTHING_READ: HistoryReader = { read: async () => new Map() };

/** The histories whose hours were written, as they are after that, and why others could not be written. */
export interface Writing {
  readonly written: ReadonlyMap<string, RunningHistory>;
  readonly failed: ReadonlyMap<string, unknown>;
}

/**
 * Writes the hours that the store lacks, by the ids of their services: with a call to read, then a call for each service. Hours that another
 * process has written since they were read stay unwritten: the next writing joins both. Never rejects.
 */
export async function writeEndedHours(
  histories: ReadonlyMap<string, RunningHistory>,
  store: HistoryStore,
): Promise<Writing> {
  const unwritten = [...histories].flatMap(([service, history]) => {
    const hours = hoursToWrite(history);
    return hours.length === 0 ? [] : [{ service, history, hours, running: runningHour(history) }];
  });
  const written = new Map<string, RunningHistory>();
  const failed = new Map<string, unknown>();
  if (unwritten.length === 0) return { written, failed };
  try {
    const items = await store.read(
      new Map(unwritten.map(({ service, hours, running }) => [service, keysOfHours(hours, running)])),
    );
    const writing = unwritten.map(async ({ service, history, hours, running }) => {
      try {
        const updates = itemsWithHours(hours, items.get(service) ?? [], running);
        if (await store.write(service, updates)) written.set(service, withWritten(history, hours));
      } catch (error) {
        failed.set(service, error);
      }
    });
    await Promise.all(writing);
  } catch (error) {
    for (const { service } of unwritten) failed.set(service, error);
  }
  return { written, failed };
}

/** The most services whose counters are read in one run. */
const BACKFILLED_AT_ONCE = 20;

/**
 * Reads the history of services whose counters began later than their history, by their ids, a few of them per run. Nothing waits for it. Rejects if the store can't be read.
 */
export async function backfillCounters(
  histories: ReadonlyMap<string, RunningHistory>,
  store: HistoryReader,
  now: number,
): Promise<ReadonlyMap<string, SloCounters>> {
  const backfilling = [...histories]
    .flatMap(([service, running]) => {
      const { counters } = running;
      return counters === null || counters.backfilled
        ? []
        : [{ service, running, counters, ranges: rangesOf(counters, now) }];
    })
    .slice(0, BACKFILLED_AT_ONCE);
  if (backfilling.length === 0) return new Map();
  const wanted = backfilling.map(({ service, running, ranges }) => {
    const keys = Object.values(ranges).flatMap((range) => keysOf(range, running));
    return [service, [...new Set(keys)]] as const;
  });
  const items = await store.read(new Map(wanted));
  const backfilled = backfilling.map(({ service, running, counters, ranges }) => {
    const found = items.get(service) ?? [];
    const buckets = inEach((each) => bucketsIn(ranges[each], found, running, now));
    return [service, backfill(counters, buckets, running.since)] as const;
  });
  return new Map(backfilled);
}

/** The times that counters keep. */
function rangesOf({ windowMs }: SloCounters, now: number): Readonly<Record<Resolution, HistoryRange>> {
  const kept = slotsKept(windowMs);
  return inEach((resolution) => ({ from: now - kept[resolution] * BUCKET_MS[resolution], to: now, resolution }));
}
