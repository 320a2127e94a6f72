/** The uptime of the public page's components, day by day. */

import { BUCKET_MS, type Bucket, countedChecks, failedChecks, healthyChecks, sumUp } from '../../core/history/bucket';
import type { HistoryRange } from '../../core/history/history-items';
import type { BucketsOf } from '../../core/history/past';
import type { Incident } from '../../core/incident/incident';
import { type IncidentSources, membersOf } from './incident-groups';
import type { PublicDay, PublicUptime } from './public-status';

const { days: DAY_MS } = BUCKET_MS;
export const UPTIME_DAYS = 90;

/** Returns the UTC day of an instant, counted since 1970. The page changes with the day. */
export function dayOf(now: number): number {
  return Math.floor(now / DAY_MS);
}

/** Returns the time range of the histories to read. */
export function uptimeRange(now: number): HistoryRange {
  return { from: (dayOf(now) - UPTIME_DAYS + 1) * DAY_MS, to: now, resolution: 'days' };
}

/** Returns the uptimes of the components, in the page's order. Every check counts, also during incidents that are not shown. */
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

/** Returns the worst state of a day. Failures shorter than the minimum duration don't count. */
function stateOf({ checks, maintenance }: Bucket, { downMs, isDegraded, minDurationMs }: Day): PublicDay['state'] {
  if (checks === 0) return 'unknown';
  if (downMs > 0 && downMs >= minDurationMs) return 'down';
  if (isDegraded) return 'degraded';
  return maintenance.checks > 0 ? 'maintenance' : 'available';
}

/** Returns how long a service was down: each failed check counts until the next one. */
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
