/** Buckets of known checks. */

import { type Bucket, bucketOf, sumUp } from '../../../lambda/core/history/bucket';
import type { PastCheck } from '../../../lambda/core/history/past-check';
import { FINE_MS } from '../../../lambda/core/history/running-history';
import type { ServiceChange } from '../../../lambda/core/history/service-change';

/** The sums of checks, given in the order of time, and of changes that were found by them: in steps of five minutes, if not given otherwise. */
export function bucketsFrom(
  checks: readonly PastCheck[],
  changes: readonly ServiceChange[] = [],
  stepMs = FINE_MS,
  underMs: number | null = null,
): readonly Bucket[] {
  const starts = [...new Set(checks.map(({ at }) => startOf(at, stepMs)))];
  return starts.map((from) => {
    const single = checks
      .filter(({ at }) => startOf(at, stepMs) === from)
      .map((check) => bucketOf(check, changes.find(({ at }) => at === check.at) ?? null, check.at, check.at, underMs));
    return sumUp(single, from, from + stepMs);
  });
}

function startOf(time: number, stepMs: number): number {
  return Math.floor(time / stepMs) * stepMs;
}

/** A healthy check, with what differs from it. */
export function pastCheck(at: number, more: Partial<PastCheck> = {}): PastCheck {
  return { at, kind: 'healthy', reason: 'ok', ms: 20, memoryMb: null, inMaintenance: false, ...more };
}
