/** The checks that an outage stores: those around its beginning and its end. */

import type { PastCheck } from '../history/past-check';
import { CHECKS_AROUND, CHECKS_WITHIN, type Incident } from './incident';

/** Returns the checks to store, oldest first. `latest` are the last checks of its service: enough not to miss any between two runs. */
export function checksOf(
  { checks, openedAt, over, recovery }: Pick<Incident, 'checks' | 'openedAt' | 'over' | 'recovery'>,
  latest: readonly PastCheck[],
): readonly PastCheck[] {
  const known = checks.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
  const all = [...checks, ...latest.filter(({ at }) => at > known).map(shortened)];
  const end = over?.at ?? recovery?.since ?? Number.POSITIVE_INFINITY;
  const before = all.filter(({ at }) => at < openedAt);
  const within = all.filter(({ at }) => at >= openedAt && at < end);
  const after = all.filter(({ at }) => at >= openedAt && at >= end);
  return [
    ...before.slice(-CHECKS_AROUND),
    ...within.slice(0, CHECKS_WITHIN),
    ...within.slice(CHECKS_WITHIN).slice(-CHECKS_WITHIN),
    ...after.slice(0, CHECKS_AROUND),
  ];
}

/** Drops figures that the story of an outage does not need, to keep the item small. */
function shortened(check: PastCheck): PastCheck {
  return { ...check, ms: check.ms === null ? null : Math.round(check.ms), memoryMb: null };
}

/** The failed checks in the middle of a long outage, which are only counted. */
export interface CountedOnly {
  /** The times of the stored checks around them, in milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  readonly failed: number;
}

/** Returns the failed checks of an outage that are not stored; `null` if there are none. */
export function countedOnly({ openedAt, failedRuns }: Incident, checks: readonly PastCheck[]): CountedOnly | null {
  const within = checks.filter(({ at }) => at >= openedAt);
  const [first, last] = [within[CHECKS_WITHIN - 1], within[CHECKS_WITHIN]];
  const failed = failedRuns - within.filter(({ kind }) => kind !== 'healthy').length;
  return first === undefined || last === undefined || failed <= 0 ? null : { from: first.at, to: last.at, failed };
}

/** A time in which the service failed, in milliseconds since 1970. */
export interface FailingSpan {
  readonly from: number;
  readonly to: number;
}

/** Returns when the service failed during an outage, as far as the stored checks show healthy times in between; oldest first. A span that goes on ends at `now`. */
export function failingSpans(
  { openedAt, relapses, over, recovery }: Incident,
  checks: readonly PastCheck[],
  now: number,
): readonly FailingSpan[] {
  const end = over?.at ?? recovery?.since ?? now;
  const spans: FailingSpan[] = [];
  for (const [index, start] of [openedAt, ...relapses].entries()) {
    const next = relapses[index] ?? end;
    const healthy = checks.find(({ at, kind }) => kind === 'healthy' && at > start && at < next)?.at;
    const last = spans.at(-1);
    if (last?.to === start) spans[spans.length - 1] = { from: last.from, to: healthy ?? next };
    else spans.push({ from: start, to: healthy ?? next });
  }
  return spans;
}
