/** The course of a period in a report: its steps are all of its checks. */

import fc from 'fast-check';
import { DAY_MS, type Period } from '../../../../../lambda/core/documents/report/period';
import { reportHistory } from '../../../../../lambda/core/documents/report/report-history';
import { HOUR_MS } from '../../../../../lambda/core/history/running-history';
import { bucketOfHour } from '../../../../support/core/past-services';
import { runs } from '../../../../support/jest/lane';

const TO = Date.parse('2026-11-01T11:00:00Z');
const MINUTE_MS = 60_000;

function pointsOf(period: Period, hours: readonly number[], intervalMs = MINUTE_MS) {
  const buckets = hours.map((hour) => bucketOfHour(period.from + hour * HOUR_MS, { checks: 60, failed: 1 }));
  return reportHistory({ buckets, changes: [], intervalMs }, period).points;
}

const hoursOf = (length: number) => Array.from({ length }, (_, hour) => hour);
const lengthsOf = (points: ReturnType<typeof pointsOf>) =>
  points.map(({ from, to }) => (Date.parse(to) - Date.parse(from)) / HOUR_MS);

it.each<[string, number, number, number]>([
  ['a day', 24, MINUTE_MS, 1],
  ['four days', 96, MINUTE_MS, 2],
  ['thirty days', 720, MINUTE_MS, 12],
  ['three months', 92 * 24, MINUTE_MS, 24],
  ['400 days', 400 * 24, MINUTE_MS, 168],
  ['a day that is checked once an hour', 24, HOUR_MS, 2],
])('the steps of %s are long enough to have checks, and few enough to be drawn', (_, length, intervalMs, step) => {
  const points = pointsOf({ from: TO - length * HOUR_MS, to: TO }, hoursOf(length), intervalMs);
  const [, ...lengths] = lengthsOf(points);
  expect(new Set(lengths.slice(0, -1))).toEqual(new Set([step]));
  expect(points.length).toBeLessThan(95);
});

it('no step is shorter than a bucket, and days are days of UTC', () => {
  const period = { from: TO - 3 * DAY_MS, to: TO };
  const day = Date.parse('2026-10-30T00:00:00Z');
  const whole = { ...bucketOfHour(day, { checks: 1_440 }), to: day + DAY_MS };
  const { points } = reportHistory({ buckets: [whole], changes: [], intervalMs: MINUTE_MS }, period);
  expect(lengthsOf(points)).toEqual([13, 24, 24, 11]);
  expect(points.map(({ checks }) => checks)).toEqual([0, 1_440, 0, 0]);
});

it('the steps follow each other through all of the period, and have all of its checks', () => {
  const length = fc.integer({ min: 1, max: 400 * 24 });
  fc.assert(
    fc.property(length, fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 20 }), (hours, chosen) => {
      const period = { from: TO - hours * HOUR_MS, to: TO };
      const known = [...new Set(chosen.map((hour) => hour % hours))].sort((left, right) => left - right);
      const points = pointsOf(period, known);
      const ends = [new Date(period.from).toISOString(), ...points.map(({ to }) => to)];
      expect(points.map(({ from }) => from)).toEqual(ends.slice(0, -1));
      expect(ends.at(-1)).toBe(new Date(period.to).toISOString());
      expect(points.reduce((sum, { checks }) => sum + checks, 0)).toBe(60 * known.length);
    }),
    { numRuns: runs(100) },
  );
});

it('has the changes of the period, and no points if nothing is known of it', () => {
  const period = { from: TO - DAY_MS, to: TO };
  const change = (at: number) => ({ at, restarted: true, version: null });
  const changes = [period.from - 1, period.from, period.to - 1, period.to].map(change);
  expect(reportHistory({ buckets: [], changes, intervalMs: MINUTE_MS }, period)).toEqual({
    points: [],
    changes: [period.from, period.to - 1].map((at) => ({ ...change(at), at: new Date(at).toISOString() })),
  });
});
