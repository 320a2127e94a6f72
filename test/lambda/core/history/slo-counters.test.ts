/** The counts for an objective: each check once, in slots of each length, whatever wrote them, and small. */

import fc from 'fast-check';
import { BUCKET_MS, RESOLUTIONS } from '../../../../lambda/core/history/bucket';
import { bucketsIn } from '../../../../lambda/core/history/history-items';
import type { PastCheck } from '../../../../lambda/core/history/past-check';
import { NO_HISTORY, type RunningHistory, withCheck } from '../../../../lambda/core/history/running-history';
import {
  type Aims,
  backfill,
  countsIn,
  type SloCounters,
  slotsKept,
  withCounted,
} from '../../../../lambda/core/history/slo-counters';
import { packedBytes } from '../../../support/aws/packed-bytes';
import { checkAt, healthyAt, readBack } from '../../../support/core/histories';
import { MINUTE_MS } from '../../../support/core/story';
import { runs } from '../../../support/jest/lane';

const START = Date.parse('2026-11-22T04:00:00.000Z');
const DAY_MS = 86_400_000;
const AIMS: Aims = { underMs: 800, windowMs: 30 * DAY_MS };

const tallyOf = (checks: readonly PastCheck[], aims = AIMS, before: SloCounters | null = null): SloCounters => {
  const counters = checks.reduce<SloCounters | null>((sum, check) => withCounted(sum, check, aims), before);
  if (counters === null) throw new Error('there are checks');
  return counters;
};
const failedAt = (at: number): PastCheck => ({ ...healthyAt(at), kind: 'error', reason: 'http_500' });
const readTally = (counters: SloCounters) => readBack({ ...NO_HISTORY, counters }).counters;
const minutely = (count: number, start = START) =>
  Array.from({ length: count }, (_, minute) => healthyAt(start + minute * MINUTE_MS));

/** What a window of `lengthMs` to `now` holds, counted one by one: of the slots that end within it. */
function countedIn(checks: readonly PastCheck[], stepMs: number, from: number, underMs: number | null) {
  const inside = checks.filter(
    ({ at, inMaintenance }) => Math.floor(at / stepMs) * stepMs + stepMs > from && !inMaintenance,
  );
  const timed = inside.filter(({ kind, ms }) => underMs !== null && kind === 'healthy' && ms !== null);
  return {
    checks: inside.length,
    failed: inside.filter(({ kind }) => kind !== 'healthy').length,
    timed: timed.length,
    slow: timed.filter(({ ms }) => (ms ?? 0) >= (underMs ?? 0)).length,
  };
}

const someChecks = fc
  .array(fc.integer({ min: 1, max: 20 * MINUTE_MS }), { minLength: 1, maxLength: 150 })
  .chain((steps) => {
    let at = START;
    const times = steps.map((step) => {
      at += step;
      return at;
    });
    return fc.tuple(...times.map((time) => checkAt(time)));
  });
const someAims = fc.record({
  underMs: fc.option(fc.constantFrom(100, 100_000)),
  windowMs: fc.constantFrom(1, 7, 30, 90).map((days) => days * DAY_MS),
});

it('counts each check in a slot of each length, of all that are kept', () => {
  const property = fc.property(someChecks, someAims, fc.nat(), (checks, aims, back) => {
    const counters = tallyOf(checks, aims);
    const now = checks.at(-1)?.at ?? START;
    for (const length of RESOLUTIONS) {
      const longest = (slotsKept(aims.windowMs)[length] - 1) * BUCKET_MS[length];
      const from = now - (back % longest);
      expect(countsIn(counters, length, from, now)).toEqual(countedIn(checks, BUCKET_MS[length], from, aims.underMs));
    }
    expect(counters).toMatchObject({ since: checks[0]?.at, until: now });
  });
  fc.assert(property, { numRuns: runs(34) });
});

it.each([
  [1, 6 / 30],
  [30, 6],
  [90, 18],
])('keeps of a window of %s days what its alerts look back at, and the window itself', (days, hours) => {
  const slots = slotsKept(days * DAY_MS);
  expect((slots.fine - 1) * BUCKET_MS.fine).toBeGreaterThanOrEqual(hours * 3_600_000);
  expect((slots.hours - 1) * BUCKET_MS.hours).toBeGreaterThanOrEqual(hours * 12 * 3_600_000);
  expect(slots.days).toBe(days + 1);
});

it('counts the same in any order, but for what is too late to be kept', () => {
  const offsets = fc.uniqueArray(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 60 });
  const property = fc.property(offsets, (minutes) => {
    const checks = minutes.map((minute) => healthyAt(START + minute * MINUTE_MS, minute));
    const ordered = [...checks].sort((left, right) => left.at - right.at);
    expect(tallyOf(checks)).toMatchObject({ slots: tallyOf(ordered).slots, since: ordered[0]?.at });
  });
  fc.assert(property, { numRuns: runs(34) });
});

describe('a change', () => {
  const before = tallyOf([...minutely(20), failedAt(START + 20 * MINUTE_MS)]);
  const now = START + 30 * MINUTE_MS;

  it('of the threshold restarts the count of slow checks, and says so', () => {
    const counters = tallyOf([healthyAt(now, 900)], { ...AIMS, underMs: 500 }, before);
    expect(countsIn(counters, 'days', START, now)).toEqual({ checks: 22, failed: 1, timed: 1, slow: 1 });
    expect([counters.since, counters.timedSince]).toEqual([START, now]);
  });

  it('of the window keeps the counts of a longer one until the store is read', () => {
    const backfilled = { ...before, backfilled: true, since: START - 60 * DAY_MS };
    const longer = tallyOf([healthyAt(now)], { ...AIMS, windowMs: 90 * DAY_MS }, backfilled);
    expect([longer.backfilled, longer.since]).toEqual([false, START - (START % DAY_MS)]);
    const shorter = tallyOf([healthyAt(now)], { ...AIMS, windowMs: 7 * DAY_MS }, backfilled);
    expect([shorter.backfilled, shorter.since]).toEqual([false, START - 60 * DAY_MS]);
  });

  it('of the window, found while its service is maintained, leaves no more than is read back', () => {
    const month = tallyOf(Array.from({ length: 60 }, (_, half) => healthyAt(START + half * 12 * 3_600_000)));
    const shorter = tallyOf(
      [{ ...healthyAt(START + 30 * DAY_MS), inMaintenance: true }],
      { ...AIMS, windowMs: 7 * DAY_MS },
      month,
    );
    expect(readTally(shorter)).toEqual(shorter);
    expect(countsIn(shorter, 'days', 0, START + 30 * DAY_MS).checks).toBeGreaterThan(0);
  });

  it('restarts if a clock was set back by more than is stored', () => {
    const back = START - 8 * 3_600_000;
    expect(tallyOf([healthyAt(back)], AIMS, { ...before, backfilled: true })).toMatchObject({
      since: back,
      backfilled: false,
      slots: { fine: { counts: [1, 0, 1, 0] } },
    });
  });
});

describe('as it is stored', () => {
  it('is read back, whatever it holds', () => {
    const property = fc.property(someChecks, someAims, fc.boolean(), (checks, aims, backfilled) => {
      const counters = { ...tallyOf(checks, aims), backfilled, burns: { availability_burns_fast: START } };
      expect(readTally(counters)).toEqual(counters);
    });
    fc.assert(property, { numRuns: runs(67) });
  });

  it('is small while checks go well, though some are slow and a run comes a second late', () => {
    const checks = Array.from({ length: 30 * 1_440 }, (_, minute) =>
      healthyAt(START + minute * MINUTE_MS + ((minute * 7_919) % 2_000), minute % 97 === 0 ? 900 : 100),
    );
    expect(packedBytes(tallyOf(checks))).toBeLessThanOrEqual(250);
  });

  it('is bounded, however bad it gets', () => {
    const slots = Object.fromEntries(
      RESOLUTIONS.map((length) => {
        const counts = Array.from(
          { length: slotsKept(90 * DAY_MS)[length] * 4 },
          (_, place) => [86_400 - place, 20_000 + place, 60_000 - place, 20_000 + place][place % 4] ?? 0,
        );
        return [length, { from: START - (START % DAY_MS), counts }];
      }),
    ) as unknown as SloCounters['slots'];
    const counters = { ...tallyOf(minutely(1)), windowMs: 90 * DAY_MS, slots };
    expect(packedBytes(counters)).toBeLessThanOrEqual(10_000);
    expect(readTally(counters)).toEqual(counters);
  });

  it.each<[string, (counters: SloCounters) => unknown]>([
    ['no counters', () => 7],
    ['no slots', ({ slots: _, ...rest }) => rest],
    ['a window that is no day', (counters) => ({ ...counters, windowMs: 1 })],
    ['a window of ten years', (counters) => ({ ...counters, windowMs: 3_650 * DAY_MS })],
    ['slots that begin at any time', (counters) => withDays(counters, { from: START + 1 })],
    ['more slots than are kept', (counters) => withDays(counters, { counts: Array(5_000).fill(1) })],
    ['counts below zero', (counters) => withDays(counters, { counts: [1, -1, 0, 0] })],
  ])('is reset if there is %s', (_, damaged) => {
    const history = { ...NO_HISTORY, since: START, counters: damaged(tallyOf(minutely(3))) as SloCounters };
    expect(readBack(history)).toEqual({ ...NO_HISTORY, since: START });
  });
});

const withDays = (counters: SloCounters, days: object) => ({
  ...counters,
  slots: { ...counters.slots, days: { ...counters.slots.days, ...days } },
});

describe('in a history', () => {
  const historyOf = (checks: readonly PastCheck[], before: RunningHistory = NO_HISTORY, aims: Aims | null = AIMS) =>
    checks.reduce((history, check) => withCheck(history, check, null, aims), before);

  it('is there only with an objective', () => {
    expect(historyOf(minutely(3), NO_HISTORY, null).counters).toBeNull();
    expect(historyOf(minutely(1, START + 3 * MINUTE_MS), historyOf(minutely(3)), null).counters).toBeNull();
    const history = historyOf(minutely(3));
    expect(readBack(history)).toEqual(history);
  });

  it('knows what the buckets know once it is backfilled, and nothing twice', () => {
    const before = historyOf(
      [...minutely(50), failedAt(START + 50 * MINUTE_MS), healthyAt(START + 51 * MINUTE_MS, 900)],
      NO_HISTORY,
      null,
    );
    const late = historyOf([healthyAt(START + 52 * MINUTE_MS)], before);
    const range = { from: START - 30 * DAY_MS, to: START + DAY_MS };
    const buckets = (running: RunningHistory) =>
      Object.fromEntries(
        RESOLUTIONS.map((resolution) => [resolution, bucketsIn({ ...range, resolution }, [], running, START)]),
      ) as unknown as Parameters<typeof backfill>[1];
    const counters = late.counters && backfill(late.counters, buckets(late), late.since);
    expect(counters).toMatchObject({ backfilled: true, since: START, timedSince: START + 52 * MINUTE_MS });
    for (const length of RESOLUTIONS)
      expect(counters && countsIn(counters, length, START, START + DAY_MS)).toEqual({
        checks: 53,
        failed: 1,
        timed: 1,
        slow: 0,
      });
    expect(counters && backfill(counters, buckets(late), late.since)).toEqual(counters);
  });

  it('counts no time before its first check, although the bucket of that begins earlier', () => {
    const first = START + 4 * MINUTE_MS + 34_000;
    const history = historyOf([healthyAt(first), failedAt(first + 10_000)]);
    const buckets = Object.fromEntries(
      RESOLUTIONS.map((resolution) => [
        resolution,
        bucketsIn({ from: START - 30 * DAY_MS, to: START + DAY_MS, resolution }, [], history, START),
      ]),
    ) as unknown as Parameters<typeof backfill>[1];
    expect(buckets.fine[0]).toMatchObject({ from: START, checks: 2 });
    expect(history.counters && backfill(history.counters, buckets, history.since)).toMatchObject({
      backfilled: true,
      since: first,
      timedSince: first,
    });
  });

  it('begins with the first check of the service also where the objective came later', () => {
    const first = START + 4 * MINUTE_MS + 34_000;
    const before = historyOf([healthyAt(first), healthyAt(first + 10_000)], NO_HISTORY, null);
    const late = historyOf([healthyAt(START + 52 * MINUTE_MS)], before);
    const buckets = Object.fromEntries(
      RESOLUTIONS.map((resolution) => [
        resolution,
        bucketsIn({ from: START - 30 * DAY_MS, to: START + DAY_MS, resolution }, [], late, START),
      ]),
    ) as unknown as Parameters<typeof backfill>[1];
    const sinceWith = (firstCheck: number | null) =>
      late.counters && backfill(late.counters, buckets, firstCheck).since;
    expect([sinceWith(late.since), sinceWith(null)]).toEqual([first, START - (START % DAY_MS)]);
  });

  it('is backfilled with the days and hours that it keeps, and no older ones', () => {
    const counters = tallyOf(minutely(1));
    const day = START - (START % DAY_MS);
    const bucketAt = (from: number, stepMs: number) => {
      const [bucket] = historyOf([failedAt(from)], NO_HISTORY, null).hours[0]?.buckets ?? [];
      if (bucket === undefined) throw new Error('there is a check');
      return { ...bucket, from, to: from + stepMs };
    };
    const filled = backfill(counters, {
      fine: [bucketAt(START - 10 * 3_600_000, BUCKET_MS.fine), bucketAt(START - 3_600_000, BUCKET_MS.fine)],
      hours: [bucketAt(START - 73 * 3_600_000, BUCKET_MS.hours), bucketAt(START - 72 * 3_600_000, BUCKET_MS.hours)],
      days: [bucketAt(day - 31 * DAY_MS, DAY_MS), bucketAt(day - 30 * DAY_MS, DAY_MS)],
    });
    for (const length of RESOLUTIONS) {
      expect(countsIn(filled, length, 0, START)).toMatchObject({ checks: 2, failed: 1 });
      expect(filled.slots[length].counts.length / 4).toBeLessThanOrEqual(slotsKept(AIMS.windowMs)[length]);
    }
    expect(filled.since).toBe(day - 30 * DAY_MS);
  });
});
