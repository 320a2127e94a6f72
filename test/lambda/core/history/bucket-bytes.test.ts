/** Buckets as bytes: what is written comes back, also from a later version, and no bytes do any harm. */

import fc from 'fast-check';
import type { Bucket } from '../../../../lambda/core/history/bucket';
import { bucketOf, emptyBucket, NO_CHECKS, sumUp } from '../../../../lambda/core/history/bucket';
import { decodeBuckets, encodeBuckets } from '../../../../lambda/core/history/bucket-bytes';
import type { PastCheck } from '../../../../lambda/core/history/past-check';
import { timesOf } from '../../../../lambda/core/history/response-times';
import { bucketFrom, checkAt, healthyAt } from '../../../support/core/histories';
import { runs } from '../../../support/jest/lane';

const GRID = { origin: Date.parse('2026-11-22T04:00:00.000Z'), stepMs: 300_000 };
const fromOf = (index: number) => GRID.origin + index * GRID.stepMs;
const someBuckets = fc
  .subarray(Array.from({ length: 12 }, (_, index) => index))
  .chain((indexes) => fc.tuple(...indexes.map((index) => bucketFrom(fromOf(index), GRID.stepMs))));

it('gives back any buckets', () => {
  const property = fc.property(someBuckets, (buckets) => {
    expect(decodeBuckets(encodeBuckets(buckets, GRID), GRID)).toEqual(buckets);
  });
  fc.assert(property, { numRuns: runs(67) });
});

it('gives back counts and amounts of any size', () => {
  const count = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
  const property = fc.property(count, count, fc.integer({ min: 0, max: 1e14 }), (checks, restarts, mb) => {
    const failures = { unreachable: checks };
    const memory = { least: mb / 10, most: mb };
    const large = {
      ...emptyBucket(fromOf(3), fromOf(4)),
      ...{ checks, failures, memory, restarts, times: timesOf(50, checks) },
    };
    const [found] = decodeBuckets(encodeBuckets([large], GRID), GRID);
    expect(found).toMatchObject({ checks, failures, restarts, times: large.times });
    expect(found?.memory?.least).toBeCloseTo(mb / 10, 0);
    expect(found?.memory?.most).toBeCloseTo(mb, 0);
  });
  fc.assert(property, { numRuns: runs(34) });
});

it('writes no bucket without checks', () => {
  const one = bucketOf(healthyAt(fromOf(1)), null, fromOf(1), fromOf(2));
  const buckets = [emptyBucket(fromOf(0), fromOf(1)), one];
  expect(decodeBuckets(encodeBuckets(buckets, GRID), GRID)).toEqual([one]);
  expect(encodeBuckets([], GRID)).toHaveLength(1);
});

/** The bytes with more at the end of each record: fields that a later version has added. */
function withMoreFields(bytes: Uint8Array, more: readonly number[]): Uint8Array {
  const found = [...bytes.subarray(0, 1)];
  for (let place = 1; place < bytes.length; ) {
    let [length, factor] = [0, 1];
    for (let isMore = true; isMore; factor *= 128, place += 1) {
      const byte = bytes[place] ?? 0;
      length += (byte % 128) * factor;
      isMore = byte >= 128;
    }
    const record = [...bytes.subarray(place, place + length), ...more];
    found.push(
      ...(record.length < 128 ? [record.length] : [(record.length % 128) + 128, Math.floor(record.length / 128)]),
      ...record,
    );
    place += length;
  }
  return Uint8Array.from(found);
}

it('reads records that have fields it does not know', () => {
  const property = fc.property(
    someBuckets,
    fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 20 }),
    (buckets, more) => {
      expect(decodeBuckets(withMoreFields(encodeBuckets(buckets, GRID), more), GRID)).toEqual(buckets);
    },
  );
  fc.assert(property, { numRuns: runs(34) });
});

it('makes nothing of another version', () => {
  const bytes = encodeBuckets([bucketOf(healthyAt(fromOf(0)), null, fromOf(0), fromOf(1))], GRID);
  bytes[0] = 2;
  expect(decodeBuckets(bytes, GRID)).toEqual([]);
  expect(decodeBuckets(new Uint8Array(), GRID)).toEqual([]);
});

it('keeps what comes before the place where bytes were cut off', () => {
  const property = fc.property(someBuckets, fc.nat(), (buckets, at) => {
    const bytes = encodeBuckets(buckets, GRID);
    const found = decodeBuckets(bytes.subarray(0, at % (bytes.length + 1)), GRID);
    expect(found).toEqual(buckets.slice(0, found.length));
  });
  fc.assert(property, { numRuns: runs(34) });
});

describe('planned maintenance', () => {
  const mixed = sumUp(
    [
      bucketOf({ ...healthyAt(fromOf(2)), inMaintenance: true }, null, fromOf(2), fromOf(3)),
      bucketOf({ ...healthyAt(fromOf(2)), kind: 'error', inMaintenance: true }, null, fromOf(2), fromOf(3)),
      bucketOf({ ...healthyAt(fromOf(2)), kind: 'error' }, null, fromOf(2), fromOf(3)),
    ],
    fromOf(2),
    fromOf(3),
  );
  it('is counted apart, and stands in the record after all else', () => {
    expect(mixed).toMatchObject({ checks: 3, failures: { error: 2 } });
    expect(mixed.maintenance).toEqual({ checks: 2, failures: { error: 1 } });
    expect(decodeBuckets(encodeBuckets([mixed], GRID), GRID)).toEqual([mixed]);
  });

  it('takes no byte of a bucket without any', () => {
    const without = { ...mixed, maintenance: NO_CHECKS };
    expect(encodeBuckets([without], GRID)).toHaveLength(15);
    expect(decodeBuckets(encodeBuckets([without], GRID), GRID)).toEqual([without]);
  });

  it.each([
    ['more checks than there were', { checks: 4, failures: {} }],
    ['more failures than there were', { checks: 3, failures: { error: 3 } }],
  ])('makes no sense with %s', (_name, maintenance) => {
    expect(decodeBuckets(encodeBuckets([{ ...mixed, maintenance }], GRID), GRID)).toEqual([]);
  });
});

describe('any bytes', () => {
  const high = fc.constantFrom(0x80, 0xff, 0x7f, 0);
  const noise = fc.array(fc.oneof(fc.integer({ min: 0, max: 255 }), high), { maxLength: 300 });
  const damaged = fc
    .tuple(someBuckets, fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 }))))
    .map(([buckets, changes]) => {
      const bytes = encodeBuckets(buckets, GRID);
      for (const [place, byte] of changes) bytes[1 + (place % bytes.length)] = byte;
      return bytes;
    });

  it('are read without an error, as buckets that can be summed up and written again', () => {
    const bytes = fc.oneof(
      noise.map((rest) => Uint8Array.from([1, ...rest])),
      noise.map((all) => Uint8Array.from(all)),
      damaged,
    );
    const property = fc.property(bytes, (raw) => {
      const found = decodeBuckets(raw, GRID);
      const sum = sumUp([...found, ...found], GRID.origin, fromOf(12));
      for (const bucket of [...found, sum]) expectFinite(bucket);
      const again = decodeBuckets(encodeBuckets(found, GRID), GRID);
      expect(again.map(({ from }) => from)).toEqual(found.map(({ from }) => from));
    });
    fc.assert(property, { numRuns: runs(100, 10_000) });
  });

  it.each([
    ['a length without end', [1, ...Array(400).fill(0x80), 1]],
    ['a count that is too large', [1, 13, 0, ...Array(10).fill(0xff), 1, 0, 0]],
    ['a count without bounds', [1, 0xb0, 1, 0, ...Array(160).fill(0xff), 1, ...Array(14).fill(0)]],
    ['as many bins as do not exist', [1, 8, 0, 1, 0, 0xff, 0xff, 0xff, 0x7f, 0]],
  ])('may hold %s', (_, bytes) => {
    const found = decodeBuckets(Uint8Array.from(bytes), GRID);
    expect(found.every(({ checks, times }) => checks === 1 && times.counts.length === 0)).toBe(true);
  });
});

function expectFinite(bucket: Bucket): void {
  const { from, checks, times, memory, restarts, versions, failures } = bucket;
  const maintained = [bucket.maintenance.checks, ...Object.values(bucket.maintenance.failures)];
  const kinds = [...Object.values(failures), ...maintained];
  const numbers = [
    from,
    checks,
    bucket.speed?.checks ?? 0,
    bucket.speed?.slow ?? 0,
    times.first,
    ...times.counts,
    restarts,
    versions,
    ...kinds,
  ];
  const all = [...numbers, memory?.least ?? 0, memory?.most ?? 0];
  expect(all.filter((number) => !Number.isFinite(number))).toEqual([]);
}

describe('how many were fast', () => {
  const of = (ms: number | null, underMs: number | null, more: Partial<PastCheck> = {}) =>
    bucketOf({ ...healthyAt(fromOf(2), ms), ...more }, null, fromOf(2), fromOf(3), underMs);
  const sum = (...buckets: readonly Bucket[]) => sumUp(buckets, fromOf(2), fromOf(3));

  it('is counted exactly, of the healthy checks outside planned maintenance', () => {
    const all = [
      of(799.9, 800),
      of(800, 800),
      of(9_000, 800),
      of(9_000, 800, { kind: 'error' }),
      of(9_000, 800, { inMaintenance: true }),
    ];
    expect(sum(...all)).toMatchObject({ checks: 5, speed: { underMs: 800, checks: 3, slow: 2 } });
    expect(sum(of(100, null)).speed).toBeNull();
  });

  it('counts anew from where the threshold has changed, whatever is summed up first', () => {
    const at = (index: number, underMs: number | null) =>
      bucketOf(healthyAt(fromOf(index), 900), null, fromOf(index), fromOf(index + 1), underMs);
    const later = at(3, 1_000);
    for (const order of [
      [of(900, 800), later],
      [later, of(900, 800)],
    ])
      expect(sum(...order).speed).toEqual({ underMs: 1_000, checks: 1, slow: 0 });
    expect(sum(of(900, 800), of(900, 1_000)).speed).toEqual({ underMs: 1_000, checks: 1, slow: 0 });
    const indexes = Array.from({ length: 8 }, (_, index) => index);
    const property = fc.property(
      fc.tuple(...indexes.map(() => fc.constantFrom(null, 800, 1_000))),
      fc.integer({ min: 0, max: 8 }),
      (thresholds, place) => {
        const all = thresholds.map((underMs, index) => at(index, underMs));
        const parts = [
          { ...sum(...all.slice(0, place)), from: fromOf(0) },
          { ...sum(...all.slice(place)), from: fromOf(place) },
        ];
        expect(sum(...parts.filter(({ checks }) => checks > 0)).speed).toEqual(sum(...all).speed);
      },
    );
    fc.assert(property, { numRuns: runs(67) });
  });

  it('takes three bytes of a first bucket, and one of each after it, and none without a threshold', () => {
    const [without, held] = [of(100, null), of(100, 800)].map((one) => encodeBuckets([one], GRID));
    expect((held?.length ?? 0) - (without?.length ?? 0)).toBe(3);
    const two = (underMs: number | null) =>
      [2, 3].map((index) => bucketOf(healthyAt(fromOf(index), 100), null, fromOf(index), fromOf(index + 1), underMs));
    expect(encodeBuckets(two(800), GRID).length - encodeBuckets(two(null), GRID).length).toBe(3 + 1);
  });

  it.each([
    ['more slow ones than there were', { underMs: 800, checks: 1, slow: 2 }],
    ['more than there were', { underMs: 800, checks: 9, slow: 0 }],
    ['no threshold', { underMs: 0, checks: 1, slow: 0 }],
    ['none at all', { underMs: 800, checks: 0, slow: 0 }],
  ])('is not known of bytes that say %s', (_, speed) => {
    const bytes = encodeBuckets([{ ...of(100, 800), speed }], GRID);
    expect(decodeBuckets(bytes, GRID)).toEqual([{ ...of(100, 800), speed: null }]);
  });
});

it('keeps each check of a bucket', () => {
  const property = fc.property(fc.array(checkAt(fromOf(0)), { minLength: 1 }), (checks) => {
    const sum = sumUp(
      checks.map((check) => bucketOf(check, null, fromOf(0), fromOf(1))),
      fromOf(0),
      fromOf(1),
    );
    const [found] = decodeBuckets(encodeBuckets([sum], GRID), GRID);
    expect(found?.checks).toBe(checks.length);
    for (const kind of ['unreachable', 'error', 'unhealthy', 'invalid'] as const)
      expect(found?.failures[kind] ?? 0).toBe(checks.filter((check) => check.kind === kind).length);
  });
  fc.assert(property, { numRuns: runs(17) });
});
