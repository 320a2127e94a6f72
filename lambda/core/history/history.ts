/** How a service was over time: rollups, each of a single check or of many, in one shape. */

import type { Checked } from '../probe/check-result';
import { ownReport, responseMs } from '../probe/own-figures';
import { FAILURE_KINDS, type FailureKind } from '../words/codes';

/** How many buckets a history is drawn in; fewer if less of it is known. */
export const BUCKETS = 60;

/** One check (`from` and `to` are its time), or all checks from `from` to before `to`. Times in milliseconds since 1970. */
export interface Rollup {
  readonly from: number;
  readonly to: number;
  readonly checks: number;
  /** Checks that did not find it healthy, by kind; kinds that did not happen are left out. */
  readonly failures: Readonly<Partial<Record<FailureKind, number>>>;
  /** Response times of its answers, in milliseconds; `null` if none came; the longest is also `null` if unknown. */
  readonly meanMs: number | null;
  readonly maxMs: number | null;
  /** Of a single check that did not find it healthy; `null` otherwise. */
  readonly reason: string | null;
  /** Megabytes, as reported last; `null` if it was not reported. */
  readonly memoryUsedMb: number | null;
}

/** The rollup of a single check. */
export function rollupOf(check: Checked): Rollup {
  const { kind, reason, at } = check;
  const answerMs = responseMs(check);
  return {
    from: at,
    to: at,
    checks: 1,
    failures: kind === 'healthy' ? {} : { [kind]: 1 },
    meanMs: answerMs,
    maxMs: answerMs,
    reason: kind === 'healthy' ? null : reason,
    memoryUsedMb: ownReport(check)?.memory.used ?? null,
  };
}

/** Sums up rollups, given in the order of time, as one rollup from `from` to `to`. */
export function sumUp(rollups: readonly Rollup[], from: number, to: number): Rollup {
  // A view sums up thousands each time that it is drawn: one pass, and nothing made on the way.
  const failures: Partial<Record<FailureKind, number>> = {};
  let checks = 0;
  let answers = 0;
  let totalMs = 0;
  let maxMs: number | null = null;
  let isMaxKnown = true;
  let memoryUsedMb: number | null = null;
  for (const rollup of rollups) {
    checks += rollup.checks;
    for (const kind of FAILURE_KINDS) {
      const count = rollup.failures[kind];
      if (count !== undefined) failures[kind] = (failures[kind] ?? 0) + count;
    }
    if (rollup.meanMs !== null) {
      const answered = rollup.checks - (rollup.failures.unreachable ?? 0);
      answers += answered;
      totalMs += rollup.meanMs * answered;
      maxMs = Math.max(maxMs ?? 0, rollup.maxMs ?? 0);
      isMaxKnown &&= rollup.maxMs !== null;
    }
    memoryUsedMb = rollup.memoryUsedMb ?? memoryUsedMb;
  }
  const meanMs = answers === 0 ? null : totalMs / answers;
  return { from, to, checks, failures, meanMs, maxMs: isMaxKnown ? maxMs : null, reason: null, memoryUsedMb };
}

export function failedChecks({ failures }: Pick<Rollup, 'failures'>): number {
  return FAILURE_KINDS.reduce((sum, kind) => sum + (failures[kind] ?? 0), 0);
}

export function healthyChecks(rollup: Pick<Rollup, 'checks' | 'failures'>): number {
  return rollup.checks - failedChecks(rollup);
}

/** The share of checks that found it healthy, from 0 to 1; `null` if there was none. */
export function availability(rollups: readonly Rollup[]): number | null {
  const checks = rollups.reduce((sum, rollup) => sum + rollup.checks, 0);
  return checks === 0 ? null : 1 - rollups.reduce((sum, rollup) => sum + failedChecks(rollup), 0) / checks;
}

/** Whether some of a rollup lies between `from` and before `to`. */
export function isInTime(rollup: Pick<Rollup, 'from' | 'to'>, from: number, to: number): boolean {
  return rollup.from < to && (rollup.to > from || rollup.from >= from);
}

/**
 * The rollups of `count` buckets of equal length, which together cover the time from `from` to before `to`. Each rollup
 * counts in one bucket, the one that holds its middle. If rollups are longer than a bucket, some buckets seem unwatched.
 */
export function inBuckets(rollups: readonly Rollup[], from: number, to: number, count: number): readonly Rollup[] {
  const length = (to - from) / count;
  const buckets: Rollup[][] = Array.from({ length: count }, () => []);
  for (const rollup of rollups) {
    if (!isInTime(rollup, from, to)) continue;
    const bucket = Math.floor(((rollup.from + rollup.to) / 2 - from) / length);
    buckets[Math.min(Math.max(bucket, 0), count - 1)]?.push(rollup);
  }
  return buckets.map((bucket, index) => sumUp(bucket, from + index * length, from + (index + 1) * length));
}
