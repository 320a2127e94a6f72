/**
 * Joins any two histories of a service, such as those of the store and of a process: in any order, and any number of times.
 * A check never counts twice. Of the checks of two processes at once some may be missing.
 */

import { largerBucket } from './bucket';
import type { PastCheck } from './past-check';
import { CHECKS_KEPT, HOURS_KEPT, type HourRecord, type RunningHistory } from './running-history';
import { joinCounters } from './slo-counters';

export function joinHistories(left: RunningHistory, right: RunningHistory): RunningHistory {
  return {
    since:
      left.since === null || right.since === null ? (left.since ?? right.since) : Math.min(left.since, right.since),
    checks: joinByTime(left.checks, right.checks, ({ at }) => at, joinChecks, CHECKS_KEPT),
    hours: joinByTime(left.hours, right.hours, ({ from }) => from, joinHours, HOURS_KEPT),
    counters: joinCounters(left.counters, right.counters),
  };
}

/** If two processes checked in the same millisecond, one of the checks counts, always the same one. */
function joinChecks(left: PastCheck, right: PastCheck): PastCheck {
  const order =
    (left.ms ?? -1) - (right.ms ?? -1) ||
    (left.memoryMb ?? -1) - (right.memoryMb ?? -1) ||
    Number(left.inMaintenance) - Number(right.inMaintenance) ||
    orderOfTexts(left.kind, right.kind) ||
    orderOfTexts(left.reason, right.reason);
  return order >= 0 ? left : right;
}

function orderOfTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left > right ? 1 : -1;
}

/** The buckets have everything that was stored of either, so the larger number is right for both. */
function joinHours(left: HourRecord, right: HourRecord): HourRecord {
  const buckets = joinByTime(left.buckets, right.buckets, ({ from }) => from, largerBucket);
  return { from: left.from, buckets, written: Math.max(left.written, right.written) };
}

/**
 * The items of both, each time once: `join` makes an item of two with the same time. Of more than `most` the newest stay. Both lists have their
 * oldest first, and each time once.
 */
export function joinByTime<Item>(
  some: readonly Item[],
  others: readonly Item[],
  timeOf: (item: Item) => number,
  join: (some: Item, other: Item) => Item,
  most = Number.POSITIVE_INFINITY,
): readonly Item[] {
  const joined: Item[] = [];
  let place = 0;
  let next = others[place];
  for (const item of some) {
    const time = timeOf(item);
    for (; next !== undefined && timeOf(next) < time; next = others[++place]) joined.push(next);
    const isSame = next !== undefined && timeOf(next) === time;
    joined.push(isSame ? join(item, next as Item) : item);
    if (isSame) next = others[++place];
  }
  for (; next !== undefined; next = others[++place]) joined.push(next);
  return joined.length > most ? joined.slice(-most) : joined;
}
