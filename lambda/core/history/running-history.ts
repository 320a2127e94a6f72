/** What the state of a service keeps of its history: its last checks, the hour that goes on, and hours that are owed to the store. */

import type { ServiceChange } from '../incident/service-change';
import { OBJECTIVE_REASONS, type ObjectiveReason } from '../words/codes';
import { isJsonObject, jsonObjectOf } from '../words/json';
import { carryAlong, readInstant, readList, readText } from '../words/stored-value';
import { type Bucket, bucketOf, sumUp } from './bucket';
import { decodeBuckets, encodeBuckets } from './bucket-bytes';
import { fromBase64, toBase64 } from './bytes';
import { type PastCheck, readChecks, type StoredChecks, storeChecks } from './past-check';
import { BUCKET_MS } from './resolution';
import { type Aims, type Tally, tallied, withLate } from './tally';
import { readTally, storeTally } from './tally-bytes';

export const { fine: FINE_MS, hours: HOUR_MS } = BUCKET_MS;
export const CHECKS_KEPT = 60;
/** More hours than these are not kept for a store that takes none; the oldest is dropped. */
export const HOURS_OWED = 6;

/** An hour of UTC: its fine buckets that have checks, oldest first. Milliseconds since 1970. */
export interface Hour {
  readonly from: number;
  readonly buckets: readonly Bucket[];
}

export interface RunningHistory {
  /** The last ones, oldest first; at most `CHECKS_KEPT`. */
  readonly checks: readonly PastCheck[];
  /** `null` before the first check. */
  readonly hour: Hour | null;
  /** Hours that are over, and that the store doesn't have as they are, oldest first. */
  readonly owed: readonly Hour[];
  /** The newest hour that the store has: another process may know of checks in it that don't count yet. */
  readonly written: Hour | null;
  /** What counts for the objective; `null` if there is none. */
  readonly tally: Tally | null;
}

export const NO_HISTORY: RunningHistory = { checks: [], hour: null, owed: [], written: null, tally: null };

/**
 * Adds a check, and the change of the service that it has found. The first check of another hour ends the hour. `aims` are
 * those of its objective, if it has one.
 */
export function withCheck(
  history: RunningHistory,
  check: PastCheck,
  change: ServiceChange | null,
  aims: Aims | null = null,
): RunningHistory {
  const { checks, tally } = history;
  return {
    ...counting(history, check, change, aims?.underMs ?? null),
    // A check that seems to be much later was timed by a clock that has been set back since.
    checks: lastOf(
      checks.filter(({ at }) => at <= check.at + FINE_MS),
      [check],
    ),
    tally: aims && tallied(tally, check, aims, checks.at(-1)?.at),
  };
}

function counting(
  history: RunningHistory,
  check: PastCheck,
  change: ServiceChange | null,
  underMs: number | null,
): RunningHistory {
  const { hour, ...rest } = inHourFrom(history, floor(check.at, HOUR_MS));
  return { ...rest, hour: inHour(hour, check, change, underMs) };
}

/** The hour that begins at `from` runs: a new one, or one that goes on since a clock was set back or a check comes late. */
function inHourFrom(history: RunningHistory, from: number): RunningHistory & { readonly hour: Hour } {
  const { hour, written } = history;
  if (hour?.from === from) return { ...history, hour };
  const unwritten = hoursIn(history).toSorted((left, right) => left.from - right.from);
  const owed = unwritten.filter((one) => one.from !== from).slice(-HOURS_OWED);
  const found = [...unwritten, written].find((one) => one?.from === from);
  return { ...history, hour: found ?? { from, buckets: [] }, owed, written: found === written ? null : written };
}

/**
 * What is stored, and what this process knows besides: checks that are in its memory alone. Each check counts once: it is told
 * by its time, and left out if it is older than all that are stored, since it may have been counted. Clocks of processes may
 * differ by five minutes. An hour before those that are kept is owed as memory has it, if that has checks of its own in it. If
 * memory has nothing new, this is `stored` itself.
 */
export function mergeHistories(stored: RunningHistory, memory: RunningHistory): RunningHistory {
  if (stored.hour === null) return memory;
  const taken = memory.written;
  const written = stored.owed.filter((hour) => hour.from === taken?.from && checksIn(hour) <= checksIn(taken));
  const base = written.length === 0 ? stored : withoutOwed(stored, written);
  const fresh = checksBeyond(base, memory);
  const oldest = Math.min(...hoursKept(base).map(({ from }) => from));
  const news = fresh.filter(({ at }) => at >= oldest);
  const tally = mergedTally(base, memory, fresh);
  if (fresh.length === 0) return tally === base.tally ? base : { ...base, tally };
  const hasFresh = ({ from }: Hour) => fresh.some(({ at }) => floor(at, HOUR_MS) === from);
  const former = hoursIn(memory).filter((hour) => hour.from < oldest && hasFresh(hour));
  const owing: RunningHistory = { ...base, owed: [...former, ...base.owed].slice(-HOURS_OWED) };
  const underMs = tally?.underMs ?? null;
  const counted = news.reduce((history, check) => counting(history, check, null, underMs), owing);
  const merged = { ...counted, checks: lastOf(base.checks, fresh), tally };
  return (merged.hour?.from ?? 0) < stored.hour.from ? inHourFrom(merged, stored.hour.from) : merged;
}

/** The checks that only the other one knows of, but those before all that are kept: they may have been counted. */
function checksBeyond({ checks }: RunningHistory, other: RunningHistory): readonly PastCheck[] {
  const known = new Set(checks.map(({ at }) => at));
  const first = checks.length < CHECKS_KEPT ? Number.NEGATIVE_INFINITY : (checks[0]?.at ?? 0);
  return other.checks.filter(({ at }) => at > first && !known.has(at));
}

/** The one that knows more of the past, with the checks of the other one that it does not count. Checks that only `memory` has are `fresh`. */
function mergedTally(stored: RunningHistory, memory: RunningHistory, fresh: readonly PastCheck[]): Tally | null {
  const [theirs, own] = [stored.tally, memory.tally];
  const isOwnMore = own !== null && (theirs === null || (own.seeded && !theirs.seeded));
  if (isOwnMore) return withBurnsOf(withLate(own, checksBeyond(memory, stored), own), theirs, own);
  return theirs && withBurnsOf(withLate(theirs, fresh, own ?? theirs), theirs, own);
}

/** A budget that only one of them has seen being used too fast was used too fast. */
function withBurnsOf(merged: Tally, ...both: readonly (Tally | null)[]): Tally {
  const latest = (reason: ObjectiveReason) => Math.max(...both.map((tally) => tally?.burns[reason] ?? 0));
  const later = OBJECTIVE_REASONS.filter((reason) => latest(reason) > (merged.burns[reason] ?? 0));
  if (later.length === 0) return merged;
  const burns = Object.fromEntries(later.map((reason) => [reason, latest(reason)]));
  return { ...merged, burns: { ...merged.burns, ...burns } };
}

/** What the state alone has. */
export type Unwritten = Pick<RunningHistory, 'hour' | 'owed'>;

/** The hours that are not in the store yet, oldest first. */
export function hoursIn({ hour, owed }: Unwritten): readonly Hour[] {
  return hour === null ? owed : [...owed, hour];
}

/** All hours that the state has, also the one that the store has too. */
export function hoursKept({ hour, owed, written }: Pick<RunningHistory, 'hour' | 'owed' | 'written'>): readonly Hour[] {
  return [written, ...owed, hour].filter((one) => one !== null);
}

function checksIn({ buckets }: Hour): number {
  return buckets.reduce((sum, { checks }) => sum + checks, 0);
}

/** Once the store has taken `hours`. */
export function withoutOwed(history: RunningHistory, hours: readonly Hour[]): RunningHistory {
  const taken = new Set(hours.map(({ from }) => from));
  const written = hours.reduce(
    (newest, hour) => (newest !== null && newest.from > hour.from ? newest : hour),
    history.written,
  );
  return { ...history, owed: history.owed.filter(({ from }) => !taken.has(from)), written };
}

function inHour({ from, buckets }: Hour, check: PastCheck, change: ServiceChange | null, underMs: number | null): Hour {
  const start = floor(check.at, FINE_MS);
  const end = start + FINE_MS;
  const added = bucketOf(check, change, start, end, underMs);
  const index = buckets.findIndex((bucket) => bucket.from === start);
  const known = buckets[index];
  if (known) return { from, buckets: buckets.with(index, sumUp([known, added], start, end)) };
  return { from, buckets: [...buckets, added].sort((left, right) => left.from - right.from) };
}

/** Oldest first; checks of two processes come out of order. */
function lastOf(checks: readonly PastCheck[], news: readonly PastCheck[]): readonly PastCheck[] {
  return [...checks, ...news].sort((left, right) => left.at - right.at).slice(-CHECKS_KEPT);
}

function floor(time: number, step: number): number {
  return Math.floor(time / step) * step;
}

interface StoredHour {
  readonly from: number;
  readonly buckets: string;
}

/** As it is stored: plain JSON, its buckets as base64. */
export interface StoredHistory {
  readonly checks: StoredChecks;
  readonly hour: StoredHour | null;
  readonly owed: readonly StoredHour[];
  readonly written: StoredHour | null;
  /** Missing without an objective. */
  readonly tally?: string;
}

export function storeHistory({ checks, hour, owed, written, tally, ...unknown }: RunningHistory): StoredHistory {
  return {
    ...unknown,
    checks: storeChecks(checks),
    hour: hour && storeHour(hour),
    owed: owed.map(storeHour),
    written: written && storeHour(written),
    ...(tally && { tally: storeTally(tally) }),
  };
}

/** Reads what any version has stored; what makes no sense is left out, what is not known is carried along. */
export function readHistory(raw: unknown): RunningHistory {
  const stored = jsonObjectOf(raw);
  const { checks, hour, owed, written, tally } = stored;
  return carryAlong<RunningHistory>(stored, {
    checks: readChecks(jsonObjectOf(checks)).slice(-CHECKS_KEPT),
    hour: readHour(hour),
    owed: readList(owed, readHour).slice(-HOURS_OWED),
    written: readHour(written),
    tally: readTally(tally),
  });
}

/** The fine buckets of an hour as bytes. */
export function hourBytes({ from, buckets }: Hour): Uint8Array {
  return encodeBuckets(buckets, { origin: from, stepMs: FINE_MS });
}

/** Reads the bytes of the hour that begins at `from`. */
export function bucketsOfHour(bytes: Uint8Array, from: number): readonly Bucket[] {
  return decodeBuckets(bytes, { origin: from, stepMs: FINE_MS }).filter((bucket) => bucket.from < from + HOUR_MS);
}

/** An hour that is over is stored again with each save, and never changed. */
const storedHours = new WeakMap<Hour, StoredHour>();

function storeHour(hour: Hour): StoredHour {
  const known = storedHours.get(hour);
  if (known !== undefined) return known;
  const stored = { from: hour.from, buckets: toBase64(hourBytes(hour)) };
  storedHours.set(hour, stored);
  return stored;
}

function readHour(raw: unknown): Hour | null {
  if (!isJsonObject(raw)) return null;
  const [from, text] = [readInstant(raw.from), readText(raw.buckets)];
  const bytes = text === null ? null : fromBase64(text);
  return from === null || from % HOUR_MS !== 0 || bytes === null ? null : { from, buckets: bucketsOfHour(bytes, from) };
}
