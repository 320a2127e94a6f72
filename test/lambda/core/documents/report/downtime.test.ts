/** When within a period services were down, and what is known of the period before. */

import fc from 'fast-check';
import {
  DAY_MS,
  lastDays,
  partsOf,
  periodBefore,
  timeOfReport,
} from '../../../../../lambda/core/documents/report/period';
import { downMsByPart, incidentsIn, sumsOf } from '../../../../../lambda/core/documents/report/reported-incidents';
import { rangeOf } from '../../../../../lambda/core/history/history-items';
import { HOUR_MS } from '../../../../../lambda/core/history/running-history';
import { NEW_STATE } from '../../../../../lambda/core/state/service-state';
import { bucketOfHour, pastOutage } from '../../../../support/core/past-services';
import { reportOf } from '../../../../support/core/report-documents';

const TO = Date.parse('2026-11-24T00:00:00Z');
const MINUTE_MS = 60_000;

describe('the parts of a period', () => {
  it.each([
    ['7 days', 7 * DAY_MS, 7, DAY_MS],
    ['90 days', 90 * DAY_MS, 90, DAY_MS],
    ['6 hours', 6 * HOUR_MS, 6, HOUR_MS],
    ['a year', 364 * DAY_MS, 92, 4 * DAY_MS],
  ])('of %s', (_, length, count, step) => {
    const parts = partsOf({ from: TO - length, to: TO });
    expect(parts).toHaveLength(count);
    expect(Math.max(...parts.map(({ from, to }) => to - from))).toBe(step);
  });

  it('are the period, without gaps', () => {
    const hours = fc.integer({ min: 1, max: 4_000 });
    fc.assert(
      fc.property(hours, hours, (begin, length) => {
        const period = { from: TO - (begin + length) * HOUR_MS, to: TO - begin * HOUR_MS };
        const parts = partsOf(period);
        expect([parts[0]?.from, parts.at(-1)?.to]).toEqual([period.from, period.to]);
        for (const [index, part] of parts.entries()) expect(part.from).toBe(parts[index - 1]?.to ?? period.from);
      }),
    );
  });
});

it('the downtime of the parts is that of the period', () => {
  const minutes = fc.integer({ min: -2 * 1_440, max: 9 * 1_440 });
  const outage = fc.tuple(minutes, fc.integer({ min: 1, max: 3_000 }));
  const period = { from: TO - 7 * DAY_MS, to: TO };
  fc.assert(
    fc.property(fc.array(outage, { maxLength: 5 }), (outages) => {
      const incidents = outages.map(([begin, length]) => {
        const from = period.from + begin * MINUTE_MS;
        return pastOutage(from, from + length * MINUTE_MS);
      });
      const reported = incidentsIn({ incidents, incidentCount: incidents.length }, period, TO);
      const sum = downMsByPart(reported, period, TO).reduce((all, part) => all + part, 0);
      expect(sum).toBeCloseTo(sumsOf(reported, period, TO).outageMs, 3);
    }),
  );
});

describe('the period before', () => {
  const period = { from: TO - DAY_MS, to: TO };
  const earlier = periodBefore(period);
  const objective = { availability: 0.999, responseTime: null, windowMs: 30 * DAY_MS };
  const report = (before: boolean, outages: number) => {
    const incidents = Array.from({ length: outages }, (_, index) =>
      pastOutage(earlier.from + index * HOUR_MS, earlier.from + index * HOUR_MS + 5 * MINUTE_MS),
    );
    const state = { ...NEW_STATE, incidents, incidentCount: 2 * outages };
    const buckets = [bucketOfHour(period.from, { checks: 60 })];
    const checked = before ? [bucketOfHour(earlier.from, { checks: 60, failed: 5 })] : [];
    const { totals } = reportOf([{ service: { id: 'a', objective }, state, buckets, before: checked }], {
      period,
      now: TO,
      reading: null,
    });
    return [totals.before.outages?.count ?? null, totals.before.outages?.seconds ?? null, totals.missedBefore];
  };

  it('has its own outages and objectives', () => {
    expect(report(true, 2)).toEqual([2, 600, 1]);
    expect(report(true, 0)).toEqual([0, 0, 1]);
  });

  it('says nothing of a time without checks, and nothing of outages that may be missing', () => {
    expect(report(false, 0)).toEqual([null, null, null]);
    expect(report(true, 20)).toEqual([null, null, 1]);
  });
});

it('the days of a page end with the running day, and are read as days', () => {
  const now = TO + 10 * HOUR_MS;
  for (const days of [7, 30, 90]) {
    const period = lastDays(days, now);
    expect(period).toEqual({ from: TO - (days - 1) * DAY_MS, to: TO + DAY_MS });
    const { from, to } = timeOfReport(days, now);
    expect(from).toBeLessThanOrEqual(periodBefore(period).from);
    expect(rangeOf(from, Math.min(to, now), now).resolution).toBe('days');
  }
});
