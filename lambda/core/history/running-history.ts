/** What the state of a service keeps of its history: its last checks, the hour that goes on, and hours that are owed to the store. */

import type { ServiceChange } from '../incident/service-change';
import { isJsonObject, jsonObjectOf } from '../words/json';
import { readInstant, readList, readText } from '../words/stored-value';
import { type Bucket, bucketOf, sumUp } from './bucket';
import { decodeBuckets, encodeBuckets } from './bucket-bytes';
import { type PastCheck, readChecks, type StoredChecks, storeChecks } from './past-check';

export const HOUR_MS = 3_600_000;
/** The length of the finest buckets. */
export const FINE_MS = 300_000;
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
  /** Hours that are over, and that the store doesn't have yet, oldest first. */
  readonly owed: readonly Hour[];
}

export const NO_HISTORY: RunningHistory = { checks: [], hour: null, owed: [] };

/** Adds a check, and the change of the service that it has found. The first check of another hour ends the hour. */
export function withCheck(history: RunningHistory, check: PastCheck, change: ServiceChange | null): RunningHistory {
  const { checks, hour, owed } = history;
  const kept = inOrder(checks, check).slice(-CHECKS_KEPT);
  const from = floor(check.at, HOUR_MS);
  if (hour?.from === from) return { checks: kept, hour: inHour(hour, check, change), owed };
  // After a clock was set back, an hour that was over goes on.
  const goesOn = owed.find((one) => one.from === from) ?? { from, buckets: [] };
  const over = owed.filter((one) => one.from !== from);
  const ended = hour === null ? over : [...over, hour].slice(-HOURS_OWED);
  return { checks: kept, hour: inHour(goesOn, check, change), owed: ended };
}

/**
 * What is stored, and what this process knows besides: checks that are in its memory alone. Each check counts once: it is told
 * by its time. A check that is older than all that are stored may have been counted already, and is left out.
 */
export function mergeHistories(stored: RunningHistory, memory: RunningHistory): RunningHistory {
  const known = new Set(stored.checks.map(({ at }) => at));
  const first = stored.checks.length < CHECKS_KEPT ? Number.NEGATIVE_INFINITY : (stored.checks[0]?.at ?? 0);
  const news = memory.checks.filter(({ at }) => at > first && !known.has(at));
  return news.reduce((history, check) => withCheck(history, check, null), stored);
}

/** Once the store has taken `hours`. */
export function withoutOwed(history: RunningHistory, hours: readonly Hour[]): RunningHistory {
  const taken = new Set(hours.map(({ from }) => from));
  return { ...history, owed: history.owed.filter(({ from }) => !taken.has(from)) };
}

function inHour({ from, buckets }: Hour, check: PastCheck, change: ServiceChange | null): Hour {
  const start = floor(check.at, FINE_MS);
  const end = start + FINE_MS;
  const added = bucketOf(check, change, start, end);
  const index = buckets.findIndex((bucket) => bucket.from >= start);
  const found = buckets[index];
  if (found === undefined) return { from, buckets: [...buckets, added] };
  if (found.from !== start) return { from, buckets: [...buckets.slice(0, index), added, ...buckets.slice(index)] };
  return { from, buckets: buckets.with(index, sumUp([found, added], start, end)) };
}

/** Checks of two processes may come out of order; one that seems much later was timed by a clock that has been set back since. */
function inOrder(checks: readonly PastCheck[], check: PastCheck): readonly PastCheck[] {
  if (check.at >= (checks.at(-1)?.at ?? check.at)) return [...checks, check];
  const possible = checks.filter(({ at }) => at <= check.at + FINE_MS);
  return [...possible, check].sort((left, right) => left.at - right.at);
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
}

export function storeHistory({ checks, hour, owed }: RunningHistory): StoredHistory {
  return { checks: storeChecks(checks), hour: hour && storeHour(hour), owed: owed.map(storeHour) };
}

/** Reads what any version has stored; what makes no sense is left out. */
export function readHistory(raw: unknown): RunningHistory {
  const { checks, hour, owed } = jsonObjectOf(raw);
  return {
    checks: readChecks(jsonObjectOf(checks)).slice(-CHECKS_KEPT),
    hour: readHour(hour),
    owed: readList(owed, readHour).slice(-HOURS_OWED),
  };
}

/** The fine buckets of an hour as bytes. */
export function hourBytes({ from, buckets }: Hour): Uint8Array {
  return encodeBuckets(buckets, { origin: from, stepMs: FINE_MS });
}

/** Reads the bytes of the hour that begins at `from`. */
export function bucketsOfHour(bytes: Uint8Array, from: number): readonly Bucket[] {
  return decodeBuckets(bytes, { origin: from, stepMs: FINE_MS }).filter((bucket) => bucket.from < from + HOUR_MS);
}

function storeHour(hour: Hour): StoredHour {
  return { from: hour.from, buckets: btoa(String.fromCharCode(...hourBytes(hour))) };
}

function readHour(raw: unknown): Hour | null {
  if (!isJsonObject(raw)) return null;
  const [from, text] = [readInstant(raw.from), readText(raw.buckets)];
  const bytes = text === null ? null : fromBase64(text);
  return from === null || from % HOUR_MS !== 0 || bytes === null ? null : { from, buckets: bucketsOfHour(bytes, from) };
}

/** `null` if the text is none. */
export function fromBase64(text: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
