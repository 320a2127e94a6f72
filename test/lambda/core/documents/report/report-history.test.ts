/** The course of a period in a report: its points are all of its checks. */

import fc from 'fast-check';
import { DAY_MS, type Period, reportHistory } from '../../../../../lambda/core/documents/report/period';
import { HOUR_MS } from '../../../../../lambda/core/history/running-history';
import { NEW_STATE } from '../../../../../lambda/core/state/service-state';
import { bucketOfHour } from '../../../../support/core/past-services';
import { runs } from '../../../../support/jest/lane';

const TO = Date.parse('2026-11-01T11:00:00Z');
const WATCH = { now: TO + HOUR_MS, intervalMs: 60_000 };
const SERVICE = { id: 'a', objective: null };

function historyOf(period: Period, hours: readonly number[]) {
  const buckets = hours.map((hour) => bucketOfHour(period.from + hour * HOUR_MS, { checks: 60, failed: 1 }));
  return reportHistory({ service: SERVICE, state: null, buckets }, period, WATCH);
}

it('has all checks of the period, in no more points than can be drawn', () => {
  const length = fc.integer({ min: 1, max: 400 * 24 });
  fc.assert(
    fc.property(length, fc.array(fc.nat(), { minLength: 1, maxLength: 20 }), (hours, chosen) => {
      const period = { from: TO - hours * HOUR_MS, to: TO };
      const known = [...new Set(chosen.map((hour) => hour % hours))].sort((left, right) => left - right);
      const { points, whole, span } = historyOf(period, known);
      expect(span).toEqual({ from: new Date(period.from).toISOString(), to: new Date(period.to).toISOString() });
      expect(points.reduce((sum, { checks }) => sum + checks, 0)).toBe(60 * known.length);
      expect(whole.checks).toBe(60 * known.length);
      expect(points.length).toBeLessThan(95);
    }),
    { numRuns: runs(100) },
  );
});

it('ends when the report is made, if the period still runs', () => {
  const period = { from: TO - DAY_MS, to: TO + DAY_MS };
  expect(historyOf(period, [0]).span?.to).toBe(new Date(WATCH.now).toISOString());
});

it('has the restarts and changes of version, each with its point', () => {
  const period = { from: TO - DAY_MS, to: TO };
  const changes = [period.from + HOUR_MS, period.to].map((at) => ({ at, restarted: true, version: null }));
  const buckets = [bucketOfHour(period.from, { checks: 60 }), bucketOfHour(period.from + HOUR_MS, { checks: 60 })];
  const history = reportHistory({ service: SERVICE, state: { ...NEW_STATE, changes }, buckets }, period, WATCH);
  const at = new Date(period.from + HOUR_MS).toISOString();
  const point = history.points.findIndex(({ from }) => from === at);
  expect(history.changes.slice(0, 1)).toEqual([{ at, restarted: true, version: null, point }]);
});
