/** The last 30 days of services, of which a list shows the uptime: read once an hour, since the store has news once an hour. */

import { NO_TIMES } from '../words/response-times';
import { BUCKET_MS, countedChecks, failedChecks } from './bucket';
import { bucketsIn, type HistoryItem, type HistoryReader, keysOf } from './history-items';
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
  const known = new Map<string, { readonly hour: number; readonly items: readonly HistoryItem[] }>();
  return async (histories, now) => {
    const hour = Math.floor(now / HOUR_MS);
    const range = { from: now - MONTH_MS, to: now, resolution: 'days' } as const;
    const missing = [...histories].filter(([service]) => known.get(service)?.hour !== hour);
    if (missing.length > 0) {
      const wanted = missing.map(([service, history]) => [service, keysOf(range, allHours(history))] as const);
      const items = await store.read(new Map(wanted));
      for (const [service] of missing) known.set(service, { hour, items: (items.get(service) ?? []).map(countsOnly) });
    }
    return (service) => {
      const history = histories.get(service);
      if (history === undefined) return null;
      const counted = bucketsIn(range, known.get(service)?.items ?? [], allHours(history), now).map(countedChecks);
      return {
        since: Math.max(range.from, history.since ?? now),
        checks: counted.reduce((sum, { checks }) => sum + checks, 0),
        failed: counted.reduce((sum, counts) => sum + failedChecks(counts), 0),
      };
    };
  };
}

/** A list is drawn after each run, and nobody needs the response times of its month. */
function countsOnly({ key, revision, buckets }: HistoryItem): HistoryItem {
  return { key, revision, buckets: buckets.map((bucket) => ({ ...bucket, times: NO_TIMES })) };
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
