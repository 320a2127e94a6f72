/** The part of a service's history that its state keeps: its last checks, the running hour, and hours that are not written to the store yet. */

import { earlierTime, joinLists } from '../fields/join';
import { BUCKET_MS, type Bucket, bucketOf, joinBuckets, sumUp } from './bucket';
import type { PastCheck } from './past-check';
import type { ServiceChange } from './service-change';
import { type Aims, joinCounters, type SloCounters, withCounted } from './slo-counters';

export const { fine: FINE_MS, hours: HOUR_MS } = BUCKET_MS;
export const CHECKS_KEPT = 60;
/** The current hour, and six more while the store can't be written; then the oldest is dropped. */
export const HOURS_KEPT = 7;

/** An hour of UTC: its fine buckets that have checks, oldest first. Milliseconds since 1970. */
export interface Hour {
  readonly from: number;
  readonly buckets: readonly Bucket[];
}

/** An hour that the state keeps. */
export interface HourRecord extends Hour {
  /** How many of its checks are in the store. */
  readonly written: number;
}

export interface RunningHistory {
  /** The time of the first check, in milliseconds since 1970; `null` before it. */
  readonly since: number | null;
  /** The last checks, oldest first; at most `CHECKS_KEPT`. */
  readonly checks: readonly PastCheck[];
  /** The running hour, the hour before it, and those that are not written yet; oldest first, at most `HOURS_KEPT`. */
  readonly hours: readonly HourRecord[];
  /** The counts for the objective; `null` if there is none. */
  readonly counters: SloCounters | null;
}

export const NO_HISTORY: RunningHistory = { since: null, checks: [], hours: [], counters: null };

/**
 * Adds a check, and the change of the service that it has found. The first check of another hour ends the hour. `aims` are
 * those of its objective, if it has any.
 */
export function withCheck(
  { since, checks, hours, counters }: RunningHistory,
  check: PastCheck,
  change: ServiceChange | null,
  aims: Aims | null = null,
): RunningHistory {
  const { at } = check;
  // A check that seems to be much later was timed by a clock that has been set back since.
  const others = checks.filter((earlier) => earlier.at <= at + FINE_MS && earlier.at !== at);
  const last = [...others, check].sort((left, right) => left.at - right.at).slice(-CHECKS_KEPT);
  const counted = withChecked(hours, check, change, aims?.underMs ?? null);
  return {
    since: Math.min(since ?? at, at),
    checks: last,
    hours: neededHours({ checks: last, hours: counted }),
    counters: aims && withCounted(counters, check, aims, checks.at(-1)?.at),
  };
}

/** The part of a history that shows which hours the store lacks. */
export type Unwritten = Pick<RunningHistory, 'checks' | 'hours'>;

/** The hour of the latest check; `null` before the first. */
export function runningHour({ checks, hours }: Unwritten): HourRecord | null {
  const latest = checks.at(-1)?.at;
  return (latest === undefined ? hours.at(-1) : hours.find(({ from }) => from === roundDown(latest, HOUR_MS))) ?? null;
}

/** The hours that are over, and that the store doesn't have as they are, oldest first. */
export function hoursToWrite(history: Unwritten): readonly HourRecord[] {
  const running = runningHour(history);
  return history.hours.filter((hour) => hour !== running && !isWritten(hour));
}

/** The hours that only the state has as they are, oldest first: those that are not written yet, and the running hour. */
export function unwrittenHours(history: Unwritten): readonly HourRecord[] {
  const running = runningHour(history);
  return history.hours.filter((hour) => hour === running || !isWritten(hour));
}

function isWritten(hour: HourRecord): boolean {
  return checksIn(hour) <= hour.written;
}

function checksIn({ buckets }: Hour): number {
  return buckets.reduce((sum, { checks }) => sum + checks, 0);
}

/** Returns the history after `hours` were written. They stay until the next check, so that another process learns that they were written. */
export function withWritten(history: RunningHistory, hours: readonly Hour[]): RunningHistory {
  const taken = new Map(hours.map((hour) => [hour.from, checksIn(hour)]));
  const marked = history.hours.map((hour) => {
    const written = Math.max(hour.written, taken.get(hour.from) ?? 0);
    return written === hour.written ? hour : { ...hour, written };
  });
  return { ...history, hours: marked };
}

/** Drops stored hours except the hour before the running one, so that a late check still finds its bucket. */
function neededHours(history: Unwritten): readonly HourRecord[] {
  const running = runningHour(history);
  const before = history.hours.findLast((hour) => isWritten(hour) && hour.from < (running?.from ?? 0));
  return history.hours.filter((hour) => hour === running || hour === before || !isWritten(hour)).slice(-HOURS_KEPT);
}

/** The hours with a check: in the running hour, or in an earlier hour since a clock was set back or the check comes late. */
function withChecked(
  hours: readonly HourRecord[],
  check: PastCheck,
  change: ServiceChange | null,
  underMs: number | null,
): readonly HourRecord[] {
  const from = roundDown(check.at, HOUR_MS);
  const known = hours.find((hour) => hour.from === from) ?? { from, buckets: [], written: 0 };
  const others = hours.filter((hour) => hour !== known);
  return [...others, inHour(known, check, change, underMs)].sort((left, right) => left.from - right.from);
}

function inHour(hour: HourRecord, check: PastCheck, change: ServiceChange | null, underMs: number | null): HourRecord {
  const { buckets } = hour;
  const start = roundDown(check.at, FINE_MS);
  const end = start + FINE_MS;
  const added = bucketOf(check, change, start, end, underMs);
  const index = buckets.findIndex((bucket) => bucket.from === start);
  const known = buckets[index];
  if (known) return { ...hour, buckets: buckets.with(index, sumUp([known, added], start, end)) };
  return { ...hour, buckets: [...buckets, added].sort((left, right) => left.from - right.from) };
}

/**
 * Joins any two histories of a service, such as those of the store and of a process: in any order, and any number of times.
 * A check never counts twice. Of the checks of two processes at once some may be missing.
 */
export function joinHistories(left: RunningHistory, right: RunningHistory): RunningHistory {
  return {
    since: earlierTime(left.since, right.since),
    checks: joinLists(left.checks, right.checks, {
      key: ({ at }) => at,
      order: (one, other) => one.at - other.at,
      most: CHECKS_KEPT,
    }),
    hours: joinLists(left.hours, right.hours, {
      key: ({ from }) => from,
      order: (one, other) => one.from - other.from,
      most: HOURS_KEPT,
      join: joinHours,
    }),
    counters: joinCounters(left.counters, right.counters),
  };
}

/** The buckets have everything that was stored of either, so the larger number is right for both. */
function joinHours(left: HourRecord, right: HourRecord): HourRecord {
  const buckets = joinBuckets(left.buckets, right.buckets);
  return { from: left.from, buckets, written: Math.max(left.written, right.written) };
}

function roundDown(time: number, step: number): number {
  return Math.floor(time / step) * step;
}
