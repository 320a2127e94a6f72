/** How good the components of the public page were, day by day. */

import { BUCKET_MS, type Bucket, countedChecks, failedChecks, healthyChecks, sumUp } from '../../history/bucket';
import type { HistoryRange } from '../../history/history-items';
import type { BucketsOf } from '../../history/past';
import type { Incident } from '../../incident/incident';
import { type IncidentSources, membersOf } from './incident-groups';
import type { PublicDay, PublicUptime } from './public-status';

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

/** The uptimes of the components, in the order of the page. It counts every check, also those of incidents that are not shown. */
export function publicUptimes(sources: IncidentSources, bucketsOf: BucketsOf): readonly PublicUptime[] {
  const { page } = sources;
  const degraded = membersOf(sources).filter(({ incident, isShown }) => isShown && incident.kind !== 'outage');
  return page.components.map(({ services }, index) => {
    const times = degraded.filter(({ component }) => component === index).map(({ incident }) => incident);
    const each = services.map(bucketsOf);
    return {
      share: shareOf(each.flat()),
      days: daysOf(each, times, sources),
    };
  });
}

function daysOf(
  services: readonly (readonly Bucket[])[],
  degraded: readonly Incident[],
  { page: { minDurationMs }, intervalMs, now }: IncidentSources,
): readonly PublicDay[] {
  const { from } = uptimeRange(now);
  return Array.from({ length: UPTIME_DAYS }, (_, day): PublicDay => {
    const start = from + day * DAY_MS;
    const end = Math.min(now, start + DAY_MS);
    const within = services.map((buckets) =>
      sumUp(
        buckets.filter((bucket) => bucket.from >= start && bucket.from < start + DAY_MS),
        0,
        0,
      ),
    );
    const all = sumUp(within, 0, 0);
    const downMs = Math.max(0, ...within.map((sum) => downMsIn(sum, intervalMs)));
    const isDegraded = degraded.some(({ openedAt, over }) => openedAt < end && (over?.at ?? now) > start);
    return { state: stateOf(all, { downMs, isDegraded, minDurationMs }), share: shareIn(all), downMs };
  });
}

interface Day {
  readonly downMs: number;
  readonly isDegraded: boolean;
  readonly minDurationMs: number;
}

/** The worst of a day. Failures of less than the least duration were no news. */
function stateOf({ checks, maintenance }: Bucket, { downMs, isDegraded, minDurationMs }: Day): PublicDay['state'] {
  if (checks === 0) return 'unknown';
  if (downMs > 0 && downMs >= minDurationMs) return 'down';
  if (isDegraded) return 'degraded';
  return maintenance.checks > 0 ? 'maintenance' : 'available';
}

/** How long a service was down: each failed check stands for the time up to the next. */
function downMsIn(sum: Bucket, intervalMs: number): number {
  return Math.min(failedChecks(countedChecks(sum)) * intervalMs, DAY_MS);
}

function shareOf(buckets: readonly Bucket[]): number | null {
  return shareIn(sumUp(buckets, 0, 0));
}

function shareIn(sum: Bucket): number | null {
  const counted = countedChecks(sum);
  return counted.checks === 0 ? null : healthyChecks(counted) / counted.checks;
}
