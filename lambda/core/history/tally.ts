/** How many checks of a service were bad, for its objective: in slots of five minutes, an hour and a day. Each check counts in all three. */

import type { ObjectiveReason } from '../words/codes';
import { type Bucket, bucketOf, countedChecks, failedChecks, timedChecks } from './bucket';
import type { PastCheck } from './past-check';
import { BUCKET_MS, inEach, type Resolution } from './resolution';

const { hours: HOUR_MS, days: DAY_MS } = BUCKET_MS;
/** The window to which the lengths of the slots' lists belong; those of another window are in proportion. */
const MONTH_MS = 30 * DAY_MS;

/** What checks are held against. */
export interface Aims {
  /** How fast an answer should be, in milliseconds; `null` if nobody says. */
  readonly underMs: number | null;
  /** Whole days, in milliseconds. */
  readonly windowMs: number;
}

/** Checks outside planned maintenance; `slow` of those that are `timed`: healthy, and held against the threshold. */
export interface TallyCounts {
  readonly checks: number;
  readonly failed: number;
  readonly timed: number;
  readonly slow: number;
}

/** Slots that follow each other without a gap, each as long as a bucket. */
export interface Slots {
  /** When the first one begins, in milliseconds since 1970: a multiple of their length. */
  readonly from: number;
  /** Four numbers a slot, in the order of `TallyCounts`. */
  readonly counts: readonly number[];
}

export const FIELDS = 4;

export interface Tally extends Aims {
  /** Since when checks count, and since when they are held against the threshold, in milliseconds since 1970. */
  readonly since: number;
  readonly timedSince: number;
  /** The time of the latest check that counts. */
  readonly until: number;
  /** Whether what the store knows of the time before has been added. */
  readonly seeded: boolean;
  /** When the budget was last used too fast, by the reason. */
  readonly burns: Readonly<Partial<Record<ObjectiveReason, number>>>;
  readonly slots: Readonly<Record<Resolution, Slots>>;
}

export const NO_SLOTS: Slots = { from: 0, counts: [] };

/** How many slots of each length are kept: fine ones for the shorter windows of the alerts, hours for the longer ones, days for the window. */
export function slotsKept(windowMs: number): Readonly<Record<Resolution, number>> {
  const scale = windowMs / MONTH_MS;
  const fineMs = Math.max(6 * HOUR_MS, 6 * HOUR_MS * scale);
  const hoursMs = Math.max(DAY_MS, 3 * DAY_MS * scale);
  // One slot is not over yet.
  return {
    fine: Math.ceil(fineMs / BUCKET_MS.fine) + 1,
    hours: Math.ceil(hoursMs / HOUR_MS) + 1,
    days: windowMs / DAY_MS + 1,
  };
}

/** Adds a check. What was counted before another threshold is not held against the new one. `latest` is the time of the check before. */
export function tallied(before: Tally | null, check: PastCheck, aims: Aims, latest: number | null = null): Tally {
  const known = before === null ? null : adapted(before, aims, check.at);
  const kept = slotsKept(aims.windowMs);
  // A clock was wrong, and has been set: what it counted is of no time that is kept.
  const tally = known === null || isLongBefore(known, check, aims) ? newTally(aims, check.at) : known;
  // Another version has counted checks that are missing here.
  const seeded = tally.seeded && (latest ?? 0) <= tally.until;
  const counted = { ...tally, seeded, since: Math.min(tally.since, check.at), until: Math.max(tally.until, check.at) };
  if (check.inMaintenance) return counted;
  const slot = slotOf(bucketOf(check, null, check.at, check.at, aims.underMs), aims.underMs);
  return { ...counted, slots: inEach((each) => added(tally.slots[each], BUCKET_MS[each], kept[each], check.at, slot)) };
}

/** Adds checks of another process. One that comes when even the finest counts begin later is left out. */
export function withLate(before: Tally, checks: readonly PastCheck[], aims: Aims): Tally {
  return checks.reduce(
    (tally, check) => (isLongBefore(tally, check, aims) ? tally : tallied(tally, check, aims)),
    before,
  );
}

function isLongBefore({ until }: Tally, { at }: PastCheck, { windowMs }: Aims): boolean {
  return at < until - slotsKept(windowMs).fine * BUCKET_MS.fine;
}

function newTally(aims: Aims, at: number): Tally {
  const { underMs, windowMs } = aims;
  const slots = inEach(() => NO_SLOTS);
  return { underMs, windowMs, since: at, timedSince: at, until: at, seeded: false, burns: {}, slots };
}

/** A longer window begins with what was kept for the shorter one, until the store is asked. */
function adapted(tally: Tally, { underMs, windowMs }: Aims, at: number): Tally {
  if (tally.underMs === underMs && tally.windowMs === windowMs) return tally;
  const isLonger = windowMs > tally.windowMs;
  const first = isLonger ? tally.slots.days.from : 0;
  const isSame = tally.underMs === underMs;
  return {
    ...{ ...tally, underMs, windowMs, seeded: tally.seeded && !isLonger, since: Math.max(tally.since, first) },
    timedSince: isSame ? Math.max(tally.timedSince, first) : at,
    slots: isSame ? tally.slots : inEach((each) => untimed(tally.slots[each])),
  };
}

function untimed({ from, counts }: Slots): Slots {
  return { from, counts: counts.map((count, place) => (place % FIELDS < 2 ? count : 0)) };
}

/** What a bucket counts, held against a threshold: the fields of a slot. */
function slotOf(bucket: Bucket, underMs: number | null): readonly [number, number, number, number] {
  const counted = countedChecks(bucket);
  const speed = bucket.speed?.underMs === underMs ? bucket.speed : null;
  return [counted.checks, failedChecks(counted), speed?.checks ?? 0, speed?.slow ?? 0];
}

/** Of `most` slots at most, the oldest give way; what is older than all of them is left out. */
function added({ from, counts }: Slots, stepMs: number, most: number, at: number, slot: readonly number[]): Slots {
  const start = Math.floor(at / stepMs) * stepMs;
  const size = counts.length / FIELDS;
  const index = size === 0 ? 0 : (start - from) / stepMs;
  const end = Math.max(size, index + 1);
  const first = Math.max(Math.min(0, index), end - most);
  if (index < first) return { from, counts };
  // This is done for each check: most come into a slot that is there already.
  const next = counts.slice(Math.max(first, 0) * FIELDS);
  if (first < 0) next.unshift(...new Array<number>(-first * FIELDS).fill(0));
  while (next.length < (end - first) * FIELDS) next.push(0);
  const place = (index - first) * FIELDS;
  for (let field = 0; field < FIELDS; field += 1) next[place + field] = (next[place + field] ?? 0) + (slot[field] ?? 0);
  return { from: size === 0 ? start : from + first * stepMs, counts: next };
}

/** The sums of the slots that end after `from` and begin by `now`, in milliseconds since 1970. */
export function countsIn({ slots }: Tally, resolution: Resolution, from: number, now: number): TallyCounts {
  const stepMs = BUCKET_MS[resolution];
  const { from: start, counts } = slots[resolution];
  const end = Math.min(counts.length, (Math.floor((now - start) / stepMs) + 1) * FIELDS);
  let [checks, failed, timed, slow] = [0, 0, 0, 0];
  for (let place = Math.max(0, Math.floor((from - start) / stepMs)) * FIELDS; place < end; place += FIELDS) {
    checks += counts[place] ?? 0;
    failed += counts[place + 1] ?? 0;
    timed += counts[place + 2] ?? 0;
    slow += counts[place + 3] ?? 0;
  }
  return { checks, failed, timed, slow };
}

/**
 * With what buckets know besides, of each length, oldest first. They have counted the same checks, so nothing is added: of two counts
 * of the same slot the larger one stays. Checks that were held against another threshold are not.
 */
export function seededWith(tally: Tally, buckets: Readonly<Record<Resolution, readonly Bucket[]>>): Tally {
  const kept = slotsKept(tally.windowMs);
  const slots = inEach((each) => withBuckets(tally, each, kept[each], buckets[each]));
  const [first] = buckets.days;
  const timed = buckets.days.find(
    (day) => day.speed?.underMs === tally.underMs && day.speed.checks === timedChecks(day),
  );
  const start = Math.floor(tally.until / DAY_MS) * DAY_MS - (kept.days - 1) * DAY_MS;
  const sinceOf = (day: Bucket | undefined, known: number) =>
    day === undefined ? known : Math.min(known, Math.max(firstOf(day, buckets).from, start));
  return {
    ...{ ...tally, slots, seeded: true },
    since: sinceOf(first, tally.since),
    timedSince: sinceOf(timed, tally.timedSince),
  };
}

/** The first bucket of a day, as short as those that are known: a day whose checks began at noon did not begin at midnight. */
function firstOf(day: Bucket, { fine, hours }: Readonly<Record<Resolution, readonly Bucket[]>>): Bucket {
  return [hours, fine].reduce((whole, shorter) => {
    const parts = shorter.filter(({ from }) => from >= whole.from && from < whole.to);
    const known = parts.reduce((sum, { checks }) => sum + checks, 0);
    return known === whole.checks ? (parts[0] ?? whole) : whole;
  }, day);
}

function withBuckets(
  { slots, until, underMs }: Tally,
  resolution: Resolution,
  most: number,
  all: readonly Bucket[],
): Slots {
  const stepMs = BUCKET_MS[resolution];
  const end = Math.floor(until / stepMs) * stepMs + stepMs;
  const buckets = all.filter(({ from }) => from >= end - most * stepMs && from < end && from % stepMs === 0);
  const known = slots[resolution];
  const first = Math.min(known.counts.length === 0 ? end : known.from, buckets[0]?.from ?? end);
  const from = Math.max(first, end - most * stepMs);
  const counts = new Array<number>(((end - from) / stepMs) * FIELDS).fill(0);
  const place = (start: number) => ((start - from) / stepMs) * FIELDS;
  for (const [index, count] of known.counts.entries()) {
    const at = place(known.from) + index;
    if (at >= 0 && at < counts.length) counts[at] = count;
  }
  for (const bucket of buckets) {
    const at = place(bucket.from);
    const [checks, failed, timed, slow] = slotOf(bucket, underMs);
    if (checks > (counts[at] ?? 0)) counts.splice(at, 2, checks, failed);
    if (timed > (counts[at + 2] ?? 0)) counts.splice(at + 2, 2, timed, slow);
  }
  return { from, counts };
}
