/**
 * Buckets as bytes. A version, then one record for each bucket that has checks: its length, and its fields in a fixed
 * order. A later version may add fields to the end of a record; whoever doesn't know them skips them.
 */

import { FAILURE_KINDS, type FailureKind } from '../words/codes';
import { type Bucket, type Counts, NO_CHECKS, NO_FAILURES, type Speed, timedChecks } from './bucket';
import { isBroken, next, putVarint, type Reader, readerOf, varint } from './bytes';
import { LAST_BIN, NO_TIMES, type ResponseTimes } from './response-times';

const VERSION = 1;
/** Which fields a record has; and whether its threshold is that of the record before. */
const FLAGS = {
  ...{ failures: 1, memory: 2, changes: 4, maintenance: 8, failuresInMaintenance: 16 },
  ...{ speed: 32, speedOfSome: 64, formerThreshold: 128 },
} as const;
const MEMORY_STEPS = 10;

/** Bucket lengths and places are counted from `origin` in steps of `stepMs`. */
export interface Grid {
  /** Milliseconds since 1970. */
  readonly origin: number;
  readonly stepMs: number;
}

export function encodeBuckets(buckets: readonly Bucket[], grid: Grid): Uint8Array {
  // A run that saves many services encodes thousands of buckets: nothing is made on the way but one list of bytes.
  const bytes: number[] = [VERSION];
  let underMs = 0;
  for (const bucket of buckets) {
    if (bucket.checks === 0) continue;
    const record: number[] = [];
    putRecord(record, bucket, grid, underMs);
    underMs = bucket.speed?.underMs ?? underMs;
    putVarint(bytes, record.length);
    for (const byte of record) bytes.push(byte);
  }
  return Uint8Array.from(bytes);
}

/** Reads what `encodeBuckets` has made, oldest first, in this or another version. What makes no sense is left out, and all after it. */
export function decodeBuckets(bytes: Uint8Array, grid: Grid): readonly Bucket[] {
  const reader = readerOf(bytes);
  if (next(reader) !== VERSION) return [];
  const buckets: Bucket[] = [];
  let underMs = 0;
  while (reader.place < reader.end) {
    const length = varint(reader);
    const end = reader.place + length;
    if (isBroken(reader) || end > bytes.length) break;
    // A view reads thousands of records: all with one reader.
    reader.end = end;
    const bucket = readRecord(reader, grid, underMs);
    reader.place = end;
    reader.end = bytes.length;
    if (bucket === null || bucket.from <= (buckets.at(-1)?.from ?? Number.NEGATIVE_INFINITY)) break;
    underMs = bucket.speed?.underMs ?? underMs;
    buckets.push(bucket);
  }
  return buckets;
}

/** `formerMs` is the threshold of the record before; 0 if there was none. */
function putRecord(bytes: number[], bucket: Bucket, { origin, stepMs }: Grid, formerMs: number): void {
  const { from, checks, failures, maintenance, times, memory, restarts, versions, speed } = bucket;
  const isOfSome = speed !== null && speed.checks !== timedChecks(bucket);
  const [hasFailed, hasFailedInIt] = [hasFailures(failures), hasFailures(maintenance.failures)];
  const hasChanged = restarts > 0 || versions > 0;
  putVarint(bytes, (from - origin) / stepMs);
  putVarint(bytes, checks);
  bytes.push(
    (hasFailed ? FLAGS.failures : 0) |
      (memory ? FLAGS.memory : 0) |
      (hasChanged ? FLAGS.changes : 0) |
      (maintenance.checks > 0 ? FLAGS.maintenance : 0) |
      (hasFailedInIt ? FLAGS.failuresInMaintenance : 0) |
      (speed ? FLAGS.speed : 0) |
      (isOfSome ? FLAGS.speedOfSome : 0) |
      (speed?.underMs === formerMs ? FLAGS.formerThreshold : 0),
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
  if (speed) {
    if (speed.underMs !== formerMs) putVarint(bytes, speed.underMs);
    putVarint(bytes, speed.slow);
    if (isOfSome) putVarint(bytes, speed.checks);
  }
}

function hasFailures(failures: Counts['failures']): boolean {
  return FAILURE_KINDS.some((kind) => (failures[kind] ?? 0) > 0);
}

function putFailures(bytes: number[], failures: Counts['failures']): void {
  for (const kind of FAILURE_KINDS) putVarint(bytes, failures[kind] ?? 0);
}

function readRecord(reader: Reader, { origin, stepMs }: Grid, formerMs: number): Bucket | null {
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
  const timed = flags & FLAGS.speed ? timedChecks({ checks, failures, maintenance }) : 0;
  const speed = flags & FLAGS.speed ? readSpeed(reader, flags, timed, formerMs) : null;
  return isBroken(reader) || checks === 0 || !Number.isSafeInteger(from) || !isPartOf(maintenance, { checks, failures })
    ? null
    : { from, to: from + stepMs, checks, failures, maintenance, times, memory, restarts, versions, speed };
}

function readMaintenance(reader: Reader, flags: number): Counts {
  const checks = varint(reader);
  return { checks, failures: flags & FLAGS.failuresInMaintenance ? readFailures(reader) : NO_FAILURES };
}

/** `null` if it makes no sense. */
function readSpeed(reader: Reader, flags: number, timed: number, formerMs: number): Speed | null {
  const underMs = flags & FLAGS.formerThreshold ? formerMs : varint(reader);
  const slow = varint(reader);
  const checks = flags & FLAGS.speedOfSome ? varint(reader) : timed;
  return underMs > 0 && checks > 0 && slow <= checks && checks <= timed ? { underMs, checks, slow } : null;
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
export function putTimes(bytes: number[], { first, counts }: ResponseTimes): void {
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

/** Reads what `putTimes` has put. */
export function readTimes(reader: Reader): ResponseTimes {
  const bins = varint(reader);
  if (bins === 0 || bins > LAST_BIN + 1) return NO_TIMES;
  const first = varint(reader);
  let [bin, length] = [first - 1, 0];
  for (let index = 0; index < bins; index += 1) {
    const byte = next(reader);
    const distance = byte >> 4 || varint(reader);
    const count = byte % HALF || varint(reader);
    bin += distance;
    if (bin > LAST_BIN || distance === 0 || isBroken(reader)) return NO_TIMES;
    while (length < bin - first) READ[length++] = 0;
    READ[length++] = count;
  }
  return { first, counts: READ.slice(0, length) };
}

/** The counts that are being read: a list that grows would cost more than reading them. */
const READ = new Array<number>(LAST_BIN + 1).fill(0);
