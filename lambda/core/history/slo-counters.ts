/** How many checks of a service were bad, for its objective: in slots of five minutes, an hour and a day. Each check counts in all three. */

import { OBJECTIVE_REASONS, type ObjectiveReason } from '../words/codes';
import {
  BUCKET_MS,
  type Bucket,
  bucketOf,
  countedChecks,
  failedChecks,
  firstCheckIn,
  inEach,
  type Resolution,
} from './bucket';
import type { PastCheck } from './past-check';

const { hours: HOUR_MS, days: DAY_MS } = BUCKET_MS;
/** The window to which the lengths of the slots' lists belong; those of another window are in proportion. */
const MONTH_MS = 30 * DAY_MS;

/** The aims that checks are held against. */
export interface Aims {
  /** The response time that answers should stay under, in milliseconds; `null` if none is set. */
  readonly underMs: number | null;
  /** Whole days, in milliseconds. */
  readonly windowMs: number;
}

/** Checks outside planned maintenance; `slow` of those that are `timed`: healthy, and held against the threshold. */
export interface SloCounts {
  readonly checks: number;
  readonly failed: number;
  readonly timed: number;
  readonly slow: number;
}

/** Slots that follow each other without a gap, each as long as a bucket. */
export interface Slots {
  /** When the first slot begins, in milliseconds since 1970: a multiple of their length. */
  readonly from: number;
  /** Four numbers a slot, in the order of `SloCounts`. */
  readonly counts: readonly number[];
}

export const FIELDS = 4;

export interface SloCounters extends Aims {
  /** How often the counters were reset, since their aims changed or a clock was set back. In a join the larger number wins. */
  readonly generation: number;
  /** Since when checks count, and since when they are held against the threshold, in milliseconds since 1970. */
  readonly since: number;
  readonly timedSince: number;
  /** The time of the latest check that counts. */
  readonly until: number;
  /** Whether earlier checks from the store have been added. */
  readonly backfilled: boolean;
  /** When the budget was last used too fast, by the reason. */
  readonly burns: Readonly<Partial<Record<ObjectiveReason, number>>>;
  readonly slots: Readonly<Record<Resolution, Slots>>;
}

export const NO_SLOTS: Slots = { from: 0, counts: [] };

/** Returns how many slots of each length are stored: fine slots for the shorter windows of the alerts, hours for the longer windows, days for the window. */
export function slotsKept(windowMs: number): Readonly<Record<Resolution, number>> {
  const scale = windowMs / MONTH_MS;
  const fineMs = Math.max(6 * HOUR_MS, 6 * HOUR_MS * scale);
  const hoursMs = Math.max(DAY_MS, 3 * DAY_MS * scale);
  // The last slot is not over yet.
  return {
    fine: Math.ceil(fineMs / BUCKET_MS.fine) + 1,
    hours: Math.ceil(hoursMs / HOUR_MS) + 1,
    days: windowMs / DAY_MS + 1,
  };
}

/** Adds a check. Counts for another threshold are not held against the new threshold. `latest` is the time of the check before. */
export function withCounted(
  before: SloCounters | null,
  check: PastCheck,
  aims: Aims,
  latest: number | null = null,
): SloCounters {
  const known = before === null ? newCounters(aims, check.at, 0) : adaptAims(before, aims, check.at);
  const kept = slotsKept(aims.windowMs);
  // A clock was wrong and has been corrected: what it counted belongs to no stored time.
  const isLongBefore = check.at < known.until - kept.fine * BUCKET_MS.fine;
  const counters = isLongBefore ? newCounters(aims, check.at, known.generation + 1) : known;
  // Without an objective checks were not counted here.
  const backfilled = counters.backfilled && (latest ?? 0) <= counters.until;
  const counts = countsForSlot(bucketOf(check, null, check.at, check.at, aims.underMs), aims.underMs);
  return {
    ...counters,
    backfilled,
    since: Math.min(counters.since, check.at),
    until: Math.max(counters.until, check.at),
    slots: inEach((each) => addToSlot(counters.slots[each], BUCKET_MS[each], kept[each], check.at, counts)),
  };
}

function newCounters(aims: Aims, at: number, generation: number): SloCounters {
  const { underMs, windowMs } = aims;
  const slots = inEach(() => NO_SLOTS);
  return { underMs, windowMs, generation, since: at, timedSince: at, until: at, backfilled: false, burns: {}, slots };
}

/** Adapts the counters to new aims; their counts are read from the store again. A longer window begins with the counts of the shorter one. */
function adaptAims(counters: SloCounters, { underMs, windowMs }: Aims, at: number): SloCounters {
  if (counters.underMs === underMs && counters.windowMs === windowMs) return counters;
  const first = windowMs > counters.windowMs ? counters.slots.days.from : 0;
  const isSame = counters.underMs === underMs;
  return {
    ...counters,
    underMs,
    windowMs,
    generation: counters.generation + 1,
    backfilled: false,
    since: Math.max(counters.since, first),
    timedSince: isSame ? Math.max(counters.timedSince, first) : at,
    slots: isSame ? counters.slots : inEach((each) => clearTimed(counters.slots[each])),
  };
}

function clearTimed({ from, counts }: Slots): Slots {
  return { from, counts: counts.map((count, place) => (place % FIELDS < 2 ? count : 0)) };
}

/** The counts of a bucket, held against a threshold: the fields of a slot. */
function countsForSlot(bucket: Bucket, underMs: number | null): readonly [number, number, number, number] {
  const counted = countedChecks(bucket);
  const speed = bucket.speed?.underMs === underMs ? bucket.speed : null;
  return [counted.checks, failedChecks(counted), speed?.checks ?? 0, speed?.slow ?? 0];
}

/** Adds a slot. At most `most` slots stay, the newest; a slot older than all of them is dropped. */
function addToSlot({ from, counts }: Slots, stepMs: number, most: number, at: number, slot: readonly number[]): Slots {
  const start = Math.floor(at / stepMs) * stepMs;
  const size = counts.length / FIELDS;
  const index = size === 0 ? 0 : (start - from) / stepMs;
  const end = Math.max(size, index + 1);
  const first = Math.max(Math.min(0, index), end - most);
  if (index < first) return { from, counts };
  // This runs for each check; most fall into an existing slot.
  const next = counts.slice(Math.max(first, 0) * FIELDS);
  if (first < 0) next.unshift(...new Array<number>(-first * FIELDS).fill(0));
  while (next.length < (end - first) * FIELDS) next.push(0);
  const place = (index - first) * FIELDS;
  for (let field = 0; field < FIELDS; field += 1) next[place + field] = (next[place + field] ?? 0) + (slot[field] ?? 0);
  return { from: size === 0 ? start : from + first * stepMs, counts: next };
}

/**
 * Joins the counters of two processes: of the same slot the larger count of checks, and the larger count of those that are timed. They have
 * counted the same checks, so nothing is added. Of different aims those count that came last; the store is asked for the rest.
 */
export function joinCounters(left: SloCounters | null, right: SloCounters | null): SloCounters | null {
  if (left === null || right === null) return left ?? right;
  const later = compareAims(left, right);
  if (later !== 0) return later > 0 ? left : right;
  const kept = slotsKept(left.windowMs);
  return {
    ...left,
    since: Math.min(left.since, right.since),
    timedSince: Math.min(left.timedSince, right.timedSince),
    until: Math.max(left.until, right.until),
    backfilled: left.backfilled || right.backfilled,
    burns: latestBurns(left.burns, right.burns),
    slots: inEach((each) => joinSlots(left.slots[each], right.slots[each], BUCKET_MS[each], kept[each])),
  };
}

/** 0 if both have counted for the same aims, and were begun as often. */
function compareAims(left: SloCounters, right: SloCounters): number {
  return (
    left.generation - right.generation ||
    left.windowMs - right.windowMs ||
    // A threshold is never 0.
    (left.underMs ?? 0) - (right.underMs ?? 0)
  );
}

function latestBurns(left: SloCounters['burns'], right: SloCounters['burns']): SloCounters['burns'] {
  const reasons = OBJECTIVE_REASONS.filter((reason) => reason in left || reason in right);
  return Object.fromEntries(reasons.map((reason) => [reason, Math.max(left[reason] ?? 0, right[reason] ?? 0)]));
}

/** Joins slots. At most `most` stay, the newest. */
function joinSlots(left: Slots, right: Slots, stepMs: number, most: number): Slots {
  if (left.counts.length === 0 || right.counts.length === 0) return left.counts.length === 0 ? right : left;
  const endOf = ({ from, counts }: Slots) => from + (counts.length / FIELDS) * stepMs;
  const end = Math.max(endOf(left), endOf(right));
  const from = Math.max(Math.min(left.from, right.from), end - most * stepMs);
  const counts = new Array<number>(((end - from) / stepMs) * FIELDS).fill(0);
  for (const slots of [left, right]) {
    const start = ((slots.from - from) / stepMs) * FIELDS;
    // Checks and how many failed, then those that are timed and how many were slow.
    for (let place = Math.max(0, -start); place < slots.counts.length; place += 2) {
      const all = slots.counts[place] ?? 0;
      const bad = slots.counts[place + 1] ?? 0;
      const at = start + place;
      const more = all - (counts[at] ?? 0) || bad - (counts[at + 1] ?? 0);
      if (more <= 0) continue;
      counts[at] = all;
      counts[at + 1] = bad;
    }
  }
  return { from, counts };
}

/** The sums of the slots that end after `from` and begin by `now`, in milliseconds since 1970. */
export function countsIn({ slots }: SloCounters, resolution: Resolution, from: number, now: number): SloCounts {
  const stepMs = BUCKET_MS[resolution];
  const { from: start, counts } = slots[resolution];
  const end = Math.min(counts.length, (Math.floor((now - start) / stepMs) + 1) * FIELDS);
  let checks = 0;
  let failed = 0;
  let timed = 0;
  let slow = 0;
  for (let place = Math.max(0, Math.floor((from - start) / stepMs)) * FIELDS; place < end; place += FIELDS) {
    checks += counts[place] ?? 0;
    failed += counts[place + 1] ?? 0;
    timed += counts[place + 2] ?? 0;
    slow += counts[place + 3] ?? 0;
  }
  return { checks, failed, timed, slow };
}

/**
 * Adds the checks in buckets of each length, oldest first. Checks that were measured against another threshold are not timed.
 * `firstCheck` is when the service was first checked, in milliseconds since 1970; `null` if that is not known.
 */
export function backfill(
  counters: SloCounters,
  buckets: Readonly<Record<Resolution, readonly Bucket[]>>,
  firstCheck: number | null = null,
): SloCounters {
  const kept = slotsKept(counters.windowMs);
  const slots = inEach((each) => {
    const add = (sum: Slots, bucket: Bucket) =>
      addToSlot(sum, BUCKET_MS[each], kept[each], bucket.from, countsForSlot(bucket, counters.underMs));
    const known = buckets[each].filter(({ from }) => from <= counters.until);
    return joinSlots(counters.slots[each], known.reduce(add, NO_SLOTS), BUCKET_MS[each], kept[each]);
  });
  const [first] = buckets.days;
  const timed = buckets.days.find(({ speed }) => speed?.underMs === counters.underMs);
  const start = Math.floor(counters.until / DAY_MS) * DAY_MS - (kept.days - 1) * DAY_MS;
  const firstAt = first === undefined ? counters.since : Math.max(start, firstCheckIn(first, firstCheck));
  const since = Math.min(counters.since, firstAt);
  // A day in which the threshold was set does not say when.
  const isEarlier = timed !== undefined && timed.to <= counters.timedSince;
  return {
    ...counters,
    slots,
    backfilled: true,
    since,
    timedSince: isEarlier ? Math.max(since, timed.from) : counters.timedSince,
  };
}
