/** The items in which the store keeps a history: which there are, what an hour adds to them, and what is read of them. */

import { grouped } from '../words/in-batches';
import { type Bucket, sumUp } from './bucket';
import { decodeBuckets, encodeBuckets } from './bucket-bytes';
import { bucketsOfHour, HOUR_MS, type Hour, hourBytes, hoursIn, type RunningHistory } from './running-history';

const DAY_MS = 24 * HOUR_MS;

/** How fine the buckets are: of five minutes, an item a UTC day; of an hour, an item a day; of a day, an item a month. */
export type Resolution = 'fine' | 'hours' | 'days';

/** How many days an item is kept after the end of its day or month. */
export const HISTORY_KEPT_DAYS: Readonly<Record<Resolution, number>> = { fine: 3, hours: 400, days: 400 };

/** The earliest time of which a history may still be kept, in milliseconds since 1970. */
export function earliestKept(now: number): number {
  return now - HISTORY_KEPT_DAYS.days * DAY_MS;
}

/** The key of an item within its service, such as `fine/2026-11-22` and `days/2026-11`. */
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

type NewPart = Omit<ItemPart, 'before'>;

/** The items that must be read before `hours` are written; `running` is the hour that runs. */
export function keysOfHours(hours: readonly Hour[], running: Hour | null): readonly ItemKey[] {
  const days = hours.filter((hour) => endsDay(hour, running)).map(({ from }) => keyOf('days', from));
  return [...new Set([...hours.flatMap(keysOfHour), ...days])];
}

/** Whether its day is over, and so has a bucket of its own. */
function endsDay({ from }: Hour, running: Hour | null): boolean {
  return running !== null && startOfDay(running.from) !== startOfDay(from);
}

function keysOfHour({ from }: Hour): readonly [ItemKey, ItemKey] {
  return [keyOf('fine', from), keyOf('hours', from)];
}

/** What several hours add to the items as they are, each part once. See `partsOfHour`. */
export function partsOfHours(
  hours: readonly Hour[],
  items: readonly HistoryItem[],
  running: Hour | null,
): readonly ItemPart[] {
  const parts = new Map<string, NewPart>();
  const known = new Map(items.map((item) => [item.key, new Map(item.parts)]));
  for (const hour of hours) {
    for (const one of partsOfHour(
      hour,
      [...known].map(([key, found]) => ({ key, parts: found })),
      running,
    )) {
      parts.set(`${one.key} ${one.part}`, one);
      known.set(one.key, (known.get(one.key) ?? new Map()).set(one.part, one.bytes));
    }
  }
  const read = new Map(items.map((item) => [item.key, item.parts]));
  return [...parts.values()].map((one) => ({ ...one, before: read.get(one.key)?.get(one.part) ?? null }));
}

/**
 * What an hour that is over adds to the items as they are. Writing it twice adds nothing: of the same five minutes, the bucket
 * with more checks counts. The day's own bucket is made if the hour that runs belongs to another day.
 */
function partsOfHour(hour: Hour, items: readonly HistoryItem[], running: Hour | null): readonly NewPart[] {
  const partsOf = (key: ItemKey) => items.find((item) => item.key === key)?.parts;
  const [fineKey, hoursKey] = keysOfHour(hour);
  const [fine, hours] = [partsOf(fineKey), partsOf(hoursKey)];
  const { from } = hour;
  const name = isoOf(from).slice(11, 13);
  const known = fine?.get(name);
  const buckets = known === undefined ? hour.buckets : union(bucketsOfHour(known, from), hour.buckets);
  const sum = sumUp(buckets, from, from + HOUR_MS);
  const written = [
    partOf('fine', from, name, hourBytes({ from, buckets })),
    partOf('hours', from, name, encodeBuckets([sum], { origin: from, stepMs: HOUR_MS })),
  ];
  const day = startOfDay(from);
  if (!endsDay(hour, running)) return written;
  const others = [...(hours ?? [])].filter(([part]) => part !== name);
  const parts = others.flatMap(([part, bytes]) => hourOf(bytes, day, part));
  const whole = sumUp([...parts, sum], day, day + DAY_MS);
  const bytes = encodeBuckets([whole], { origin: day, stepMs: DAY_MS });
  return [...written, partOf('days', day, isoOf(day).slice(8, 10), bytes)];
}

/** Of two that begin at the same time, the one with more checks. */
function union(some: readonly Bucket[], others: readonly Bucket[]): readonly Bucket[] {
  // The hour that goes on mostly comes after all that is stored.
  const all = [...some, ...others];
  if (all.every((bucket, index) => bucket.from > (all[index - 1]?.from ?? Number.NEGATIVE_INFINITY))) return all;
  const found = new Map(some.map((bucket) => [bucket.from, bucket]));
  for (const bucket of others) {
    if (bucket.checks >= (found.get(bucket.from)?.checks ?? 0)) found.set(bucket.from, bucket);
  }
  return [...found.values()].sort((left, right) => left.from - right.from);
}

function partOf(resolution: Resolution, from: number, part: string, bytes: Uint8Array): NewPart {
  return { key: keyOf(resolution, from), part, bytes, expiresAt: expiryOf(resolution, from) };
}

function keyOf(resolution: Resolution, time: number): ItemKey {
  return `${resolution}/${isoOf(time).slice(0, resolution === 'days' ? 7 : 10)}`;
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

/** What the state keeps beside the items. */
type Running = Pick<RunningHistory, 'hour' | 'owed'>;

/** The items that are read for a range. The days of which the state still keeps something have no bucket yet: their hours are read. */
export function keysOf({ from, to, resolution }: HistoryRange, running: Running): readonly ItemKey[] {
  const keys: ItemKey[] = [];
  for (let time = from; time < to; time = endOf(resolution, time)) keys.push(keyOf(resolution, time));
  const hours = resolution === 'days' ? hoursIn(running).map((hour) => keyOf('hours', hour.from)) : [];
  return [...keys, ...new Set(hours)];
}

/**
 * The buckets of a range, oldest first, without overlaps, from the items of the store and from what the state still keeps. What
 * has expired by `now` and is still there is left out.
 */
export function bucketsIn(
  { from, to, resolution }: HistoryRange,
  items: readonly HistoryItem[],
  running: Running,
  now: number,
): readonly Bucket[] {
  const stored = (wanted: Resolution) => {
    const found: Bucket[] = [];
    for (const item of items) found.push(...bucketsOf(item, wanted, now));
    return found;
  };
  const kept = hoursIn(running);
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

function bucketsOfPart(resolution: Resolution, start: number, part: string, bytes: Uint8Array): readonly Bucket[] {
  if (resolution === 'hours') return hourOf(bytes, start, part);
  if (resolution === 'fine') return bucketsOfHour(bytes, start + Number(part) * HOUR_MS);
  return decodeBuckets(bytes, { origin: start + (Number(part) - 1) * DAY_MS, stepMs: DAY_MS });
}

/** The bucket of the hour `part` of a day. */
function hourOf(bytes: Uint8Array, day: number, part: string): readonly Bucket[] {
  return decodeBuckets(bytes, { origin: day + Number(part) * HOUR_MS, stepMs: HOUR_MS });
}
