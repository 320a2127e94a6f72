/** The standing of an objective over a report's period in place of its own window. */

import type { Objective } from '../../config/config';
import type { Bucket } from '../../history/bucket';
import type { SloCounters } from '../../history/slo-counters';
import {
  type Aim,
  aimsOf,
  countedSince,
  countsOfBucket,
  type Standing,
  standingOf,
} from '../../incident/objectives/standing';
import type { Period } from './period';

/**
 * Returns a standing for each aim that has checks. `buckets` cover the period, oldest first, and `now` is in milliseconds since 1970.
 * `counters` and `knownSince` say when within the first bucket checks began: an hour that was checked for two minutes did not fail for
 * longer.
 */
export function periodStandings(
  objective: Objective | null,
  buckets: readonly Bucket[],
  { from, to }: Period,
  now: number,
  { counters, knownSince }: { readonly counters: SloCounters | null; readonly knownSince: number | null },
): readonly Standing[] {
  if (objective === null) return [];
  return aimsOf({ ...objective, windowMs: to - from }).flatMap((aim) => {
    const counting = buckets
      .slice(firstCounting(aim, buckets))
      .filter((bucket) => countsOfBucket(aim, bucket).checks > 0);
    const [first] = counting;
    if (first === undefined) return [];
    const sum = (figure: 'checks' | 'bad') =>
      counting.reduce((all, bucket) => all + countsOfBucket(aim, bucket)[figure], 0);
    const known = countedSince(aim, counters, first.to);
    const since = Math.max(first.from, knownSince ?? 0, known < first.to ? known : 0);
    const counts = { checks: sum('checks'), bad: sum('bad'), since };
    return [standingOf(aim, counts, Math.min(now, to))];
  });
}

/** Returns the index of the first bucket with the current threshold: counts begin again after a change. */
function firstCounting({ aim, underMs }: Aim, buckets: readonly Bucket[]): number {
  if (aim === 'availability') return 0;
  return buckets.findLastIndex(({ speed }) => speed !== null && speed.underMs !== underMs) + 1;
}

/** The largest rounding error of a share. */
const TOLERANCE = 1e-9;

/** Returns whether the share of good checks is below the target, however much budget is left: a short history uses only a part of it. */
export function isMissed({ reached, target }: Standing): boolean {
  return reached !== null && reached < target - TOLERANCE;
}
