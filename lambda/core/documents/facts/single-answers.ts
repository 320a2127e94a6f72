/** Percentiles that are exact while each answer is still recorded by itself, so that a figure is the same on every page. */

import type { Bucket } from '../../history/bucket';
import type { PastCheck } from '../../history/past-check';
import {
  answersIn,
  exactPercentile,
  exactPercentiles,
  type Percentiles,
  percentile,
  percentilesOf,
} from '../../words/response-times';

export interface SingleAnswers {
  /** The response times of all its answers in milliseconds, sorted; missing if some are only in its totals. */
  readonly singles?: readonly number[];
}

type Timed = Pick<Bucket, 'times'> & SingleAnswers;

/** Adds the single answers to a bucket if all of them are among `checks`, the last checks of the service. */
export function withSingles<Of extends Bucket>(bucket: Of, checks: readonly PastCheck[]): Of & SingleAnswers {
  const [first] = checks;
  if (first === undefined || bucket.to <= first.at) return bucket;
  const singles = checks.flatMap(({ at, ms }) => (at >= bucket.from && at < bucket.to && ms !== null ? [ms] : []));
  if (singles.length !== answersIn(bucket.times)) return bucket;
  return Object.assign({}, bucket, { singles: singles.sort((left, right) => left - right) });
}

/** Returns the time that a share of the answers did not exceed; `null` if none came. */
export function timeAt({ times, singles }: Timed, share: number): number | null {
  return singles === undefined ? percentile(times, share) : exactPercentile(singles, share);
}

/** Returns `null` if no answer came. */
export function timesIn({ times, singles }: Timed): Percentiles | null {
  return singles === undefined ? percentilesOf(times) : exactPercentiles(singles);
}
