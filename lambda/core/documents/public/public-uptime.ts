/** How good the components of the public page were, day by day. */

import type { PageComponent } from '../../config/status-page';
import { BUCKET_MS, countedChecks, healthyChecks, sumUp } from '../../history/bucket';
import type { HistoryRange } from '../../history/history-items';
import type { BucketsOf } from '../../history/past';
import type { PublicUptime } from './public-status';

const { days: DAY_MS } = BUCKET_MS;
export const UPTIME_DAYS = 90;

/** The day of UTC of an instant, counted since 1970: on another day the page has another day to show. */
export function dayOf(now: number): number {
  return Math.floor(now / DAY_MS);
}

/** The time of histories that is read. */
export function uptimeRange(now: number): HistoryRange {
  return { from: (dayOf(now) - UPTIME_DAYS + 1) * DAY_MS, to: now, resolution: 'days' };
}

export function publicUptime({ services }: PageComponent, bucketsOf: BucketsOf, now: number): PublicUptime {
  const { from } = uptimeRange(now);
  const buckets = services.flatMap(bucketsOf);
  const days = Array.from({ length: UPTIME_DAYS }, (_, day) => {
    const start = from + day * DAY_MS;
    return shareOf(buckets.filter((bucket) => bucket.from >= start && bucket.from < start + DAY_MS));
  });
  return { share: shareOf(buckets), days };
}

function shareOf(buckets: Parameters<typeof sumUp>[0]): number | null {
  const counted = countedChecks(sumUp(buckets, 0, 0));
  return counted.checks === 0 ? null : healthyChecks(counted) / counted.checks;
}
