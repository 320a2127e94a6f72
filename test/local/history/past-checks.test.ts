/** The past of one service: within bounds, in order, and with nothing lost or counted twice by summing up. */

import fc from 'fast-check';
import { failedChecks, type Rollup, sumUp } from '../../../lambda/core/history/history';
import {
  addChecks,
  agedPast,
  agreedTime,
  CHECKS_AGREED,
  MOST_CHECKS,
  NO_PAST,
  type Past,
  pastOf,
  rollupsOf,
} from '../../../local/history/past-checks';
import { runs } from '../../support/lane';
import { NOW } from '../../support/observations';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const checkAt = (from: number, reason: 'http_500' | null = null, ms = 10): Rollup => ({
  from,
  to: from,
  checks: 1,
  failures: reason ? { error: 1 } : {},
  meanMs: ms,
  maxMs: ms,
  reason,
  memoryUsedMb: null,
});

const minutely = (count: number, start = NOW) =>
  Array.from({ length: count }, (_, index) => checkAt(start + index * MINUTE_MS));

const addedOneByOne = (checks: readonly Rollup[]) =>
  checks.reduce<Past>((past, check) => addChecks(past, [check]), NO_PAST);

const shapeOf = (rollups: readonly Rollup[]) => rollups.map(({ from, to, checks }) => [from - NOW, to - NOW, checks]);

function expectInOrder(rollups: readonly Rollup[]): void {
  const isInOrder = ({ from, to, checks }: Rollup, index: number) =>
    (from < to || (from === to && checks === 1)) && (rollups[index - 1]?.to ?? from) <= from;
  expect(rollups.filter((rollup, index) => !isInOrder(rollup, index))).toEqual([]);
}

describe('checks', () => {
  it('are kept one by one up to the limit', () => {
    const checks = minutely(MOST_CHECKS);
    expect(rollupsOf(addedOneByOne(checks))).toEqual(checks);
  });

  it('over the limit are summed up by the hour, the last of which ends where single ones begin', () => {
    const past = addedOneByOne(minutely(MOST_CHECKS + 1));
    expect(past.checks).toHaveLength(1_500);
    expect(shapeOf(rollupsOf(past).slice(0, 5))).toEqual([
      [0, HOUR_MS, 60],
      [HOUR_MS, 2 * HOUR_MS, 60],
      [2 * HOUR_MS, 151 * MINUTE_MS, 31],
      [151 * MINUTE_MS, 151 * MINUTE_MS, 1],
      [152 * MINUTE_MS, 152 * MINUTE_MS, 1],
    ]);
  });

  it('of the same hour join it when they are summed up later', () => {
    const past = addedOneByOne(minutely(MOST_CHECKS + 1 + 151));
    expect(shapeOf(past.hours)).toEqual([
      ...[0, 1, 2, 3, 4].map((hour) => [hour * HOUR_MS, (hour + 1) * HOUR_MS, 60]),
      [5 * HOUR_MS, 6 * HOUR_MS, 2],
    ]);
  });

  it('of a clock that was set back come where their time is: among the single ones, or in their hour', () => {
    const past = addedOneByOne(minutely(MOST_CHECKS + 1));
    const among = addChecks(past, [checkAt(NOW + 200.5 * MINUTE_MS, 'http_500')]);
    expect(shapeOf(among.checks.slice(49, 52))).toEqual(
      [200, 200.5, 201].map((at) => [at * MINUTE_MS, at * MINUTE_MS, 1]),
    );
    const within = addChecks(past, [checkAt(NOW + 5), checkAt(NOW + 150.5 * MINUTE_MS)]);
    expect(within.hours.map(({ checks }) => checks)).toEqual([61, 60, 32]);
    const before = addChecks(past, [checkAt(NOW - 30 * 24 * HOUR_MS)]);
    expect(before.hours.map(({ checks }) => checks)).toEqual([1, 60, 60, 31]);
    for (const changed of [among, within, before]) expectInOrder(rollupsOf(changed));
  });

  it('of a clock that stands still stay within the limit', () => {
    const past = addedOneByOne(Array.from({ length: 2 * MOST_CHECKS }, () => checkAt(NOW)));
    expect(past.checks.length).toBeLessThanOrEqual(MOST_CHECKS);
    expectInOrder(rollupsOf(past));
    expect(sumUp(rollupsOf(past), 0, 1).checks).toBe(2 * MOST_CHECKS);
  });
});

describe('of any series, with any clock', () => {
  const spell = fc.record({
    jumpMs: fc.constantFrom(
      0,
      0,
      0,
      30,
      40 * MINUTE_MS,
      -40 * MINUTE_MS,
      30 * HOUR_MS,
      -30 * HOUR_MS,
      -9_999 * HOUR_MS,
    ),
    everyMs: fc.constantFrom(0, 1, 1_000, MINUTE_MS, 7 * MINUTE_MS, HOUR_MS),
    checks: fc.constantFrom(1, 2, 100, 700, 1_700),
    reason: fc.constantFrom(null, null, 'http_500' as const),
    ms: fc.integer({ min: 1, max: 5_000 }),
  });
  const series = fc.array(spell, { minLength: 1, maxLength: 5 }).map((spells) => {
    let at = NOW;
    return spells.flatMap(({ jumpMs, everyMs, checks, reason, ms }) => {
      at += jumpMs;
      return Array.from({ length: checks }, () => {
        at += everyMs;
        return checkAt(at, reason, ms);
      });
    });
  });

  const expectKept = (past: Past, checks: readonly Rollup[]) => {
    const rollups = rollupsOf(past);
    expectInOrder(rollups);
    expect(past.checks.length).toBeLessThanOrEqual(MOST_CHECKS);
    const [kept, all] = [sumUp(rollups, 0, 1), sumUp(checks, 0, 1)];
    expect({ ...kept, meanMs: 0 }).toEqual({ ...all, meanMs: 0 });
    expect(kept.meanMs).toBeCloseTo(all.meanMs ?? Number.NaN, 6);
  };

  it('the sums stay what they were, in order and within the limit, however they came', () => {
    fc.assert(
      fc.property(series, fc.nat(), (checks, cut) => {
        expectKept(addedOneByOne(checks), checks);
        expectKept(pastOf([], checks), checks);
        // As a file does that was written whole in the middle.
        const half = addedOneByOne(checks.slice(0, cut % checks.length));
        expectKept(pastOf(half.hours, [...half.checks, ...checks.slice(cut % checks.length)]), checks);
      }),
      { numRuns: runs(10) },
    );
  });
});

describe('what is older than it is kept', () => {
  const past = addedOneByOne(minutely(MOST_CHECKS + 1));

  it('is left out: hours that are over by then, and checks', () => {
    const at = (minutes: number) => agedPast(past, NOW + minutes * MINUTE_MS, 24 * HOUR_MS);
    const day = 24 * 60;
    expect(at(day + 59)).toBe(past);
    expect(shapeOf(at(day + 60).hours)).toEqual(shapeOf(past.hours.slice(1)));
    expect(at(day + 200)).toEqual({
      hours: [],
      checks: past.checks.filter(({ from }) => from >= NOW + 200 * MINUTE_MS),
    });
    expect(at(9_999)).toEqual(NO_PAST);
  });

  it('is decided by the time on which a day of checks agrees, of whatever service', () => {
    const few = addedOneByOne(minutely(CHECKS_AGREED - 1, NOW + 100 * HOUR_MS));
    expect(agreedTime([NO_PAST, few])).toBe(Number.NEGATIVE_INFINITY);
    expect(agedPast(past, Number.NEGATIVE_INFINITY, 24 * HOUR_MS)).toBe(past);
    const newest = past.checks.at(-1)?.from ?? 0;
    expect(agreedTime([few, past, NO_PAST])).toBe(newest - (CHECKS_AGREED - 1) * MINUTE_MS);
    const astray = addedOneByOne([...past.checks, checkAt(NOW + 999 * 24 * HOUR_MS)]);
    expect(agreedTime([astray])).toBe(newest - (CHECKS_AGREED - 2) * MINUTE_MS);
  });

  it('bounds the hours too, wherever their times are', () => {
    const hours = Array.from({ length: 100 }, (_, index) => ({ ...checkAt(NOW + index * HOUR_MS), checks: 60 }));
    expect(agedPast(pastOf(hours, []), NOW, 24 * HOUR_MS).hours.map(({ from }) => from)).toEqual(
      hours.slice(-24).map(({ from }) => from),
    );
  });

  it('costs no memory for what nearly all have in common', () => {
    expect(new Set(past.hours.map(({ failures }) => failures)).size).toBe(1);
    expect(past.hours.reduce((sum, hour) => sum + failedChecks(hour), 0)).toBe(0);
  });
});
