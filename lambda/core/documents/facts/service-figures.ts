/** The uptime and the response times of a service over fixed times, whatever time its page shows. */

import { type Bucket, countedChecks, healthyChecks, sumUp } from '../../history/bucket';
import type { HistoryReader } from '../../history/history-items';
import { readPast } from '../../history/past';
import type { PastCheck } from '../../history/past-check';
import type { RunningHistory } from '../../history/running-history';
import type { Address } from '../address';
import type { ServiceFigures, UptimeDocument } from '../service-document';
import type { FigureBuckets } from './deployment-facts';
import { timesIn, withSingles } from './single-answers';

const DAY_MS = 86_400_000;

/** The times for uptime, in days. */
const UPTIME_DAYS = [1, 7, 30, 90] as const;

/** Reads what the figures of a service are made of; rejects if the store can't be read. `now` in milliseconds since 1970. */
export async function readFigures(
  service: string,
  running: RunningHistory,
  store: HistoryReader,
  now: number,
): Promise<FigureBuckets> {
  const hours = { from: now - 2 * DAY_MS, to: now, resolution: 'hours' } as const;
  const days = { from: now - Math.max(...UPTIME_DAYS) * DAY_MS, to: now, resolution: 'days' } as const;
  const pastOf = await readPast(
    new Map([[service, { running, ranges: { hours: [hours], days: [days] } }]]),
    store,
    now,
  );
  return { hours: pastOf(service, 'hours'), days: pastOf(service, 'days') };
}

/** Returns whether the page at an address shows the figures of a service. */
export function showsFigures(address: Address): address is Address & { readonly service: string } {
  return address.of === 'services' && !address.isWall && address.service !== null;
}

/**
 * Returns the figures. A bucket counts for a time if most of it lies within. `checks` are the last checks; `now` in milliseconds since
 * 1970.
 */
export function serviceFigures(
  { hours, days }: FigureBuckets,
  checks: readonly PastCheck[],
  now: number,
): ServiceFigures {
  const dayAgo = now - DAY_MS;
  const last = hours.filter((bucket) => middleOf(bucket) >= dayAgo);
  const before = hours.filter((bucket) => middleOf(bucket) < dayAgo);
  const times = timesOver(last, checks);
  const timesBefore = timesOver(before, checks);
  const all = UPTIME_DAYS.map((length) => {
    const from = now - length * DAY_MS;
    return uptimeOf(length, length === 1 ? last : days.filter((bucket) => middleOf(bucket) >= from));
  });
  return {
    uptime: all.filter(({ checks }, index) => checks > (all[index - 1]?.checks ?? 0)),
    responseMs: times && { p50: times.p50, p95: times.p95 },
    responseChange: times && timesBefore && timesBefore.p50 > 0 ? times.p50 / timesBefore.p50 - 1 : null,
  };
}

function timesOver(buckets: readonly Bucket[], checks: readonly PastCheck[]) {
  const sum = sumUp(buckets, buckets[0]?.from ?? 0, buckets.at(-1)?.to ?? 0);
  return timesIn(withSingles(sum, checks));
}

function uptimeOf(days: UptimeDocument['days'], buckets: readonly Bucket[]): UptimeDocument {
  const counted = buckets.map(countedChecks);
  return {
    days,
    checks: counted.reduce((sum, { checks }) => sum + checks, 0),
    healthy: counted.reduce((sum, counts) => sum + healthyChecks(counts), 0),
  };
}

function middleOf({ from, to }: Bucket): number {
  return (from + to) / 2;
}
