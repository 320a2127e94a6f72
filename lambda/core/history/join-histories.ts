/**
 * Puts any two histories of a service together, such as what the store has and what a process remembers: in any order, and as often as
 * one likes. A check never counts twice. Of the checks of two processes at once some may be missing.
 */

import { largerBucket } from './bucket';
import type { PastCheck } from './past-check';
import { CHECKS_KEPT, HOURS_KEPT, type HourRecord, type RunningHistory } from './running-history';
import { joinTallies } from './tally';

export function joinHistories(one: RunningHistory, other: RunningHistory): RunningHistory {
  return {
    since: one.since === null || other.since === null ? (one.since ?? other.since) : Math.min(one.since, other.since),
    checks: joinByTime(one.checks, other.checks, ({ at }) => at, joinChecks, CHECKS_KEPT),
    hours: joinByTime(one.hours, other.hours, ({ from }) => from, joinHours, HOURS_KEPT),
    tally: joinTallies(one.tally, other.tally),
  };
}

/** Two processes have checked in the same millisecond: any one is kept, but always the same. */
function joinChecks(one: PastCheck, other: PastCheck): PastCheck {
  const order =
    (one.ms ?? -1) - (other.ms ?? -1) ||
    (one.memoryMb ?? -1) - (other.memoryMb ?? -1) ||
    Number(one.inMaintenance) - Number(other.inMaintenance) ||
    orderOfTexts(one.kind, other.kind) ||
    orderOfTexts(one.reason, other.reason);
  return order >= 0 ? one : other;
}

function orderOfTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one > other ? 1 : -1;
}

/** The buckets have all that the store has taken of either, so the larger number is right for both. */
function joinHours(one: HourRecord, other: HourRecord): HourRecord {
  const buckets = joinByTime(one.buckets, other.buckets, ({ from }) => from, largerBucket);
  return { from: one.from, buckets, written: Math.max(one.written, other.written) };
}

/**
 * All of both, each time once: of two with the same time `join` makes one. Of more than `most` the newest stay. Both lists have their
 * oldest first, and each time once.
 */
export function joinByTime<One>(
  some: readonly One[],
  others: readonly One[],
  timeOf: (one: One) => number,
  join: (one: One, other: One) => One,
  most = Number.POSITIVE_INFINITY,
): readonly One[] {
  const joined: One[] = [];
  let place = 0;
  let next = others[place];
  for (const one of some) {
    const time = timeOf(one);
    for (; next !== undefined && timeOf(next) < time; next = others[++place]) joined.push(next);
    const isSame = next !== undefined && timeOf(next) === time;
    joined.push(isSame ? join(one, next as One) : one);
    if (isSame) next = others[++place];
  }
  for (; next !== undefined; next = others[++place]) joined.push(next);
  return joined.length > most ? joined.slice(-most) : joined;
}
