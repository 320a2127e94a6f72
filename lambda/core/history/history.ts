/** How a service was over time: single checks, and stretches of many that are summed up, in one shape. */

import type { CheckResult } from '../probe/check-result';
import { ownReport, responseMs } from '../probe/own-figures';
import { FAILURE_KINDS, type FailureKind } from '../words/codes';

/** Into how many parts a history is drawn, or into fewer where less is known of it. */
export const SLOTS = 60;

/** One check (`from` and `to` are its time), or all checks from `from` to before `to`. Times in milliseconds since 1970. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly checks: number;
  /** Checks that did not find it healthy, by kind; kinds that did not happen are left out. */
  readonly failures: Readonly<Partial<Record<FailureKind, number>>>;
  /** Response times of its answers, in milliseconds; `null` where none came, and the longest also where it is not known. */
  readonly meanMs: number | null;
  readonly maxMs: number | null;
  /** Of a single check that did not find it healthy; `null` otherwise. */
  readonly reason: string | null;
  /** Megabytes, as reported last; `null` where it was not reported. */
  readonly memoryUsedMb: number | null;
}

export function stretchOf({ verdict, timings, checkedAt }: CheckResult): Stretch {
  const { kind, reason } = verdict;
  const answerMs = responseMs(verdict, timings);
  return {
    from: checkedAt,
    to: checkedAt,
    checks: 1,
    failures: kind === 'healthy' ? {} : { [kind]: 1 },
    meanMs: answerMs,
    maxMs: answerMs,
    reason: kind === 'healthy' ? null : reason,
    memoryUsedMb: ownReport(verdict)?.memory.used ?? null,
  };
}

/** Sums up stretches, in the order of time, as one from `from` to `to`. */
export function sumUp(stretches: readonly Stretch[], from: number, to: number): Stretch {
  // A view sums up thousands each time that it is drawn: one pass, and nothing made on the way.
  const failures: Partial<Record<FailureKind, number>> = {};
  let checks = 0;
  let answers = 0;
  let totalMs = 0;
  let maxMs: number | null = null;
  let isMaxKnown = true;
  let memoryUsedMb: number | null = null;
  for (const stretch of stretches) {
    checks += stretch.checks;
    for (const kind of FAILURE_KINDS) {
      const count = stretch.failures[kind];
      if (count !== undefined) failures[kind] = (failures[kind] ?? 0) + count;
    }
    if (stretch.meanMs !== null) {
      const answered = stretch.checks - (stretch.failures.unreachable ?? 0);
      answers += answered;
      totalMs += stretch.meanMs * answered;
      maxMs = Math.max(maxMs ?? 0, stretch.maxMs ?? 0);
      isMaxKnown &&= stretch.maxMs !== null;
    }
    memoryUsedMb = stretch.memoryUsedMb ?? memoryUsedMb;
  }
  const meanMs = answers === 0 ? null : totalMs / answers;
  return { from, to, checks, failures, meanMs, maxMs: isMaxKnown ? maxMs : null, reason: null, memoryUsedMb };
}

export function failedChecks({ failures }: Pick<Stretch, 'failures'>): number {
  return FAILURE_KINDS.reduce((sum, kind) => sum + (failures[kind] ?? 0), 0);
}

export function healthyChecks(stretch: Pick<Stretch, 'checks' | 'failures'>): number {
  return stretch.checks - failedChecks(stretch);
}

/** The share of checks that found it healthy, from 0 to 1; `null` where there was none. */
export function availability(stretches: readonly Stretch[]): number | null {
  const checks = stretches.reduce((sum, stretch) => sum + stretch.checks, 0);
  return checks === 0 ? null : 1 - stretches.reduce((sum, stretch) => sum + failedChecks(stretch), 0) / checks;
}

/** Whether some of it, or the one check that it is, lies from `from` to before `to`. */
export function isInTime(stretch: Pick<Stretch, 'from' | 'to'>, from: number, to: number): boolean {
  return stretch.from < to && (stretch.to > from || stretch.from >= from);
}

/**
 * `count` stretches of equal length that together cover the time from `from` to before `to`. What lies in that time counts
 * in one of them, where its middle is: of stretches that are longer than a slot, some slots would seem unwatched.
 */
export function inSlots(stretches: readonly Stretch[], from: number, to: number, count: number): readonly Stretch[] {
  const length = (to - from) / count;
  const slots: Stretch[][] = Array.from({ length: count }, () => []);
  for (const stretch of stretches) {
    if (!isInTime(stretch, from, to)) continue;
    const slot = Math.floor(((stretch.from + stretch.to) / 2 - from) / length);
    slots[Math.min(Math.max(slot, 0), count - 1)]?.push(stretch);
  }
  return slots.map((slot, index) => sumUp(slot, from + index * length, from + (index + 1) * length));
}
