/** The items in which the store keeps a history: which there are, what an hour adds to them, and what is read of them. */

import { grouped } from '../words/in-batches';
import { BUCKET_MS, type Bucket, joinBuckets, type Resolution, sumUp } from './bucket';
import { type Hour, type Unwritten, unwrittenHours } from './running-history';

const { hours: HOUR_MS, days: DAY_MS } = BUCKET_MS;

/** How many days an item is stored after the end of its day or month. */
export const HISTORY_KEPT_DAYS: Readonly<Record<Resolution, number>> = { fine: 3, hours: 400, days: 400 };

/** The earliest time of which a history may still be kept, in milliseconds since 1970. */
export function earliestKept(now: number): number {
  return now - HISTORY_KEPT_DAYS.days * DAY_MS;
}

/** The key of an item within its service: of a UTC day, or of a month if its buckets are days, such as `fine/2026-11-22` and `days/2026-11`. */
export type ItemKey = `${Resolution}/${string}`;

export interface HistoryItem {
  readonly key: ItemKey;
  /** Counts how often the item was written; `null` if that is invalid. */
  readonly revision: number | null;
  /** Oldest first, each time once. */
  readonly buckets: readonly Bucket[];
}

/** An item to be written, in place of what was read. */
export interface ItemUpdate {
  readonly key: ItemKey;
  readonly buckets: readonly Bucket[];
  /** The revision of the item that was read; `null` if there was none. A process that knows of more has written another. */
  readonly expected: number | null;
  /** When the item expires, in milliseconds since 1970. */
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
 * The items that change with hours that are over, each once. Writing hours twice adds nothing: of the same five minutes, the bucket with
 * more checks counts.
 */
export function itemsWithHours(
  hours: readonly Hour[],
  items: readonly HistoryItem[],
  running: Hour | null,
): readonly ItemUpdate[] {
  const read = new Map(items.map((item) => [item.key, item]));
  const updates = new Map<ItemKey, ItemUpdate>();
  const bucketsOf = (resolution: Resolution, time: number) => {
    const key = keyOf(resolution, time);
    return updates.get(key)?.buckets ?? read.get(key)?.buckets ?? [];
  };
  const put = (resolution: Resolution, time: number, buckets: readonly Bucket[]) => {
    const key = keyOf(resolution, time);
    const expected = read.get(key)?.revision ?? null;
    updates.set(key, { key, buckets, expected, expiresAt: expiryOf(resolution, time) });
  };
  for (const { from, buckets } of hours) {
    const fine = joinBuckets(bucketsOf('fine', from), buckets);
    const ofHour = fine.filter((bucket) => bucket.from >= from && bucket.from < from + HOUR_MS);
    put('fine', from, fine);
    put('hours', from, replaceBucket(bucketsOf('hours', from), sumUp(ofHour, from, from + HOUR_MS)));
  }
  for (const day of daysOver(hours, running)) {
    const ofDay = sumUp(bucketsOf('hours', day), day, day + DAY_MS);
    put('days', day, replaceBucket(bucketsOf('days', day), ofDay));
  }
  return [...updates.values()];
}

function replaceBucket(buckets: readonly Bucket[], bucket: Bucket): readonly Bucket[] {
  return joinBuckets(
    buckets.filter(({ from }) => from !== bucket.from),
    [bucket],
  );
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
  if (isFine) return { from, to, resolution: 'fine' };
  return { from, to, resolution: to - from <= LONGEST_HOURS_MS ? 'hours' : 'days' };
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
  const hours = () => joinBuckets(stored('hours'), sumUpBuckets(fine, HOUR_MS));
  const all = {
    fine: () => joinBuckets(stored('fine'), fine),
    hours,
    days: () => joinBuckets(stored('days'), sumUpBuckets(hours(), DAY_MS)),
  };
  return all[resolution]().filter((bucket) => bucket.from < to && bucket.to > from);
}

function sumUpBuckets(buckets: readonly Bucket[], stepMs: number): readonly Bucket[] {
  const groups = grouped(buckets, ({ from }) => Math.floor(from / stepMs) * stepMs);
  return [...groups].map(([start, group]) => sumUp(group, start, start + stepMs));
}

/** Leaves out items that have expired. */
function bucketsOf({ key, buckets }: HistoryItem, wanted: Resolution, now: number): readonly Bucket[] {
  if (resolutionOf(key) !== wanted) return [];
  const start = Date.parse(key.slice(wanted.length + 1));
  return expiryOf(wanted, start) <= now ? [] : buckets;
}

export function resolutionOf(key: ItemKey): Resolution {
  return key.slice(0, key.indexOf('/')) as Resolution;
}

export interface HistoryReader {
  /** The items that exist, by the ids of services; of a service without any there may be no entry. */
  read(wanted: ReadonlyMap<string, readonly ItemKey[]>): Promise<ReadonlyMap<string, readonly HistoryItem[]>>;
}

/** The histories of the services of a deployment. Both calls end within a time limit, and reject if the store can't be reached. */
export interface HistoryStore extends HistoryReader {
  /**
   * Writes items of a service, each with the revision `expected + 1` (or 1), if its revision is still `expected`. `false` if any is not, so
   * that some of the items, or all, have stayed as they are.
   */
  write(service: string, updates: readonly ItemUpdate[]): Promise<boolean>;
}
