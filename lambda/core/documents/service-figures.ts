/** The uptime and the response times of a service over the usual times, whatever time its page shows. */

import { type Bucket, countedChecks, healthyChecks } from '../history/bucket';
import type { HistoryRange } from '../history/history-items';
import { addTimes, percentilesOf } from '../history/response-times';
import type { Address } from './address';

const DAY_MS = 86_400_000;

/** The lengths of time, in days. */
const UPTIME_DAYS = [1, 7, 30, 90] as const;

/** What the figures are made of: the hours of two days, and the days of three months, oldest first. */
export interface FigureBuckets {
  readonly hours: readonly Bucket[];
  readonly days: readonly Bucket[];
}

/** The ranges that are read for them; `now` in milliseconds since 1970. */
export function figureRanges(now: number): Readonly<Record<keyof FigureBuckets, HistoryRange>> {
  return {
    hours: { from: now - 2 * DAY_MS, to: now, resolution: 'hours' },
    days: { from: now - Math.max(...UPTIME_DAYS) * DAY_MS, to: now, resolution: 'days' },
  };
}

/** Whether the page at an address shows the figures of a service. */
export function showsFigures(address: Address): address is Address & { readonly service: string } {
  return address.of === 'services' && !address.isWall && address.service !== null;
}

/** Checks outside of planned maintenance, of the last days. */
export interface UptimeDocument {
  readonly days: (typeof UPTIME_DAYS)[number];
  readonly checks: number;
  readonly healthy: number;
}

export interface ServiceFigures {
  /** For 1, 7, 30 and 90 days; without those that reach back to before the first check while shorter ones do too. */
  readonly uptime: readonly UptimeDocument[];
  /** Of the last 24 hours, in milliseconds, within 5 %; `null` if no answer came. */
  readonly responseMs: { readonly p50: number; readonly p95: number } | null;
  /** Of p50, since the 24 hours before: 0.1 is a tenth slower; `null` if there were no answers. */
  readonly responseChange: number | null;
}

/** `now` in milliseconds since 1970. A bucket counts for a time if most of it lies within. */
export function serviceFigures({ hours, days }: FigureBuckets, now: number): ServiceFigures {
  const dayAgo = now - DAY_MS;
  const last = hours.filter((bucket) => middleOf(bucket) >= dayAgo);
  const before = hours.filter((bucket) => middleOf(bucket) < dayAgo);
  const times = timesIn(last);
  const timesBefore = timesIn(before);
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

function timesIn(buckets: readonly Bucket[]) {
  return percentilesOf(addTimes(buckets.map(({ times }) => times)));
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
