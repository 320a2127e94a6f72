/** How an objective stands: what has been reached so far in its window, and what is left of its budget. */

import type { Objective } from '../../config/config';
import { type Bucket, countedChecks, failedChecks, type Resolution } from '../../history/bucket';
import { countsIn, type SloCounters } from '../../history/slo-counters';

const HOUR_MS = 3_600_000;

/** An aim of an objective. */
export interface Aim {
  readonly aim: 'availability' | 'responseTime';
  /** The share of checks that should be good, above 0 and below 1. */
  readonly target: number;
  /** In milliseconds; `null` if the aim is availability. */
  readonly underMs: number | null;
  readonly windowMs: number;
}

/** Checks that count for an aim, and those of them that were not good. */
export interface AimCounts {
  readonly checks: number;
  readonly bad: number;
}

/** How an aim of an objective stands. */
export interface Standing extends Aim, AimCounts {
  /** Since when checks count, in milliseconds since 1970: the start of the window, or later if the history or the threshold is younger. */
  readonly since: number;
  /** The share of good checks, from 0 to 1; `null` if none count. */
  readonly reached: number | null;
  /** How long a service may still be bad in this window, in milliseconds; negative if the objective is missed. */
  readonly budgetLeftMs: number;
  /** How many times as fast as the objective allows the budget was used in the last hour; `null` if nothing was checked. */
  readonly burnRate: number | null;
}

/** The aims of an objective: at least one, availability first. */
export function aimsOf({ availability, responseTime, windowMs }: Objective): readonly Aim[] {
  return [
    ...(availability === null ? [] : [{ aim: 'availability', target: availability, underMs: null, windowMs } as const]),
    ...(responseTime === null
      ? []
      : [{ aim: 'responseTime', target: responseTime.share, underMs: responseTime.underMs, windowMs } as const]),
  ];
}

/** How a service stands at `now` (milliseconds since 1970); none without an objective. Before the first check nothing counts. */
export function standingsOf(
  objective: Objective | null,
  counters: SloCounters | null,
  now: number,
): readonly Standing[] {
  if (objective === null) return [];
  return aimsOf(objective).map((aim) => {
    const since = Math.max(countedSince(aim, counters, now), now - aim.windowMs);
    const lastHour = countsOf(aim, counters, 'fine', now - HOUR_MS, now);
    return standingOf(aim, { ...countsOf(aim, counters, 'days', now - aim.windowMs, now), since }, now, lastHour);
  });
}

/** A standing from sums, of a window or of any other time from `since` to `now`, both in milliseconds since 1970. */
export function standingOf(
  aim: Aim,
  { checks, bad, since }: AimCounts & { readonly since: number },
  now: number,
  lastHour: AimCounts | null = null,
): Standing {
  const { target, windowMs } = aim;
  const share = checks === 0 ? 0 : bad / checks;
  return {
    ...aim,
    since,
    checks,
    bad,
    reached: checks === 0 ? null : 1 - share,
    budgetLeftMs: windowMs * (1 - target) - share * Math.min(windowMs, Math.max(0, now - since)),
    burnRate: lastHour === null ? null : burnRateOf(aim, lastHour),
  };
}

/** How many times as fast as the aim allows the budget is used: 1 if it will be used up with the window; `null` without checks. */
export function burnRateOf({ target }: Aim, { checks, bad }: AimCounts): number | null {
  return checks === 0 ? null : bad / checks / (1 - target);
}

/** The counts of a bucket for an aim: none of a bucket whose checks were held against another threshold. */
export function countsOfBucket({ aim, underMs }: Aim, bucket: Bucket): AimCounts {
  if (aim === 'availability') {
    const counted = countedChecks(bucket);
    return { checks: counted.checks, bad: failedChecks(counted) };
  }
  const { speed } = bucket;
  return speed?.underMs === underMs ? { checks: speed.checks, bad: speed.slow } : NOTHING;
}

/** The counts of the slots that end after `from`. */
export function countsOf(
  { aim, underMs }: Aim,
  counters: SloCounters | null,
  resolution: Resolution,
  from: number,
  now: number,
): AimCounts {
  if (counters === null || (aim === 'responseTime' && counters.underMs !== underMs)) return NOTHING;
  const { checks, failed, timed, slow } = countsIn(counters, resolution, from, now);
  return aim === 'availability' ? { checks, bad: failed } : { checks: timed, bad: slow };
}

const NOTHING: AimCounts = { checks: 0, bad: 0 };

/** Since when checks count for an aim; `now` if none do. */
export function countedSince({ aim, underMs }: Aim, counters: SloCounters | null, now: number): number {
  if (counters === null || (aim === 'responseTime' && counters.underMs !== underMs)) return now;
  return Math.min(now, aim === 'availability' ? counters.since : counters.timedSince);
}

/** A share as people read it: 0.999 → `99.9 %`. */
export function shareText(share: number): string {
  return `${Number((share * 100).toPrecision(10))} %`;
}
