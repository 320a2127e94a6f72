/** A history's lines of JSON in its file. Whatever is read back is validated. */

import type { Rollup } from '../../lambda/core/history/history';
import { FAILURE_KINDS, type FailureKind } from '../../lambda/core/words/codes';
import { inBatches } from '../../lambda/core/words/in-batches';
import { isJsonObject } from '../../lambda/core/words/json';
import { readAmount, readCount, readInstant, readMilliseconds } from '../../lambda/core/words/stored-value';
import { HOUR_MS, lean, type Past, pastOf } from './past-checks';

export type Entry = readonly [service: string, rollup: Rollup];

export interface StoredHistory {
  readonly pasts: ReadonlyMap<string, Past>;
  /** How many checks and hours the file holds, old ones included. */
  readonly entries: number;
  /** How many lines, and entries of lines, could not be read. */
  readonly damaged: number;
  /** Whether the last line has no end: the process was killed as it wrote it, or the disk was full. */
  readonly isTorn: boolean;
}

const LINE_BREAK = 0x0a;
const ENTRIES_PER_LINE = 60;
const CODE = /^[a-z0-9_]{1,64}$/;

/** Single checks as one line; empty if there is none. */
export function checksLine(entries: readonly Entry[]): string {
  return lineOf('checks', entries, ({ meanMs, memoryUsedMb, failures, reason }) => {
    const kind = FAILURE_KINDS.find((candidate) => failures[candidate]);
    return [meanMs, memoryUsedMb, ...(kind ? [kind, reason] : [])];
  });
}

/** A whole past as lines. */
export function pastLines(service: string, { hours, checks }: Past): string {
  const batchesOf = (rollups: readonly Rollup[]) =>
    inBatches(
      rollups.map((rollup): Entry => [service, rollup]),
      ENTRIES_PER_LINE,
    );
  return [...batchesOf(hours).map(hoursLine), ...batchesOf(checks).map(checksLine)].join('');
}

/** Reads every line that is valid, and counts the others. */
export function readHistory(bytes: Buffer): StoredHistory {
  const found = { checks: new Map<string, Rollup[]>(), hours: new Map<string, Rollup[]>() };
  let [entries, damaged] = [0, 0];
  for (const { bytes: line, isLast } of linesOf(bytes)) {
    const content = parseLine(line);
    // A last line without an end was not written to its end: that is no damage.
    if (content === null && !isLast) damaged++;
    for (const { kind, entry } of content ?? []) {
      if (entry === null) damaged++;
      else push(found[kind], entry);
      entries++;
    }
  }
  return { pasts: pastsOf(found), entries, damaged, isTorn: bytes.length > 0 && bytes.at(-1) !== LINE_BREAK };
}

function hoursLine(entries: readonly Entry[]): string {
  return lineOf('hours', entries, ({ checks, meanMs, maxMs, memoryUsedMb, failures }) => {
    const roundedMs = meanMs === null ? null : Math.round(meanMs * 100) / 100;
    return [checks, roundedMs, maxMs, memoryUsedMb, ...(Object.keys(failures).length > 0 ? [failures] : [])];
  });
}

/** Times are written as distances from the first time, since these are short. */
function lineOf(kind: 'checks' | 'hours', entries: readonly Entry[], fieldsOf: (rollup: Rollup) => unknown[]): string {
  const at = entries[0]?.[1].from;
  if (at === undefined) return '';
  const tuples = entries.map(([service, rollup]) => [service, rollup.from - at, ...fieldsOf(rollup)]);
  return `${JSON.stringify({ at, [kind]: tuples })}\n`;
}

function* linesOf(bytes: Buffer): Generator<{ bytes: Buffer; isLast: boolean }> {
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(LINE_BREAK, start);
    yield { bytes: bytes.subarray(start, end === -1 ? bytes.length : end), isLast: end === -1 };
    start = end === -1 ? bytes.length : end + 1;
  }
}

/** `null` if the line is no history line. */
function parseLine(bytes: Buffer): { kind: 'checks' | 'hours'; entry: Entry | null }[] | null {
  const value = parseJson(bytes);
  const at = isJsonObject(value) ? readInstant(value.at) : null;
  if (!isJsonObject(value) || at === null) return null;
  const kind = Array.isArray(value.hours) ? 'hours' : 'checks';
  const tuples = value[kind];
  if (!Array.isArray(tuples)) return null;
  const read = kind === 'hours' ? readHour : readCheck;
  return tuples.map((tuple: unknown) => ({ kind, entry: Array.isArray(tuple) ? read(tuple, at) : null }));
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}

function readCheck([service, distance, ms, memoryUsedMb, kind, reason]: readonly unknown[], at: number): Entry | null {
  const from = typeof distance === 'number' ? readInstant(at + distance) : null;
  if (typeof service !== 'string' || from === null || !isMs(ms) || !isMemory(memoryUsedMb)) return null;
  const figures = { from, to: from, checks: 1, meanMs: ms, maxMs: ms, memoryUsedMb: readAmount(memoryUsedMb) };
  if (kind === undefined) return [service, lean({ ...figures, failures: {}, reason: null })];
  if (!isFailureKind(kind) || typeof reason !== 'string' || !CODE.test(reason)) return null;
  return [service, lean({ ...figures, failures: { [kind]: 1 }, reason })];
}

function readHour(raw: readonly unknown[], at: number): Entry | null {
  const [service, distance, rawChecks, meanMs, maxMs, memoryUsedMb, rawFailures = {}] = raw;
  const from = typeof distance === 'number' ? readInstant(at + distance) : null;
  const checks = readCount(rawChecks);
  if (typeof service !== 'string' || from === null || from % HOUR_MS !== 0 || !checks) return null;
  const failures = readFailures(rawFailures, checks);
  if (failures === null || !isMs(meanMs) || !isMs(maxMs) || !isMemory(memoryUsedMb)) return null;
  const figures = { checks, failures, meanMs, maxMs, memoryUsedMb: readAmount(memoryUsedMb) };
  return [service, lean({ from, to: from + HOUR_MS, ...figures, reason: null })];
}

function readFailures(raw: unknown, checks: number): Rollup['failures'] | null {
  if (!isJsonObject(raw)) return null;
  const counts = Object.entries(raw).map(([kind, count]) => (isFailureKind(kind) ? readCount(count) : null));
  const sum = counts.reduce<number>((total, count) => total + (count ?? Number.NaN), 0);
  return sum <= checks ? (raw as Rollup['failures']) : null;
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

function push(lists: Map<string, Rollup[]>, [service, rollup]: Entry): void {
  const list = lists.get(service);
  if (list) list.push(rollup);
  else lists.set(service, [rollup]);
}

function pastsOf({ checks, hours }: Record<'checks' | 'hours', Map<string, Rollup[]>>): ReadonlyMap<string, Past> {
  const services = new Set([...hours.keys(), ...checks.keys()]);
  return new Map(
    [...services].map((service) => [service, pastOf(hours.get(service) ?? [], checks.get(service) ?? [])]),
  );
}
