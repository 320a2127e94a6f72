/** The history that versions before this one kept as lines of JSON. Whatever is read back is validated. */

import { type Bucket, emptyBucket } from '../../lambda/core/history/bucket';
import type { PastCheck } from '../../lambda/core/history/past-check';
import { addTimes, NO_TIMES, type ResponseTimes, timesOf } from '../../lambda/core/history/response-times';
import { HOUR_MS } from '../../lambda/core/history/running-history';
import { FAILURE_KINDS, type FailureKind } from '../../lambda/core/words/codes';
import { isJsonObject, parseText } from '../../lambda/core/words/json';
import { readAmount, readCount, readInstant, readMilliseconds } from '../../lambda/core/words/stored-value';

/** What the lines have of a service, in their order. An hour leaves out the checks that are there one by one. */
export interface OldHistory {
  readonly hours: readonly Bucket[];
  readonly checks: readonly PastCheck[];
}

export interface OldHistories {
  readonly histories: ReadonlyMap<string, OldHistory>;
  /** How many lines, and entries of lines, could not be read. */
  readonly damaged: number;
}

type Entry = { readonly service: string } & ({ readonly hour: Bucket } | { readonly check: PastCheck });

const CODE = /^[a-z0-9_]{1,64}$/;

/** Reads every line that is valid, and counts the others. */
export function readHistoryLines(text: string): OldHistories {
  const histories = new Map<string, { hours: Bucket[]; checks: PastCheck[] }>();
  let damaged = 0;
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    const entries = entriesOf(line);
    // A last line without an end was not written to its end: that is no damage.
    if (entries === null && index < lines.length - 1) damaged++;
    for (const entry of entries ?? []) {
      if (entry === null) {
        damaged++;
        continue;
      }
      const history = histories.get(entry.service) ?? { hours: [], checks: [] };
      histories.set(entry.service, history);
      if ('hour' in entry) history.hours.push(entry.hour);
      else history.checks.push(entry.check);
    }
  }
  return { histories, damaged };
}

/** `null` for an entry that is not valid, and if the line is no history line. */
function entriesOf(line: string): (Entry | null)[] | null {
  const value = parseText(line);
  const at = isJsonObject(value) ? readInstant(value.at) : null;
  if (!isJsonObject(value) || at === null) return null;
  const [tuples, read] = Array.isArray(value.hours) ? [value.hours, readHour] : [value.checks, readCheck];
  if (!Array.isArray(tuples)) return null;
  return tuples.map((tuple: unknown) => (Array.isArray(tuple) ? read(tuple, at) : null));
}

function readCheck([service, distance, ms, memory, kind, reason]: readonly unknown[], at: number): Entry | null {
  const time = typeof distance === 'number' ? readInstant(at + distance) : null;
  if (typeof service !== 'string' || time === null || !isMs(ms) || !isMemory(memory)) return null;
  const figures = { at: time, ms, memoryMb: readAmount(memory), inMaintenance: false };
  if (kind === undefined) return { service, check: { ...figures, kind: 'healthy', reason: 'ok' } };
  if (!isFailureKind(kind) || typeof reason !== 'string' || !CODE.test(reason)) return null;
  return { service, check: { ...figures, kind, reason } };
}

function readHour(raw: readonly unknown[], at: number): Entry | null {
  const [service, distance, rawChecks, meanMs, maxMs, rawMemory, rawFailures = {}] = raw;
  const from = typeof distance === 'number' ? readInstant(at + distance) : null;
  const checks = readCount(rawChecks);
  if (typeof service !== 'string' || from === null || from % HOUR_MS !== 0 || !checks) return null;
  const failures = readFailures(rawFailures, checks);
  if (failures === null || !isMs(meanMs) || !isMs(maxMs) || !isMemory(rawMemory)) return null;
  const times = timesAround(checks - (failures.unreachable ?? 0), meanMs, maxMs);
  const memoryMb = readAmount(rawMemory);
  const memory = memoryMb === null ? null : { least: memoryMb, most: memoryMb };
  return { service, hour: { ...emptyBucket(from, from + HOUR_MS), checks, failures, times, memory } };
}

/** Only the mean and the longest time were kept: all but one answer count as the mean, and one as the longest. */
function timesAround(answers: number, meanMs: number | null, maxMs: number | null): ResponseTimes {
  if (meanMs === null || answers <= 0) return NO_TIMES;
  const longest = timesOf(maxMs ?? meanMs);
  return answers === 1 ? longest : addTimes([timesOf(meanMs, answers - 1), longest]);
}

function readFailures(raw: unknown, checks: number): Bucket['failures'] | null {
  if (!isJsonObject(raw)) return null;
  const counts = Object.entries(raw).map(([kind, count]) => (isFailureKind(kind) ? readCount(count) : null));
  const sum = counts.reduce<number>((total, count) => total + (count ?? Number.NaN), 0);
  return sum <= checks ? (raw as Bucket['failures']) : null;
}

function isFailureKind(raw: unknown): raw is FailureKind {
  return FAILURE_KINDS.some((kind) => kind === raw);
}

function isMs(raw: unknown): raw is number | null {
  return raw === null || readMilliseconds(raw) !== null;
}

/** Memory as a service reports it: any number, also one that can't be true. */
function isMemory(raw: unknown): raw is number | null {
  return raw === null || Number.isFinite(raw);
}
