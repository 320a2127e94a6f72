/** Tests of the buckets that make up a report's period. */

import fc from 'fast-check';
import {
  DAY_MS,
  lastDays,
  type Period,
  partsOf,
  periodBefore,
  rangesOf,
  timeOfReport,
} from '../../../../../lambda/core/documents/report/period';
import { sumUp } from '../../../../../lambda/core/history/bucket';
import { bucketsIn, keysOf, rangeOf } from '../../../../../lambda/core/history/history-items';
import { HOUR_MS } from '../../../../../lambda/core/history/running-history';
import { withUpdates } from '../../../../support/core/histories';
import { type PastHour, pastService } from '../../../../support/core/past-services';
import { runs } from '../../../../support/jest/lane';

const at = (text: string) => Date.parse(`${text}:00Z`);
const rangesIn = (from: string, to: string) =>
  rangesOf({ from: at(from), to: at(to) }).map((range) => [
    range.resolution,
    new Date(range.from).toISOString().slice(0, 13),
    new Date(range.to).toISOString().slice(0, 13),
  ]);

describe('the buckets that are read', () => {
  it('are of days for a month', () => {
    expect(rangesIn('2026-10-01T00:00', '2026-11-01T00:00')).toEqual([['days', '2026-10-01T00', '2026-11-01T00']]);
  });

  it('are of hours at the edges of a period that begins and ends within a day', () => {
    expect(rangesIn('2026-10-01T17:00', '2026-10-04T09:00')).toEqual([
      ['hours', '2026-10-01T17', '2026-10-02T00'],
      ['days', '2026-10-02T00', '2026-10-04T00'],
      ['hours', '2026-10-04T00', '2026-10-04T09'],
    ]);
  });

  it.each([
    ['2026-10-01T03:00', '2026-10-01T09:00'],
    ['2026-10-01T17:00', '2026-10-02T09:00'],
  ])('are of hours where no day is whole: %s to %s', (from, to) => {
    expect(rangesIn(from, to)).toEqual([['hours', from.slice(0, 13), to.slice(0, 13)]]);
  });
});

describe('the sum of a period', () => {
  const START = at('2026-10-24T00:00');
  const HOURS = 6 * 24;
  const hour = fc.option(
    fc.record({
      checks: fc.integer({ min: 1, max: 60 }),
      failed: fc.integer({ min: 0, max: 1 }),
      ms: fc.integer({ min: 1, max: 2_000 }),
      restarts: fc.integer({ min: 0, max: 2 }),
    }),
  );
  /** Begins and ends at any hour, also when Europe's clocks are set back, and at midnight. */
  const period = fc
    .tuple(fc.nat(HOURS - 1), fc.nat(HOURS - 1))
    .filter(([one, other]) => one !== other)
    .map(
      ([one, other]): Period => ({
        from: START + Math.min(one, other) * HOUR_MS,
        to: START + Math.max(one, other) * HOUR_MS,
      }),
    );

  it('is the sum of its hours, whichever buckets it is read from', () => {
    fc.assert(
      fc.property(fc.array(hour, { minLength: HOURS, maxLength: HOURS }), period, (hours, wanted) => {
        const hourAt = (from: number): PastHour | null => hours[(from - START) / HOUR_MS] ?? null;
        const { state, updates } = pastService({ from: START, to: START + HOURS * HOUR_MS }, hourAt);
        const ranges = rangesOf(wanted);
        const keys = new Set(ranges.flatMap((range) => keysOf(range, state.history)));
        const items = withUpdates([], updates).filter(({ key }) => keys.has(key));
        const now = START + HOURS * HOUR_MS;
        const buckets = ranges.flatMap((range) => bucketsIn(range, items, state.history, now));
        const whole = sumUp(buckets, wanted.from, wanted.to);
        const within = hours.flatMap((one, index) => {
          const from = START + index * HOUR_MS;
          return one !== null && from >= wanted.from && from < wanted.to ? [one] : [];
        });
        const sum = (figure: 'checks' | 'failed' | 'restarts') => within.reduce((all, one) => all + one[figure], 0);
        expect([whole.checks, whole.failures.unreachable ?? 0, whole.restarts]).toEqual([
          sum('checks'),
          sum('failed'),
          sum('restarts'),
        ]);
      }),
      { numRuns: runs(20) },
    );
  });
});

describe('the parts of a period', () => {
  const to = at('2026-11-24T00:00');

  it.each([
    ['7 days', 7 * DAY_MS, 7, DAY_MS],
    ['90 days', 90 * DAY_MS, 90, DAY_MS],
    ['6 hours', 6 * HOUR_MS, 6, HOUR_MS],
  ])('are days, or hours if no day is whole: %s', (_, length, count, step) => {
    const parts = partsOf({ from: to - length, to });
    expect(parts).toHaveLength(count);
    expect(Math.max(...parts.map((part) => part.to - part.from))).toBe(step);
  });

  it('cover it without gaps', () => {
    const hours = fc.integer({ min: 1, max: 4_000 });
    fc.assert(
      fc.property(hours, hours, (begin, length) => {
        const wanted = { from: to - (begin + length) * HOUR_MS, to: to - begin * HOUR_MS };
        const parts = partsOf(wanted);
        expect([parts[0]?.from, parts.at(-1)?.to]).toEqual([wanted.from, wanted.to]);
        for (const [index, part] of parts.entries()) expect(part.from).toBe(parts[index - 1]?.to ?? wanted.from);
      }),
    );
  });
});

it.each([7, 30, 90])('a page of %i days ends with the current day, and is read as days', (days) => {
  const midnight = at('2026-11-24T00:00');
  const now = midnight + 10 * HOUR_MS;
  const wanted = lastDays(days, now);
  expect(wanted).toEqual({ from: midnight - (days - 1) * DAY_MS, to: midnight + DAY_MS });
  const { from, to } = timeOfReport(days, now);
  expect(from).toBeLessThanOrEqual(periodBefore(wanted).from);
  expect(rangeOf(from, Math.min(to, now), now).resolution).toBe('days');
});
