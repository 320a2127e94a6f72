/** What a report says of services, one by one and together. */

import fc from 'fast-check';
import { DAY_MS, type Period, periodBefore } from '../../../../../lambda/core/documents/report/period';
import { addToTotals, noTotals, SHOWN, worstOf } from '../../../../../lambda/core/documents/report/report-totals';
import {
  addIncidents,
  incidentsIn,
  mayLackIncidents,
  meanRecoveryMs,
  NO_INCIDENTS,
  sumsOf,
} from '../../../../../lambda/core/documents/report/reported-incidents';
import {
  availabilityOf,
  changeOf,
  type ServiceReport,
  serviceReport,
} from '../../../../../lambda/core/documents/report/service-report';
import { bucketOf, emptyBucket, sumUp } from '../../../../../lambda/core/history/bucket';
import { HOUR_MS, NO_HISTORY, withCheck } from '../../../../../lambda/core/history/running-history';
import { CHANGES_KEPT } from '../../../../../lambda/core/history/service-change';
import type { Incident } from '../../../../../lambda/core/incident/incident';
import { NEW_STATE, type ServiceState } from '../../../../../lambda/core/state/service-state';
import { pastCheck } from '../../../../support/core/buckets';
import { bucketFrom } from '../../../../support/core/histories';
import { bucketOfHour, type PastHour, pastOutage, withSpentBudget } from '../../../../support/core/past-services';
import { runs } from '../../../../support/jest/lane';

const TO = Date.parse('2026-11-01T00:00:00Z');
const PERIOD: Period = { from: TO - 30 * DAY_MS, to: TO };
const NOW = TO + 3 * DAY_MS;
const MINUTE_MS = 60_000;

const stateWith = (incidents: readonly Incident[], more: Partial<ServiceState> = {}): ServiceState => ({
  ...NEW_STATE,
  incidents,
  incidentCount: incidents.length,
  ...more,
});

const reportOf = (
  id: string,
  hours: readonly PastHour[],
  state: ServiceState | null = null,
  before: readonly PastHour[] = [],
) =>
  serviceReport(
    {
      service: { id, objective: null },
      state,
      buckets: hours.map((hour, index) => bucketOfHour(PERIOD.from + index * HOUR_MS, hour)),
      before: before.map((hour, index) => bucketOfHour(periodBefore(PERIOD).from + index * HOUR_MS, hour)),
    },
    PERIOD,
    NOW,
  );

describe('availability', () => {
  it('leaves planned maintenance out, with what failed in it', () => {
    const { whole } = reportOf('a', [{ checks: 60, failed: 12, maintained: 20, maintainedFailed: 10 }]);
    expect(availabilityOf(whole)).toBeCloseTo(38 / 40);
    expect(whole.maintenance.checks).toBe(20);
  });

  it('is not known without a check, and if all was maintenance', () => {
    expect(availabilityOf(reportOf('a', []).whole)).toBeNull();
    expect(availabilityOf(reportOf('a', [{ checks: 5, maintained: 5 }]).whole)).toBeNull();
  });
});

describe('response times', () => {
  it('are compared with the period before', () => {
    const change = changeOf(reportOf('a', [{ checks: 60, ms: 300 }], null, [{ checks: 60, ms: 100 }]));
    // Each percentile is right within 5 %.
    expect(change?.p50).toBeGreaterThan(1.7);
    expect(change?.p99).toBeLessThan(2.4);
  });

  it.each<[string, PastHour[], PastHour[]]>([
    ['the period before is not known', [{ checks: 60 }], []],
    ['nothing answered then', [{ checks: 60 }], [{ checks: 60, failed: 60 }]],
    ['nothing answers now', [{ checks: 60, failed: 60 }], [{ checks: 60 }]],
  ])('are compared with nothing if %s', (_, hours, before) => {
    expect(changeOf(reportOf('a', hours, null, before))).toBeNull();
  });
});

describe('how long it is known', () => {
  it.each<[string, PastHour[], PastHour[], number | null]>([
    ['from the period before on', [{ checks: 1 }], [{ checks: 0 }, { checks: 1 }], periodBefore(PERIOD).from + HOUR_MS],
    ['from an hour of the period on', [{ checks: 0 }, { checks: 0 }, { checks: 1 }], [], PERIOD.from + 2 * HOUR_MS],
    ['not at all', [], [], null],
  ])('%s', (_, hours, before, since) => {
    const hour = since === null ? null : { from: since, to: since + HOUR_MS };
    expect(reportOf('a', hours, null, before).knownSince).toEqual(hour);
  });

  it('is the first check itself, if the state knows it, or its bucket', () => {
    const first = PERIOD.from + 42 * MINUTE_MS;
    const sinceOf = (count: number, everyMs: number) => {
      const checks = Array.from({ length: count }, (_, index) => pastCheck(first + index * everyMs));
      const history = checks.reduce((before, check) => withCheck(before, check, null), NO_HISTORY);
      return reportOf('a', [{ checks: count }], stateWith([], { history })).knownSince;
    };
    expect(sinceOf(10, MINUTE_MS)).toEqual({ from: first, to: first });
    expect(sinceOf(100, 10_000)).toEqual({ from: first, to: first });
    const unknown = stateWith([], { history: NO_HISTORY });
    const { knownSince } = reportOf('a', [{ checks: 10 }], unknown);
    expect(knownSince).toEqual({ from: PERIOD.from, to: PERIOD.from + HOUR_MS });
  });

  it('is the first check also if that was before both periods, and nothing was checked at their beginning', () => {
    const since = periodBefore(PERIOD).from - DAY_MS;
    const history = withCheck(NO_HISTORY, pastCheck(since), null);
    const { knownSince } = reportOf('a', [{ checks: 0 }, { checks: 10 }], stateWith([], { history }));
    expect(knownSince).toEqual({ from: since, to: since });
  });

  it('is that of the service that was known first, of all together', () => {
    const [first, second] = [[{ checks: 0 }, { checks: 1 }], [{ checks: 1 }]].map((hours) => reportOf('a', hours));
    if (!first || !second) throw new Error('there are two');
    expect(addToTotals(noTotals(PERIOD), [first, second]).knownSince).toEqual(second.knownSince);
  });
});

describe('incidents', () => {
  it('are those that touch the period, with all of their length', () => {
    const past = [
      pastOutage(PERIOD.from - 2 * HOUR_MS, PERIOD.from - HOUR_MS),
      pastOutage(PERIOD.from - HOUR_MS, PERIOD.from + HOUR_MS),
      pastOutage(PERIOD.from + DAY_MS, PERIOD.from + DAY_MS + 10 * MINUTE_MS),
      pastOutage(PERIOD.to - MINUTE_MS, PERIOD.to + 9 * MINUTE_MS),
      pastOutage(PERIOD.to, PERIOD.to + MINUTE_MS),
    ];
    const found = incidentsIn(stateWith(past), PERIOD, NOW);
    expect(found.map(({ lengthMs }) => lengthMs / MINUTE_MS)).toEqual([120, 10, 10]);
    const sums = sumsOf(found, PERIOD, NOW);
    expect(sums).toEqual({
      outages: 3,
      open: 0,
      outageMs: 71 * MINUTE_MS,
      longestMs: 2 * HOUR_MS,
      // The last one recovered after the period.
      recovered: 2,
      recoveryMs: 130 * MINUTE_MS,
      conditions: 0,
      objectives: 0,
    });
    expect(meanRecoveryMs(sums)).toBe(65 * MINUTE_MS);
  });

  it('of a budget that an outage has spent are not counted beside it', () => {
    const outage = pastOutage(PERIOD.from + HOUR_MS, PERIOD.from + 2 * HOUR_MS);
    const state = withSpentBudget(stateWith([]), outage, true);
    expect(incidentsIn(state, PERIOD, NOW).map(({ kind }) => kind)).toEqual(['outage']);
    const alone = state.incidents.map((one) => ({ ...one, spentBy: [] }));
    expect(sumsOf(incidentsIn({ ...state, incidents: alone }, PERIOD, NOW), PERIOD, NOW)).toMatchObject({
      outages: 1,
      objectives: 1,
    });
  });

  it('that are open last until now, and have not recovered', () => {
    const failing = { since: PERIOD.to - HOUR_MS, runs: 3 };
    const open = pastOutage(failing.since, failing.since, { over: null, failing });
    const found = incidentsIn(stateWith([open]), PERIOD, NOW);
    expect(found).toMatchObject([{ resolvedAt: null, lengthMs: 3 * DAY_MS + HOUR_MS }]);
    const sums = sumsOf(found, PERIOD, NOW);
    expect([sums.open, sums.outageMs, meanRecoveryMs(sums)]).toEqual([1, HOUR_MS, null]);
  });

  it('that relapsed last as long as they failed, and no longer in the period than they were open in it', () => {
    const began = PERIOD.from - HOUR_MS;
    const end = PERIOD.from + 30 * MINUTE_MS;
    const found = incidentsIn(
      stateWith([pastOutage(began, end, { failures: 3, downMs: 20 * MINUTE_MS })]),
      PERIOD,
      NOW,
    );
    expect(found).toMatchObject([{ openedAt: began, resolvedAt: end, lengthMs: 20 * MINUTE_MS }]);
    expect(sumsOf(found, PERIOD, NOW)).toMatchObject({ outageMs: 20 * MINUTE_MS, recoveryMs: 20 * MINUTE_MS });
    const short = [{ ...found[0], resolvedAt: PERIOD.from + MINUTE_MS } as (typeof found)[number]];
    expect(sumsOf(short, PERIOD, NOW)).toMatchObject({ outageMs: MINUTE_MS, recoveryMs: 20 * MINUTE_MS });
  });

  it('of other kinds are counted apart', () => {
    const past = [
      pastOutage(PERIOD.from, PERIOD.from + HOUR_MS, { kind: 'condition', reason: 'restarting' }),
      pastOutage(PERIOD.from, PERIOD.from + HOUR_MS, { kind: 'objective', reason: 'budget' }),
    ];
    const sums = sumsOf(incidentsIn(stateWith(past), PERIOD, NOW), PERIOD, NOW);
    expect(sums).toEqual({ ...NO_INCIDENTS, conditions: 1, objectives: 1 });
  });

  it('that were opened twice while the store was away count once', () => {
    const end = PERIOD.from + HOUR_MS;
    const real = pastOutage(PERIOD.from, end);
    const again = pastOutage(PERIOD.from + MINUTE_MS, end, { over: { at: end, why: 'duplicate', of: real.id } });
    expect(incidentsIn(stateWith([real, again]), PERIOD, NOW)).toMatchObject([{ openedAt: PERIOD.from }]);
  });

  const twenty = (from: number) =>
    Array.from({ length: 20 }, (_, index) => pastOutage(from + index * HOUR_MS, from + index * HOUR_MS + MINUTE_MS));
  it.each<[string, ServiceState, boolean]>([
    ['twenty of more, the oldest within the period', stateWith(twenty(PERIOD.from), { incidentCount: 21 }), true],
    [
      'twenty of more, the oldest before the period',
      stateWith(twenty(PERIOD.from - DAY_MS), { incidentCount: 21 }),
      false,
    ],
    ['twenty, and there were no others', stateWith(twenty(PERIOD.from)), false],
    ['a few', stateWith(twenty(PERIOD.from).slice(3), { incidentCount: 17 }), false],
  ])('may have been more: %s', (_, state, may) => {
    expect(mayLackIncidents(state, PERIOD)).toBe(may);
  });
});

it('knows the versions of the period, in their order', () => {
  const change = (at: number, from: string, to: string) => ({ at, restarted: true, version: { from, to } });
  const changes = [
    change(PERIOD.from - 1, '1', '2'),
    change(PERIOD.from, '2', '3'),
    { at: PERIOD.from + 1, restarted: true, version: null },
    change(PERIOD.to - 1, '3', '4'),
    change(PERIOD.to, '4', '5'),
  ];
  expect(reportOf('a', [], stateWith([], { changes })).versions).toEqual(['2', '3', '4']);
});

it('knows the version at the end of the period, whatever came later', () => {
  const change = (at: number, from: string, to: string) => ({ at, restarted: true, version: { from, to } });
  const lastHealthy = { ...NEW_STATE.lastHealthy, at: NOW, version: '9' } as ServiceState['lastHealthy'];
  const atEnd = (changes: ServiceState['changes']) =>
    reportOf('a', [], stateWith([], { changes, lastHealthy })).versionAtEnd;
  const restart = { at: PERIOD.to, restarted: true, version: null };
  const later = [restart, change(PERIOD.to + 1, '3', '4'), change(PERIOD.to + 2, '4', '9')];
  expect(atEnd([])).toBe('9');
  expect(atEnd([change(PERIOD.to - 1, '2', '9')])).toBe('9');
  expect(atEnd([change(PERIOD.to - 1, '2', '3'), ...later])).toBe('3');
  // There may have been others, which are not kept any more.
  expect(atEnd(Array.from({ length: CHANGES_KEPT }, (_, index) => change(PERIOD.to + index, '3', '9')))).toBeNull();
});

describe('all services together', () => {
  const report = fc
    .tuple(fc.array(bucketFrom(PERIOD.from), { maxLength: 4 }), fc.nat(3), fc.nat(3))
    .map(([buckets, outages, index]): ServiceReport => {
      const past = Array.from({ length: outages }, (_, each) =>
        pastOutage(PERIOD.from + each * DAY_MS, PERIOD.from + each * DAY_MS + (index + 1) * MINUTE_MS),
      );
      return serviceReport(
        { service: { id: `${index}`, objective: null }, state: stateWith(past), buckets, before: [] },
        PERIOD,
        NOW,
      );
    });

  it('are the sums of their parts, however they are batched', () => {
    fc.assert(
      fc.property(fc.array(report, { maxLength: 8 }), fc.nat(8), (reports, cut) => {
        const batched = addToTotals(addToTotals(noTotals(PERIOD), reports.slice(0, cut)), reports.slice(cut));
        expect(batched).toEqual(addToTotals(noTotals(PERIOD), reports));
        expect(batched.services).toBe(reports.length);
        expect(batched.whole).toEqual(
          sumUp([emptyBucket(0, 0), ...reports.map(({ whole }) => whole)], PERIOD.from, PERIOD.to),
        );
        expect(batched.incidentSums).toEqual(reports.map((one) => one.incidentSums).reduce(addIncidents, NO_INCIDENTS));
      }),
      { numRuns: runs(34) },
    );
  });

  it('show the worst first, and those without a record last', () => {
    const outage = (minutes: number) => stateWith([pastOutage(PERIOD.from, PERIOD.from + minutes * MINUTE_MS)]);
    const reports = [
      reportOf('well', [{ checks: 60 }]),
      reportOf('unknown', []),
      reportOf('bad', [{ checks: 60, failed: 2 }]),
      reportOf('down-longer', [{ checks: 60, failed: 1 }], outage(2)),
      reportOf('down', [{ checks: 60, failed: 1 }], outage(1)),
      reportOf('also-well', [{ checks: 60 }]),
    ];
    const shown = worstOf(reports.map((one) => ({ report: one })));
    expect(shown.map((one) => one.report.id)).toEqual(['bad', 'down-longer', 'down', 'also-well', 'well', 'unknown']);
  });

  it('show the same ones whether they come at once or one after the other', () => {
    const check = (failed: boolean) =>
      bucketOf(
        { at: 0, kind: failed ? 'error' : 'healthy', reason: 'x', ms: 1, memoryMb: null, inMaintenance: false },
        null,
        PERIOD.from,
        PERIOD.to,
      );
    const all = Array.from({ length: 60 }, (_, index) => {
      const buckets = Array.from({ length: 70 }, (__, each) => check(each < (index * 7) % 60));
      const service = { id: `s${index}`, objective: null };
      return { report: serviceReport({ service, state: null, buckets, before: [] }, PERIOD, NOW) };
    });
    let inTurn = worstOf(all.slice(0, 1));
    for (const one of all.slice(1)) inTurn = worstOf([one, ...inTurn]);
    expect(inTurn).toEqual(worstOf(all));
    expect(inTurn).toHaveLength(SHOWN);
  });
});
