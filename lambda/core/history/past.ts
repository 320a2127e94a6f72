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

/** The time that is read of a service: its ranges by name, and the history that its state has. */
export interface WantedPast<Name extends string> {
  readonly running: RunningHistory;
  readonly ranges: Readonly<Record<Name, readonly HistoryRange[]>>;
}

/** Returns the buckets of a service in the ranges with a name, one range after the other; none for a service that was not requested. */
export type PastOf<Name extends string> = (service: string, name: Name) => readonly Bucket[];

/** Reads services, by their ids, in one call. Their buckets are made when they are first asked for. Rejects if the store can't be read. */
export async function readPast<Name extends string>(
  wanted: ReadonlyMap<string, WantedPast<Name>>,
  store: HistoryReader,
  now: number,
): Promise<PastOf<Name>> {
  const keys = [...wanted].map(([service, { running, ranges }]) => {
    const all = Object.values<readonly HistoryRange[]>(ranges).flat();
    return [service, [...new Set(all.flatMap((range) => keysOf(range, running)))]] as const;
  });
  const items = await store.read(new Map(keys));
  const made = new Map<string, readonly Bucket[]>();
  return (service, name) => {
    const one = wanted.get(service);
    if (one === undefined) return [];
    const found = items.get(service) ?? [];
    const key = `${service} ${name}`;
    const buckets = made.get(key) ?? one.ranges[name].flatMap((range) => bucketsIn(range, found, one.running, now));
    made.set(key, buckets);
    return buckets;
  };
}

/** Reads services in one range, as `readPast` does. */
export async function readBuckets(
  histories: ReadonlyMap<string, RunningHistory>,
  range: HistoryRange,
  store: HistoryReader,
  now: number,
): Promise<BucketsOf> {
  const wanted = [...histories].map(([service, running]) => [service, { running, ranges: { all: [range] } }] as const);
  const pastOf = await readPast(new Map(wanted), store, now);
  return (service) => pastOf(service, 'all');
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
  const lacking = [...histories].flatMap(([service, running]) => {
    const { counters } = running;
    return counters === null || counters.backfilled ? [] : [{ service, running, counters }];
  });
  if (lacking.length === 0) return new Map();
  const backfilling = lacking.slice(0, BACKFILLED_AT_ONCE);
  const wanted = backfilling.map(
    ({ service, running, counters }) => [service, { running, ranges: rangesOf(counters, now) }] as const,
  );
  const pastOf = await readPast(new Map(wanted), store, now);
  const backfilled = backfilling.map(({ service, running, counters }) => {
    const buckets = inEach((each) => pastOf(service, each));
    return [service, backfill(counters, buckets, running.since)] as const;
  });
  return new Map(backfilled);
}

/** The times that counters keep. */
function rangesOf({ windowMs }: SloCounters, now: number): WantedPast<Resolution>['ranges'] {
  const kept = slotsKept(windowMs);
  return inEach((resolution) => [{ from: now - kept[resolution] * BUCKET_MS[resolution], to: now, resolution }]);
}
