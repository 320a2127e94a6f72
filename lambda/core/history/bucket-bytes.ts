/**
 * Buckets as bytes. A version, then one record for each bucket that has checks: its length, and its fields in a fixed
 * order. A later version may add fields to the end of a record; whoever doesn't know them skips them.
 */

import { FAILURE_KINDS, type FailureKind } from '../words/codes';
import type { Bucket } from './bucket';
import { LAST_BIN, NO_TIMES, type ResponseTimes } from './response-times';

const VERSION = 1;
/** Which fields a record has. */
const FLAGS = { failures: 1, memory: 2, changes: 4 } as const;
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
  const records = buckets
    .filter(({ checks }) => checks > 0)
    .map((bucket) => {
      const record = recordOf(bucket, grid);
      return [...varint(record.length), ...record];
    });
  return Uint8Array.from([VERSION, ...records.flat()]);
}

/** Reads what `encodeBuckets` has made, oldest first, in this or another version. What makes no sense is left out, and all after it. */
export function decodeBuckets(bytes: Uint8Array, grid: Grid): readonly Bucket[] {
  const reader = readerOf(bytes);
  if (reader.next() !== VERSION) return [];
  const buckets: Bucket[] = [];
  while (!reader.isAtEnd()) {
    const length = reader.varint();
    const record = reader.part(length);
    const bucket = record === null ? null : readRecord(readerOf(record), grid);
    if (bucket === null || bucket.from <= (buckets.at(-1)?.from ?? Number.NEGATIVE_INFINITY)) break;
    buckets.push(bucket);
  }
  return buckets;
}

function recordOf({ from, checks, failures, times, memory, restarts, versions }: Bucket, grid: Grid): number[] {
  const kinds = FAILURE_KINDS.map((kind) => failures[kind] ?? 0);
  const hasFailed = kinds.some((count) => count > 0);
  const hasChanged = restarts > 0 || versions > 0;
  const flags = (hasFailed ? FLAGS.failures : 0) | (memory ? FLAGS.memory : 0) | (hasChanged ? FLAGS.changes : 0);
  const steps = (mb: number) => Math.round(mb * MEMORY_STEPS);
  return [
    ...varint((from - grid.origin) / grid.stepMs),
    ...varint(checks),
    flags,
    ...(hasFailed ? kinds.flatMap(varint) : []),
    ...(memory ? [...varint(steps(memory.least)), ...varint(steps(memory.most) - steps(memory.least))] : []),
    ...(hasChanged ? [...varint(restarts), ...varint(versions)] : []),
    ...timesBytes(times),
  ];
}

function readRecord(reader: Reader, { origin, stepMs }: Grid): Bucket | null {
  const from = origin + reader.varint() * stepMs;
  const checks = reader.varint();
  const flags = reader.next();
  const failures: Partial<Record<FailureKind, number>> = {};
  if (flags & FLAGS.failures) {
    for (const kind of FAILURE_KINDS) {
      const count = reader.varint();
      if (count > 0) failures[kind] = count;
    }
  }
  let memory: Bucket['memory'] = null;
  if (flags & FLAGS.memory) {
    const [least, more] = [reader.varint(), reader.varint()];
    memory = { least: least / MEMORY_STEPS, most: (least + more) / MEMORY_STEPS };
  }
  const [restarts, versions] = flags & FLAGS.changes ? [reader.varint(), reader.varint()] : [0, 0];
  const times = readTimes(reader);
  return reader.isBroken() || checks === 0 || !Number.isSafeInteger(from)
    ? null
    : { from, to: from + stepMs, checks, failures, times, memory, restarts, versions };
}

/**
 * How many bins have answers, and the first of them; then a byte for each: in its upper half how far it is from the one before, in its
 * lower half the count. What doesn't fit is zero there, and follows.
 */
function timesBytes({ first, counts }: ResponseTimes): number[] {
  const bins = counts.flatMap((count, index) => (count > 0 ? [{ bin: first + index, count }] : []));
  if (bins.length === 0) return [0];
  const start = bins[0]?.bin ?? 0;
  return [
    ...varint(bins.length),
    ...varint(start),
    ...bins.flatMap(({ bin, count }, index) => {
      const distance = bin - (bins[index - 1]?.bin ?? start - 1);
      const [upper, lower] = [distance < HALF ? distance : 0, count < HALF ? count : 0];
      const follows = [...(upper === 0 ? varint(distance) : []), ...(lower === 0 ? varint(count) : [])];
      return [upper * HALF + lower, ...follows];
    }),
  ];
}

const HALF = 16;

function readTimes(reader: Reader): ResponseTimes {
  const bins = reader.varint();
  if (bins === 0 || bins > LAST_BIN + 1) return NO_TIMES;
  const first = reader.varint();
  const counts: number[] = [];
  let bin = first - 1;
  for (let index = 0; index < bins; index += 1) {
    const byte = reader.next();
    const distance = byte >> 4 || reader.varint();
    const count = byte % HALF || reader.varint();
    bin += distance;
    if (bin > LAST_BIN || distance === 0 || reader.isBroken()) return NO_TIMES;
    while (counts.length < bin - first) counts.push(0);
    counts.push(count);
  }
  return { first, counts };
}

/** Seven bits a byte, the lowest first; all bytes but the last have the eighth bit set. */
function varint(value: number): number[] {
  const bytes: number[] = [];
  let left = value;
  for (; left >= MORE; left = Math.floor(left / MORE)) bytes.push((left % MORE) + MORE);
  return [...bytes, left];
}

const MORE = 128;

interface Reader {
  next(): number;
  varint(): number;
  /** The next `length` bytes; `null` if there are fewer. */
  part(length: number): Uint8Array | null;
  isAtEnd(): boolean;
  /** Whether more was read than there is, or something that is too large. */
  isBroken(): boolean;
}

/** Beyond the end there are zeros. */
function readerOf(bytes: Uint8Array): Reader {
  let place = 0;
  let isTooLarge = false;
  const next = () => bytes[place++] ?? 0;
  return {
    next,
    varint: () => {
      let [value, factor] = [0, 1];
      for (;;) {
        const byte = next();
        value += (byte % MORE) * factor;
        factor *= MORE;
        if (!(value <= LARGEST)) isTooLarge = true;
        if (byte < MORE) return isTooLarge ? 0 : value;
      }
    },
    part: (length) => {
      place += length;
      return place > bytes.length ? null : bytes.subarray(place - length, place);
    },
    isAtEnd: () => place >= bytes.length,
    isBroken: () => isTooLarge || place > bytes.length,
  };
}
