/** The last 30 days of services, of which a list shows the uptime: read once an hour, since the store has news once an hour. */

import { BUCKET_MS, type Bucket, countedChecks, failedChecks, type Resolution } from './bucket';
import { type HistoryItem, type HistoryReader, keysOf, resolutionOf } from './history-items';
import type { RunningHistory, Unwritten } from './running-history';
import { countsIn, type SloCounters } from './slo-counters';

const { hours: HOUR_MS, days: DAY_MS } = BUCKET_MS;

export const MONTH_MS = 30 * DAY_MS;

/** Checks outside planned maintenance since `since`, in milliseconds since 1970. */
export interface MonthCounts {
  readonly since: number;
  readonly checks: number;
  readonly failed: number;
}

/** The last 30 days of a service; `null` if it was not asked for. */
export type MonthOf = (service: string) => MonthCounts | null;

/** Resolves to what is known of services, by their histories; rejects if the store can't be read. `now` in milliseconds since 1970. */
export type MonthReader = (histories: ReadonlyMap<string, RunningHistory>, now: number) => Promise<MonthOf>;

export function createMonthReader(store: HistoryReader): MonthReader {
  const known = new Map<string, { readonly hour: number; readonly stored: StoredMonth }>();
  return async (histories, now) => {
    const hour = Math.floor(now / HOUR_MS);
    const range = { from: now - MONTH_MS, to: now, resolution: 'days' } as const;
    const missing = [...histories].filter(([service]) => known.get(service)?.hour !== hour);
    if (missing.length > 0) {
      const wanted = missing.map(([service, history]) => [service, keysOf(range, allHours(history))] as const);
      const items = await store.read(new Map(wanted));
      for (const [service] of missing) known.set(service, { hour, stored: storedMonth(items.get(service) ?? []) });
    }
    return (service) => {
      const history = histories.get(service);
      return history === undefined ? null : monthOf(known.get(service)?.stored ?? NOTHING_STORED, history, now);
    };
  };
}

/** Adds all hours of the state: one may have been written after the items were read. */
function allHours({ checks, hours }: RunningHistory): Unwritten {
  return { checks, hours: hours.map((hour) => ({ ...hour, written: 0 })) };
}

/** Sums of checks: a list is drawn after each run, and nobody needs their response times. */
interface Sums {
  /** All of them, to tell which of two sums of the same time knows more. */
  readonly all: number;
  readonly checks: number;
  readonly failed: number;
}

/** Sums by when they begin, in milliseconds since 1970. */
type SumsByTime = ReadonlyMap<number, Sums>;

interface StoredMonth {
  readonly days: SumsByTime;
  readonly hours: SumsByTime;
}

const NOTHING_STORED: StoredMonth = { days: new Map(), hours: new Map() };

function storedMonth(items: readonly HistoryItem[]): StoredMonth {
  const sumsOf = (resolution: Resolution) =>
    new Map(
      items
        .filter(({ key }) => resolutionOf(key) === resolution)
        .flatMap(({ buckets }) => buckets.map((bucket) => [bucket.from, sumsIn([bucket])] as const)),
    );
  return { days: sumsOf('days'), hours: sumsOf('hours') };
}

function sumsIn(buckets: readonly Bucket[]): Sums {
  let all = 0;
  let checks = 0;
  let failed = 0;
  for (const bucket of buckets) {
    const counted = countedChecks(bucket);
    all += bucket.checks;
    checks += counted.checks;
    failed += failedChecks(counted);
  }
  return { all, checks, failed };
}

function monthOf(stored: StoredMonth, { hours: kept, since }: RunningHistory, now: number): MonthCounts {
  const hours = new Map(stored.hours);
  for (const { from, buckets } of kept) hours.set(from, largerSums(hours.get(from), sumsIn(buckets)));
  const ofHours = new Map<number, Sums>();
  for (const [from, sums] of hours) {
    const day = Math.floor(from / DAY_MS) * DAY_MS;
    ofHours.set(day, addSums(ofHours.get(day), sums));
  }
  const days = new Map(stored.days);
  for (const [day, sums] of ofHours) days.set(day, largerSums(days.get(day), sums));
  const start = now - MONTH_MS;
  let whole: Sums = NO_SUMS;
  let first = now;
  for (const [day, sums] of days) {
    if (day + DAY_MS <= start || day > now) continue;
    whole = addSums(whole, sums);
    first = Math.min(first, day);
  }
  return { since: Math.max(start, since ?? first), checks: whole.checks, failed: whole.failed };
}

const NO_SUMS: Sums = { all: 0, checks: 0, failed: 0 };

function addSums(left: Sums = NO_SUMS, right: Sums): Sums {
  return { all: left.all + right.all, checks: left.checks + right.checks, failed: left.failed + right.failed };
}

function largerSums(left: Sums = NO_SUMS, right: Sums): Sums {
  return left.all > right.all ? left : right;
}

/** The counts of the counters for an objective; `null` if they don't have all of the 30 days that are known. `now` in milliseconds since 1970. */
export function monthOfCounters(counters: SloCounters | null, now: number): MonthCounts | null {
  if (counters === null || !counters.backfilled || counters.windowMs < MONTH_MS) return null;
  const from = now - MONTH_MS;
  const { checks, failed } = countsIn(counters, 'days', from, now);
  return { since: Math.max(from, counters.since), checks, failed };
}
