/** The last 30 days of services, of which a list shows the uptime: read once an hour, since the store has news once an hour. */

import { BUCKET_MS, type Bucket, countedChecks, failedChecks } from './bucket';
import { bucketsIn, type HistoryReader, keysOf } from './history-items';
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

/** A list is drawn after each run: what was read is added up once, and what the state's hours have gained since is added. */
export function createMonthReader(store: HistoryReader): MonthReader {
  const known = new Map<string, ReadMonth>();
  return async (histories, now) => {
    const hour = Math.floor(now / HOUR_MS);
    const range = { from: now - MONTH_MS, to: now, resolution: 'days' } as const;
    const missing = [...histories].filter(([service]) => known.get(service)?.hour !== hour);
    if (missing.length > 0) {
      const wanted = missing.map(([service, history]) => [service, keysOf(range, allHours(history))] as const);
      const items = await store.read(new Map(wanted));
      for (const [service, history] of missing) {
        const whole = sumsOf(bucketsIn(range, items.get(service) ?? [], allHours(history), now));
        const hours = new Map(history.hours.map(({ from, buckets }) => [from, sumsOf(buckets)]));
        known.set(service, { hour, whole, hours });
      }
    }
    return (service) => {
      const history = histories.get(service);
      const month = known.get(service);
      if (history === undefined || month === undefined) return null;
      let { checks, failed } = month.whole;
      for (const { from, buckets } of history.hours) {
        const sums = sumsOf(buckets);
        checks += sums.checks - (month.hours.get(from)?.checks ?? 0);
        failed += sums.failed - (month.hours.get(from)?.failed ?? 0);
      }
      return { since: Math.max(range.from, history.since ?? now), checks, failed };
    };
  };
}

type Sums = Omit<MonthCounts, 'since'>;

/** The month as it was read in an hour, and the hours that the state had then. */
interface ReadMonth {
  readonly hour: number;
  readonly whole: Sums;
  readonly hours: ReadonlyMap<number, Sums>;
}

function sumsOf(buckets: readonly Bucket[]): Sums {
  let checks = 0;
  let failed = 0;
  for (const bucket of buckets) {
    const counted = countedChecks(bucket);
    checks += counted.checks;
    failed += failedChecks(counted);
  }
  return { checks, failed };
}

/** Adds all hours of the state: one may have been written after the items were read. */
function allHours({ checks, hours }: RunningHistory): Unwritten {
  return { checks, hours: hours.map((hour) => ({ ...hour, written: 0 })) };
}

/** The counts of the counters for an objective; `null` if they don't have all of the 30 days that are known. `now` in milliseconds since 1970. */
export function monthOfCounters(counters: SloCounters | null, now: number): MonthCounts | null {
  if (counters === null || !counters.backfilled || counters.windowMs < MONTH_MS) return null;
  const from = now - MONTH_MS;
  const { checks, failed } = countsIn(counters, 'days', from, now);
  return { since: Math.max(from, counters.since), checks, failed };
}
