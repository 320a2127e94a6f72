/** How many checks of a service were bad, for its objective: in slots of five minutes, an hour and a day. Each check counts in all three. */

import type { ObjectiveReason } from '../words/codes';
import { type Bucket, countedChecks, failedChecks, isSlow, isTimed, timedChecks } from './bucket';
import type { PastCheck } from './past-check';

const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];
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

/** Slots that follow each other without a gap. */
export interface Slots {
  /** When the first one begins, in milliseconds since 1970: a multiple of their length. */
  readonly from: number;
  /** Four numbers a slot, in the order of `TallyCounts`. */
  readonly counts: readonly number[];
}

export const SLOT_MS = { fine: 5 * MINUTE_MS, hours: HOUR_MS, days: DAY_MS } as const;
export type SlotLength = keyof typeof SLOT_MS;
export const SLOT_LENGTHS = Object.keys(SLOT_MS) as readonly SlotLength[];
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
  readonly slots: Readonly<Record<SlotLength, Slots>>;
}

export const NO_SLOTS: Slots = { from: 0, counts: [] };

/** How many slots of each length are kept: fine ones for the shorter windows of the alerts, hours for the longer ones, days for the window. */
export function slotsKept(windowMs: number): Readonly<Record<SlotLength, number>> {
  const scale = windowMs / MONTH_MS;
  const fineMs = Math.max(6 * HOUR_MS, 6 * HOUR_MS * scale);
  const hoursMs = Math.max(DAY_MS, 3 * DAY_MS * scale);
  // One slot is not over yet.
  return {
    fine: Math.ceil(fineMs / SLOT_MS.fine) + 1,
    hours: Math.ceil(hoursMs / SLOT_MS.hours) + 1,
    days: windowMs / SLOT_MS.days + 1,
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
  const { fine, hours, days } = tally.slots;
  const counts = countsOf(check, aims.underMs);
  return {
    ...counted,
    slots: {
      fine: added(fine, SLOT_MS.fine, kept.fine, check.at, counts),
      hours: added(hours, SLOT_MS.hours, kept.hours, check.at, counts),
      days: added(days, SLOT_MS.days, kept.days, check.at, counts),
    },
  };
}

/** Adds checks of another process. One that comes when even the finest counts begin later is left out. */
export function withLate(before: Tally, checks: readonly PastCheck[], aims: Aims): Tally {
  return checks.reduce(
    (tally, check) => (isLongBefore(tally, check, aims) ? tally : tallied(tally, check, aims)),
    before,
  );
}

function isLongBefore({ until }: Tally, { at }: PastCheck, { windowMs }: Aims): boolean {
  return at < until - slotsKept(windowMs).fine * SLOT_MS.fine;
}

function newTally(aims: Aims, at: number): Tally {
  const { underMs, windowMs } = aims;
  const slots = { fine: NO_SLOTS, hours: NO_SLOTS, days: NO_SLOTS };
  return { underMs, windowMs, since: at, timedSince: at, until: at, seeded: false, burns: {}, slots };
}

/** A longer window begins with what was kept for the shorter one, until the store is asked. */
function adapted(tally: Tally, { underMs, windowMs }: Aims, at: number): Tally {
  if (tally.underMs === underMs && tally.windowMs === windowMs) return tally;
  const isLonger = windowMs > tally.windowMs;
  const first = isLonger ? tally.slots.days.from : 0;
  const isSame = tally.underMs === underMs;
  const { fine, hours, days } = tally.slots;
  return {
    ...{ ...tally, underMs, windowMs, seeded: tally.seeded && !isLonger, since: Math.max(tally.since, first) },
    timedSince: isSame ? Math.max(tally.timedSince, first) : at,
    slots: isSame ? tally.slots : { fine: untimed(fine), hours: untimed(hours), days: untimed(days) },
  };
}

function untimed({ from, counts }: Slots): Slots {
  return { from, counts: counts.map((count, place) => (place % FIELDS < 2 ? count : 0)) };
}

function countsOf(check: PastCheck, underMs: number | null): TallyCounts {
  const timed = underMs !== null && isTimed(check);
  return {
    checks: 1,
    failed: check.kind === 'healthy' ? 0 : 1,
    timed: timed ? 1 : 0,
    slow: timed && isSlow(check, underMs) ? 1 : 0,
  };
}

/** Of `most` slots at most, the oldest give way; what is older than all of them is left out. */
function added({ from, counts }: Slots, stepMs: number, most: number, at: number, more: TallyCounts): Slots {
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
  next[place] = (next[place] ?? 0) + more.checks;
  next[place + 1] = (next[place + 1] ?? 0) + more.failed;
  next[place + 2] = (next[place + 2] ?? 0) + more.timed;
  next[place + 3] = (next[place + 3] ?? 0) + more.slow;
  return { from: size === 0 ? start : from + first * stepMs, counts: next };
}

/** The sums of the slots that end after `from` and begin by `now`, in milliseconds since 1970. */
export function countsIn({ slots }: Tally, length: SlotLength, from: number, now: number): TallyCounts {
  const stepMs = SLOT_MS[length];
  const { from: start, counts } = slots[length];
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
export function seededWith(tally: Tally, buckets: Readonly<Record<SlotLength, readonly Bucket[]>>): Tally {
  const kept = slotsKept(tally.windowMs);
  const slots = { ...tally.slots };
  for (const length of SLOT_LENGTHS) slots[length] = withBuckets(tally, length, kept[length], buckets[length]);
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
function firstOf(day: Bucket, { fine, hours }: Readonly<Record<SlotLength, readonly Bucket[]>>): Bucket {
  return [hours, fine].reduce((whole, shorter) => {
    const parts = shorter.filter(({ from }) => from >= whole.from && from < whole.to);
    const known = parts.reduce((sum, { checks }) => sum + checks, 0);
    return known === whole.checks ? (parts[0] ?? whole) : whole;
  }, day);
}

function withBuckets(
  { slots, until, underMs }: Tally,
  length: SlotLength,
  most: number,
  all: readonly Bucket[],
): Slots {
  const stepMs = SLOT_MS[length];
  const end = Math.floor(until / stepMs) * stepMs + stepMs;
  const buckets = all.filter(({ from }) => from >= end - most * stepMs && from < end && from % stepMs === 0);
  const known = slots[length];
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
    const { checks, failures } = countedChecks(bucket);
    if (checks > (counts[at] ?? 0)) counts.splice(at, 2, checks, failedChecks({ failures }));
    const { speed } = bucket;
    if (speed !== null && speed.underMs === underMs && speed.checks > (counts[at + 2] ?? 0))
      counts.splice(at + 2, 2, speed.checks, speed.slow);
  }
  return { from, counts };
}
