/**
 * Buckets as bytes. A version, then one record for each bucket that has checks: its length, and its fields in a fixed
 * order. A later version may add fields to the end of a record; whoever doesn't know them skips them.
 */

import { FAILURE_KINDS, type FailureKind } from '../words/codes';
import { type Bucket, type Counts, NO_CHECKS, NO_FAILURES } from './bucket';
import { LAST_BIN, NO_TIMES, type ResponseTimes } from './response-times';

const VERSION = 1;
/** Which fields a record has. */
const FLAGS = { failures: 1, memory: 2, changes: 4, maintenance: 8, failuresInMaintenance: 16 } as const;
const MEMORY_STEPS = 10;
/** Sums of any amounts that are read elsewhere stay below this. */
const LARGEST = 1e18;

/** Bucket lengths and places are counted from `origin` in steps of `stepMs`. */
export interface Grid {
  /** Milliseconds since 1970. */
  readonly origin: number;
  readonly stepMs: number;
}

export function encodeBuckets(buckets: readonly Bucket[], grid: Grid): Uint8Array {
  // A run that saves many services encodes thousands of buckets: nothing is made on the way but one list of bytes.
  const bytes: number[] = [VERSION];
  for (const bucket of buckets) {
    if (bucket.checks === 0) continue;
    const record: number[] = [];
    putRecord(record, bucket, grid);
    putVarint(bytes, record.length);
    for (const byte of record) bytes.push(byte);
  }
  return Uint8Array.from(bytes);
}

/** Reads what `encodeBuckets` has made, oldest first, in this or another version. What makes no sense is left out, and all after it. */
export function decodeBuckets(bytes: Uint8Array, grid: Grid): readonly Bucket[] {
  const reader: Reader = { bytes, place: 0, end: bytes.length, isTooLarge: false };
  if (next(reader) !== VERSION) return [];
  const buckets: Bucket[] = [];
  while (reader.place < reader.end) {
    const length = varint(reader);
    const end = reader.place + length;
    if (isBroken(reader) || end > bytes.length) break;
    // A view reads thousands of records: all with one reader.
    reader.end = end;
    const bucket = readRecord(reader, grid);
    reader.place = end;
    reader.end = bytes.length;
    if (bucket === null || bucket.from <= (buckets.at(-1)?.from ?? Number.NEGATIVE_INFINITY)) break;
    buckets.push(bucket);
  }
  return buckets;
}

function putRecord(
  bytes: number[],
  { from, checks, failures, maintenance, times, memory, restarts, versions }: Bucket,
  { origin, stepMs }: Grid,
): void {
  const [hasFailed, hasFailedInIt] = [hasFailures(failures), hasFailures(maintenance.failures)];
  const hasChanged = restarts > 0 || versions > 0;
  putVarint(bytes, (from - origin) / stepMs);
  putVarint(bytes, checks);
  bytes.push(
    (hasFailed ? FLAGS.failures : 0) |
      (memory ? FLAGS.memory : 0) |
      (hasChanged ? FLAGS.changes : 0) |
      (maintenance.checks > 0 ? FLAGS.maintenance : 0) |
      (hasFailedInIt ? FLAGS.failuresInMaintenance : 0),
  );
  if (hasFailed) putFailures(bytes, failures);
  if (memory) {
    const [least, most] = [Math.round(memory.least * MEMORY_STEPS), Math.round(memory.most * MEMORY_STEPS)];
    putVarint(bytes, least);
    putVarint(bytes, most - least);
  }
  if (hasChanged) {
    putVarint(bytes, restarts);
    putVarint(bytes, versions);
  }
  putTimes(bytes, times);
  if (maintenance.checks > 0) putVarint(bytes, maintenance.checks);
  if (hasFailedInIt) putFailures(bytes, maintenance.failures);
}

function hasFailures(failures: Counts['failures']): boolean {
  return FAILURE_KINDS.some((kind) => (failures[kind] ?? 0) > 0);
}

function putFailures(bytes: number[], failures: Counts['failures']): void {
  for (const kind of FAILURE_KINDS) putVarint(bytes, failures[kind] ?? 0);
}

function readRecord(reader: Reader, { origin, stepMs }: Grid): Bucket | null {
  const from = origin + varint(reader) * stepMs;
  const checks = varint(reader);
  const flags = next(reader);
  const failures = flags & FLAGS.failures ? readFailures(reader) : NO_FAILURES;
  let memory: Bucket['memory'] = null;
  if (flags & FLAGS.memory) {
    const [least, more] = [varint(reader), varint(reader)];
    memory = { least: least / MEMORY_STEPS, most: (least + more) / MEMORY_STEPS };
  }
  const [restarts, versions] = flags & FLAGS.changes ? [varint(reader), varint(reader)] : [0, 0];
  const times = readTimes(reader);
  const maintenance = flags & FLAGS.maintenance ? readMaintenance(reader, flags) : NO_CHECKS;
  return isBroken(reader) || checks === 0 || !Number.isSafeInteger(from) || !isPartOf(maintenance, { checks, failures })
    ? null
    : { from, to: from + stepMs, checks, failures, maintenance, times, memory, restarts, versions };
}

function readMaintenance(reader: Reader, flags: number): Counts {
  const checks = varint(reader);
  return { checks, failures: flags & FLAGS.failuresInMaintenance ? readFailures(reader) : NO_FAILURES };
}

function isPartOf(part: Counts, whole: Counts): boolean {
  if (part === NO_CHECKS) return true;
  const isLess = FAILURE_KINDS.every((kind) => (part.failures[kind] ?? 0) <= (whole.failures[kind] ?? 0));
  return isLess && part.checks <= whole.checks;
}

function readFailures(reader: Reader): Counts['failures'] {
  const failures: Partial<Record<FailureKind, number>> = {};
  for (const kind of FAILURE_KINDS) {
    const count = varint(reader);
    if (count > 0) failures[kind] = count;
  }
  return failures;
}

/**
 * How many bins have answers, and the first of them; then a byte for each: in its upper half how far it is from the one before, in its
 * lower half the count. What doesn't fit is zero there, and follows.
 */
function putTimes(bytes: number[], { first, counts }: ResponseTimes): void {
  let bins = 0;
  for (const count of counts) if (count > 0) bins += 1;
  putVarint(bytes, bins);
  let before = -1;
  for (let index = 0; index < counts.length; index += 1) {
    const count = counts[index] ?? 0;
    if (count === 0) continue;
    const bin = first + index;
    if (before < 0) {
      putVarint(bytes, bin);
      before = bin - 1;
    }
    const distance = bin - before;
    before = bin;
    const [upper, lower] = [distance < HALF ? distance : 0, count < HALF ? count : 0];
    bytes.push(upper * HALF + lower);
    if (upper === 0) putVarint(bytes, distance);
    if (lower === 0) putVarint(bytes, count);
  }
}

const HALF = 16;

function readTimes(reader: Reader): ResponseTimes {
  const bins = varint(reader);
  if (bins === 0 || bins > LAST_BIN + 1) return NO_TIMES;
  const first = varint(reader);
  const counts: number[] = [];
  let bin = first - 1;
  for (let index = 0; index < bins; index += 1) {
    const byte = next(reader);
    const distance = byte >> 4 || varint(reader);
    const count = byte % HALF || varint(reader);
    bin += distance;
    if (bin > LAST_BIN || distance === 0 || isBroken(reader)) return NO_TIMES;
    while (counts.length < bin - first) counts.push(0);
    counts.push(count);
  }
  // What a growing list has set aside for more is given back.
  return { first, counts: counts.slice() };
}

/** Seven bits a byte, the lowest first; all bytes but the last have the eighth bit set. */
function putVarint(bytes: number[], value: number): void {
  let left = value;
  for (; left >= MORE; left = Math.floor(left / MORE)) bytes.push((left % MORE) + MORE);
  bytes.push(left);
}

const MORE = 128;
/** The most bytes of a figure up to `LARGEST`. */
const LONGEST = 9;

/** Reads from `place` to before `end`; beyond it there are zeros. */
interface Reader {
  readonly bytes: Uint8Array;
  place: number;
  end: number;
  isTooLarge: boolean;
}

function next(reader: Reader): number {
  const place = reader.place++;
  return place < reader.end ? (reader.bytes[place] ?? 0) : 0;
}

function varint(reader: Reader): number {
  let [value, factor] = [0, 1];
  for (let length = 0; length < LONGEST; length += 1) {
    const byte = next(reader);
    value += (byte % MORE) * factor;
    factor *= MORE;
    if (byte < MORE) {
      if (value <= LARGEST) return value;
      break;
    }
  }
  reader.isTooLarge = true;
  return 0;
}

/** Whether more was read than there is, or something that is too large. */
function isBroken({ place, end, isTooLarge }: Reader): boolean {
  return isTooLarge || place > end;
}
