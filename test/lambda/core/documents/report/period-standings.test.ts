/** Tests of an objective's standing over a report's period. */

import fc from 'fast-check';
import type { Objective } from '../../../../../lambda/core/config/config';
import { DAY_MS } from '../../../../../lambda/core/documents/report/period';
import { isMissed, periodStandings } from '../../../../../lambda/core/documents/report/service-report';
import type { Bucket } from '../../../../../lambda/core/history/bucket';
import { HOUR_MS } from '../../../../../lambda/core/history/running-history';
import { type SloCounters, withCounted } from '../../../../../lambda/core/history/slo-counters';
import { pastCheck } from '../../../../support/core/buckets';
import { bucketOfHour, type PastHour } from '../../../../support/core/past-services';
import { runs } from '../../../../support/jest/lane';

const UNKNOWN = { counters: null, knownSince: null };
const TO = Date.parse('2026-11-01T00:00:00Z');
const PERIOD = { from: TO - 10 * DAY_MS, to: TO };
const MINUTE_MS = 60_000;
const AVAILABILITY: Objective = { availability: 0.99, responseTime: null, windowMs: 30 * DAY_MS };
const FAST: Objective = { availability: null, responseTime: { underMs: 800, share: 0.9 }, windowMs: 30 * DAY_MS };

/** A bucket for each hour from one on, up to the end of the period. */
const hoursFrom = (from: number, hourAt: (from: number) => PastHour): readonly Bucket[] =>
  Array.from({ length: (TO - from) / HOUR_MS }, (_, index) => from + index * HOUR_MS).map((at) =>
    bucketOfHour(at, hourAt(at)),
  );

const heldTo =
  (underMs: number, slow: number) =>
  (bucket: Bucket): Bucket => ({ ...bucket, speed: { underMs, checks: 60, slow } });

describe('availability', () => {
  it('has the budget of the period instead of its window, without maintenance', () => {
    // In ten days, 144 min may fail; two hours did, and two more in maintenance.
    const buckets = hoursFrom(PERIOD.from, (at) => {
      const hour = (at - PERIOD.from) / HOUR_MS;
      if (hour < 2) return { checks: 60, failed: 60 };
      return hour < 4 ? { checks: 60, failed: 60, maintained: 60, maintainedFailed: 60 } : { checks: 60 };
    });
    const [standing] = periodStandings(AVAILABILITY, buckets, PERIOD, TO, UNKNOWN);
    expect(standing).toMatchObject({
      aim: 'availability',
      target: 0.99,
      windowMs: 10 * DAY_MS,
      checks: 238 * 60,
      bad: 120,
    });
    expect(standing?.reached).toBeCloseTo(1 - 2 / 238);
    expect(standing?.budgetLeftMs).toBeCloseTo(144 * MINUTE_MS - (2 / 238) * 10 * DAY_MS, 0);
    expect(standing && isMissed(standing)).toBe(false);
  });

  it('is missed once its budget is overdrawn', () => {
    const buckets = hoursFrom(PERIOD.from, (at) => ({ checks: 60, failed: at < PERIOD.from + 3 * HOUR_MS ? 60 : 0 }));
    const [standing] = periodStandings(AVAILABILITY, buckets, PERIOD, TO, UNKNOWN);
    expect(standing && isMissed(standing)).toBe(true);
    expect(standing?.budgetLeftMs).toBeCloseTo(-36 * MINUTE_MS, 0);
  });

  it('is missed at 0 %, though a young history has used only a part of the budget', () => {
    const buckets = hoursFrom(TO - HOUR_MS, () => ({ checks: 60, failed: 60 }));
    const [standing] = periodStandings(AVAILABILITY, buckets, PERIOD, TO, UNKNOWN);
    expect(standing?.budgetLeftMs).toBeGreaterThan(0);
    expect(standing && isMissed(standing)).toBe(true);
  });

  it('counts only the recorded failures of a young history', () => {
    const buckets = hoursFrom(TO - DAY_MS, (at) => ({ checks: 60, failed: at < TO - 23 * HOUR_MS ? 60 : 0 }));
    const [standing] = periodStandings(AVAILABILITY, buckets, PERIOD, TO, UNKNOWN);
    expect(standing).toMatchObject({ since: TO - DAY_MS });
    expect(standing?.budgetLeftMs).toBeCloseTo((144 - 60) * MINUTE_MS, 0);
  });

  it('counts only the part of the first hour that was checked', () => {
    const began = TO - 2 * MINUTE_MS;
    const buckets = hoursFrom(TO - HOUR_MS, () => ({ checks: 2, failed: 2 })).map((hour) => ({ ...hour, to: TO }));
    const aims = { underMs: null, windowMs: AVAILABILITY.windowMs };
    const tallyFrom = (at: number) => withCounted(null, pastCheck(at), aims);
    const leftWith = (counters: SloCounters | null) => {
      const [standing] = periodStandings(AVAILABILITY, buckets, PERIOD, TO, { ...UNKNOWN, counters });
      return [standing?.since, Math.round((standing?.budgetLeftMs ?? 0) / MINUTE_MS)];
    };
    expect(leftWith(tallyFrom(began))).toEqual([began, 142]);
    expect(leftWith(tallyFrom(TO - DAY_MS))).toEqual([TO - HOUR_MS, 84]);
    expect(leftWith(null)).toEqual([TO - HOUR_MS, 84]);
    const [known] = periodStandings(AVAILABILITY, buckets, PERIOD, TO, { ...UNKNOWN, knownSince: began });
    expect([known?.since, Math.round((known?.budgetLeftMs ?? 0) / MINUTE_MS)]).toEqual([began, 142]);
  });

  it('has less budget left after each failure', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(60), { minLength: 2, maxLength: 200 }), fc.nat(199), (failed, which) => {
        const worse = failed.map((count, index) => (index === which % failed.length ? Math.min(60, count + 1) : count));
        const [standing, after] = [failed, worse].map((counts) => {
          const all = counts.map((count, index) =>
            bucketOfHour(PERIOD.from + index * HOUR_MS, { checks: 60, failed: count }),
          );
          return periodStandings(AVAILABILITY, all, PERIOD, TO, UNKNOWN)[0];
        });
        expect(after?.budgetLeftMs).toBeLessThanOrEqual(standing?.budgetLeftMs ?? Number.NaN);
        expect(standing?.bad).toBe(failed.reduce((sum, count) => sum + count, 0));
      }),
      { numRuns: runs(34) },
    );
  });
});

describe('response times', () => {
  it('are counted against the threshold', () => {
    const buckets = hoursFrom(PERIOD.from, () => ({ checks: 60 })).map(heldTo(800, 3));
    expect(periodStandings(FAST, buckets, PERIOD, TO, UNKNOWN)).toMatchObject([
      {
        aim: 'responseTime',
        underMs: 800,
        target: 0.9,
        checks: 240 * 60,
        bad: 240 * 3,
        reached: 0.95,
        since: PERIOD.from,
      },
    ]);
  });

  it('are counted anew after each change of the threshold', () => {
    const before = hoursFrom(PERIOD.from, () => ({ checks: 60 }));
    const buckets = before.map((bucket, index) => heldTo(index === 100 ? 500 : 800, 3)(bucket));
    expect(periodStandings(FAST, buckets, PERIOD, TO, UNKNOWN)).toMatchObject([
      { checks: 139 * 60, bad: 139 * 3, since: PERIOD.from + 101 * HOUR_MS },
    ]);
  });

  it('have no standing before the first comparison with a threshold', () => {
    const buckets = hoursFrom(PERIOD.from, () => ({ checks: 60 }));
    expect(periodStandings(FAST, buckets, PERIOD, TO, UNKNOWN)).toEqual([]);
  });
});

it.each<[string, Objective | null, readonly Bucket[]]>([
  ['objective', null, [bucketOfHour(PERIOD.from, { checks: 60 })]],
  ['checks', AVAILABILITY, []],
  ['checks outside of maintenance', AVAILABILITY, [bucketOfHour(PERIOD.from, { checks: 60, maintained: 60 })]],
])('has no standing without %s', (_, objective, buckets) => {
  expect(periodStandings(objective, buckets, PERIOD, TO, UNKNOWN)).toEqual([]);
});
