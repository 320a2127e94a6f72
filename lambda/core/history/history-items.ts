/** The items in which the store keeps a history: which there are, what an hour adds to them, and what is read of them. */

import { grouped } from '../words/in-batches';
import { type Bucket, largerBucket, sumUp } from './bucket';
import { decodeBuckets, encodeBuckets } from './bucket-bytes';
import { joinByTime } from './join-by-time';
import { BUCKET_MS, type Resolution } from './resolution';
import { bucketsOfHour, type Hour, type Unwritten, unwrittenHours } from './running-history';

const { hours: HOUR_MS, days: DAY_MS } = BUCKET_MS;

/** How many days an item is kept after the end of its day or month. */
export const HISTORY_KEPT_DAYS: Readonly<Record<Resolution, number>> = { fine: 3, hours: 400, days: 400 };

/** The earliest time of which a history may still be kept, in milliseconds since 1970. */
export function earliestKept(now: number): number {
  return now - HISTORY_KEPT_DAYS.days * DAY_MS;
}

/** The key of an item within its service: of a UTC day, or of a month if its buckets are days, such as `fine/2026-11-22` and `days/2026-11`. */
export type ItemKey = `${Resolution}/${string}`;

/**
 * The parts of an item, as bytes: of `fine` and `hours` one for each hour (`00` to `23`), of `days` one for each day (`01` to
 * `31`).
 */
export type ItemParts = ReadonlyMap<string, Uint8Array>;

export interface HistoryItem {
  readonly key: ItemKey;
  readonly parts: ItemParts;
}

/** A part to be put into an item, in place of what is there. */
export interface ItemPart {
  readonly key: ItemKey;
  readonly part: string;
  readonly bytes: Uint8Array;
  /** What it replaces, as that was read: whoever knows of more has put something else there. `null` if there was no such part. */
  readonly before: Uint8Array | null;
  /** From when on nobody needs the item, in milliseconds since 1970. */
  readonly expiresAt: number;
}

/** The items that must be read before `hours` are written; `running` is the hour that runs. */
export function keysOfHours(hours: readonly Hour[], running: Hour | null): readonly ItemKey[] {
  const ofHours = hours.flatMap(({ from }) => [keyOf('fine', from), keyOf('hours', from)]);
  return [...new Set([...ofHours, ...daysOver(hours, running).map((day) => keyOf('days', day))])];
}

/** The days of some hours that are over, since an hour of another day runs: each has a bucket of its own. */
function daysOver(hours: readonly Hour[], running: Hour | null): readonly number[] {
  const days = new Set(hours.map(({ from }) => startOfDay(from)));
  return running === null ? [] : [...days].filter((day) => day !== startOfDay(running.from));
}

/**
 * What hours that are over add to the items as they are, each part once. Writing them twice adds nothing: of the same five minutes,
 * the bucket with more checks counts.
 */
export function partsOfHours(
  hours: readonly Hour[],
  items: readonly HistoryItem[],
  running: Hour | null,
): readonly ItemPart[] {
  const read = new Map(items.map(({ key, parts }) => [key, parts]));
  const known = new Map(items.map(({ key, parts }) => [key, new Map(parts)]));
  const made = new Map<string, ItemPart>();
  const put = (resolution: Resolution, from: number, buckets: readonly Bucket[]) => {
    const bytes = encodeBuckets(buckets, { origin: from, stepMs: BUCKET_MS[resolution] });
    const [key, part] = [keyOf(resolution, from), partOf(resolution, from)];
    const before = read.get(key)?.get(part) ?? null;
    made.set(`${key} ${part}`, { key, part, bytes, before, expiresAt: expiryOf(resolution, from) });
    known.set(key, (known.get(key) ?? new Map()).set(part, bytes));
  };
  for (const { from, buckets } of hours) {
    const stored = known.get(keyOf('fine', from))?.get(partOf('fine', from));
    const all = stored === undefined ? buckets : union(bucketsOfHour(stored, from), buckets);
    put('fine', from, all);
    put('hours', from, [sumUp(all, from, from + HOUR_MS)]);
  }
  for (const day of daysOver(hours, running)) {
    const parts = [...(known.get(keyOf('hours', day)) ?? [])];
    const ofDay = parts.flatMap(([part, bytes]) => bucketsOfPart('hours', day, part, bytes));
    put('days', day, [sumUp(ofDay, day, day + DAY_MS)]);
  }
  return [...made.values()];
}

/** As histories are joined: of two that begin at the same time, the one with more checks. */
function union(some: readonly Bucket[], others: readonly Bucket[]): readonly Bucket[] {
  return joinByTime(some, others, ({ from }) => from, largerBucket);
}

function keyOf(resolution: Resolution, time: number): ItemKey {
  return `${resolution}/${isoOf(time).slice(0, resolution === 'days' ? 7 : 10)}`;
}

/** The part of its item that holds `time`. */
function partOf(resolution: Resolution, time: number): string {
  return resolution === 'days' ? isoOf(time).slice(8, 10) : isoOf(time).slice(11, 13);
}

function expiryOf(resolution: Resolution, time: number): number {
  return endOf(resolution, time) + HISTORY_KEPT_DAYS[resolution] * DAY_MS;
}

/** The end of the item's day or month that holds `time`. */
function endOf(resolution: Resolution, time: number): number {
  const date = new Date(time);
  return resolution === 'days' ? Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1) : startOfDay(time) + DAY_MS;
}

function startOfDay(time: number): number {
  return Math.floor(time / DAY_MS) * DAY_MS;
}

function isoOf(time: number): string {
  return new Date(time).toISOString();
}

/** A time of which a history is wanted, and how fine; milliseconds since 1970. */
export interface HistoryRange {
  readonly from: number;
  readonly to: number;
  readonly resolution: Resolution;
}

/** The longest time that is shown with five minutes a bucket, and with an hour. */
const LONGEST_FINE_MS = 36 * HOUR_MS;
const LONGEST_HOURS_MS = 14 * DAY_MS;

/** The finest buckets that are still kept of all of the time, and of which there are not too many. */
export function rangeOf(from: number, to: number, now: number): HistoryRange {
  const isFine = to - from <= LONGEST_FINE_MS && now - from <= HISTORY_KEPT_DAYS.fine * DAY_MS;
  return { from, to, resolution: isFine ? 'fine' : to - from <= LONGEST_HOURS_MS ? 'hours' : 'days' };
}

/** The items that are read for a range. The days of which the state still keeps something have no bucket yet: their hours are read. */
export function keysOf({ from, to, resolution }: HistoryRange, running: Unwritten): readonly ItemKey[] {
  const keys: ItemKey[] = [];
  for (let time = from; time < to; time = endOf(resolution, time)) keys.push(keyOf(resolution, time));
  const hours = resolution === 'days' ? unwrittenHours(running).map((hour) => keyOf('hours', hour.from)) : [];
  return [...keys, ...new Set(hours)];
}

/**
 * The buckets of a range, oldest first, without overlaps, from the items of the store and from what the state still keeps. What
 * has expired by `now` and is still there is left out.
 */
export function bucketsIn(
  { from, to, resolution }: HistoryRange,
  items: readonly HistoryItem[],
  running: Unwritten,
  now: number,
): readonly Bucket[] {
  const stored = (wanted: Resolution) => {
    const found: Bucket[] = [];
    for (const item of items) found.push(...bucketsOf(item, wanted, now));
    // Items come in any order.
    return found.sort((left, right) => left.from - right.from);
  };
  const kept = unwrittenHours(running);
  const fine = kept.flatMap(({ buckets }) => buckets);
  const hours = () => union(stored('hours'), summedUp(fine, HOUR_MS));
  const all = {
    fine: () => union(stored('fine'), fine),
    hours,
    days: () => union(stored('days'), summedUp(hours(), DAY_MS)),
  };
  return all[resolution]().filter((bucket) => bucket.from < to && bucket.to > from);
}

function summedUp(buckets: readonly Bucket[], stepMs: number): readonly Bucket[] {
  const groups = grouped(buckets, ({ from }) => Math.floor(from / stepMs) * stepMs);
  return [...groups].map(([start, group]) => sumUp(group, start, start + stepMs));
}

function bucketsOf(item: HistoryItem, wanted: Resolution, now: number): readonly Bucket[] {
  if (!item.key.startsWith(`${wanted}/`)) return [];
  const { expiresAt, buckets } = decoded.get(item) ?? decode(item, wanted);
  return expiresAt <= now ? [] : buckets;
}

interface Decoded {
  readonly expiresAt: number;
  readonly buckets: readonly Bucket[];
}

/** A page is drawn again after each run, mostly from the same items: their buckets are kept as long as they are. */
const decoded = new WeakMap<HistoryItem, Decoded>();

function decode(item: HistoryItem, resolution: Resolution): Decoded {
  const date = item.key.slice(resolution.length + 1);
  const start = Date.parse(resolution === 'days' ? `${date}-01T00:00:00.000Z` : `${date}T00:00:00.000Z`);
  if (Number.isNaN(start)) return { expiresAt: Number.NEGATIVE_INFINITY, buckets: [] };
  const buckets: Bucket[] = [];
  for (const [part, bytes] of [...item.parts].sort(([left], [right]) => (left < right ? -1 : 1)))
    buckets.push(...bucketsOfPart(resolution, start, part, bytes));
  const found = { expiresAt: expiryOf(resolution, start), buckets };
  // Of fine ones there are twelve to a part: they would take too much memory.
  if (resolution !== 'fine') decoded.set(item, found);
  return found;
}

/** `start` is that of the item's day or month. */
function bucketsOfPart(resolution: Resolution, start: number, part: string, bytes: Uint8Array): readonly Bucket[] {
  const from = resolution === 'days' ? start + (Number(part) - 1) * DAY_MS : start + Number(part) * HOUR_MS;
  if (resolution === 'fine') return bucketsOfHour(bytes, from);
  return decodeBuckets(bytes, { origin: from, stepMs: BUCKET_MS[resolution] });
}
