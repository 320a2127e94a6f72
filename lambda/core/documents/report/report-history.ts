/** The course of a period in the report of a service: what its strip and its curve are drawn from. */

import { type Bucket, type Counts, countedChecks, sumUp } from '../../history/bucket';
import { type Percentiles, percentilesOf } from '../../history/response-times';
import { HOUR_MS } from '../../history/running-history';
import type { ServiceChange } from '../../incident/service-change';
import { iso } from '../words/format';
import { DAY_MS, type Period } from './period';
import { roundedTimes } from './rounded-figures';

/** The period in steps, and what changed in it. Instants are ISO 8601 in UTC with milliseconds. */
export interface ReportHistoryDocument {
  /**
   * The earliest first, without gaps, of equal length; the first and the last one may be shorter. Together they are all checks of the
   * period. None if nothing is known of it.
   */
  readonly points: readonly ReportPointDocument[];
  /** The restarts and changes of version that are known one by one, the earliest first. */
  readonly changes: readonly ReportedChangeDocument[];
}

/** All checks from `from` to before `to`. Of a point without checks nothing is known. */
export interface ReportPointDocument {
  readonly from: string;
  readonly to: string;
  /** Checks outside planned maintenance. */
  readonly checks: number;
  /** How many of them failed, by kind; kinds that did not happen are left out. */
  readonly failures: Counts['failures'];
  /** The checks within planned maintenance. */
  readonly maintenance: Counts;
  /** Response times in milliseconds, right within 5 %; `null` if no answer came. */
  readonly responseMs: Percentiles | null;
}

export interface ReportedChangeDocument {
  readonly at: string;
  readonly restarted: boolean;
  /** `null` if the version stayed. */
  readonly version: { readonly from: string; readonly to: string } | null;
}

export interface HistorySources {
  /** Those of the period, the earliest first. */
  readonly buckets: readonly Bucket[];
  /** All that are kept. */
  readonly changes: readonly ServiceChange[];
  readonly intervalMs: number;
}

export function reportHistory({ buckets, changes, intervalMs }: HistorySources, period: Period): ReportHistoryDocument {
  const isKnown = buckets.some(({ checks }) => checks > 0);
  const within = changes.filter(({ at }) => at >= period.from && at < period.to);
  return {
    points: isKnown ? stepsOf(buckets, period, intervalMs).map(pointOf) : [],
    changes: within.map(({ at, restarted, version }) => ({
      at: iso(at),
      restarted,
      version: version && { from: version.from, to: version.to },
    })),
  };
}

/** A step for each day of three months. */
const MOST_STEPS = 92;
/** How many intervals a step lasts at least: a shorter one would now and then have no check in it. */
const STEP_INTERVALS = 1.5;
/** The lengths of steps, as long as buckets are or longer; with the last one, the longest period has less than `MOST_STEPS`. */
const STEPS_MS = [
  HOUR_MS,
  2 * HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  DAY_MS,
  2 * DAY_MS,
  4 * DAY_MS,
  7 * DAY_MS,
];
const LONGEST_STEP_MS = 7 * DAY_MS;

/** The steps begin at multiples of their length, so that days are days of UTC; what lies outside of the period is cut off. */
function stepsOf(buckets: readonly Bucket[], { from, to }: Period, intervalMs: number): readonly Bucket[] {
  // A bucket can't be split: no step is shorter than the longest one.
  const least = buckets.reduce((most, bucket) => Math.max(most, bucket.to - bucket.from), STEP_INTERVALS * intervalMs);
  const stepMs = STEPS_MS.find((step) => step >= least && to - from <= MOST_STEPS * step) ?? LONGEST_STEP_MS;
  const start = Math.floor(from / stepMs) * stepMs;
  return Array.from({ length: Math.ceil((to - start) / stepMs) }, (_, index) => {
    const begin = start + index * stepMs;
    const own = buckets.filter((bucket) => bucket.from >= begin && bucket.from < begin + stepMs);
    return sumUp(own, Math.max(begin, from), Math.min(begin + stepMs, to));
  });
}

function pointOf(step: Bucket): ReportPointDocument {
  const { checks, failures } = countedChecks(step);
  return {
    from: iso(step.from),
    to: iso(step.to),
    checks,
    failures,
    maintenance: step.maintenance,
    responseMs: roundedTimes(percentilesOf(step.times)),
  };
}
