/** Tests of a report's figures: for each service, and for all of them together. */

import fc from 'fast-check';
import {
  DAY_MS,
  type Period,
  periodBefore,
  reportHistory,
  type ServiceHistory,
} from '../../../../../lambda/core/documents/report/period';
import { SHOWN, worstOf } from '../../../../../lambda/core/documents/report/report-document';
import {
  downMsIn,
  incidentsIn,
  mayLackIncidents,
  serviceReport,
} from '../../../../../lambda/core/documents/report/service-report';
import { failedChecks } from '../../../../../lambda/core/history/bucket';
import { HOUR_MS, NO_HISTORY, withCheck } from '../../../../../lambda/core/history/running-history';
import { CHANGES_KEPT } from '../../../../../lambda/core/history/service-change';
import type { Incident } from '../../../../../lambda/core/incident/incident';
import { NEW_STATE, type ServiceState } from '../../../../../lambda/core/state/service-state';
import { pastCheck } from '../../../../support/core/buckets';
import { bucketOfHour, type PastHour, pastOutage, withSpentBudget } from '../../../../support/core/past-services';
import { reportOf } from '../../../../support/core/report-documents';
import { runs } from '../../../../support/jest/lane';

const TO = Date.parse('2026-11-01T00:00:00Z');
const PERIOD: Period = { from: TO - 30 * DAY_MS, to: TO };
const BEFORE = periodBefore(PERIOD);
const NOW = TO + 3 * DAY_MS;
const MINUTE_MS = 60_000;
const iso = (at: number) => new Date(at).toISOString();

const stateWith = (incidents: readonly Incident[], more: Partial<ServiceState> = {}): ServiceState => ({
  ...NEW_STATE,
  incidents,
  incidentCount: incidents.length,
  ...more,
});

interface Past {
  readonly id?: string;
  /** Hour by hour from the beginning of the period, and of the previous one. */
  readonly hours?: readonly PastHour[];
  readonly before?: readonly PastHour[];
  readonly state?: ServiceState;
  readonly objective?: ServiceHistory['service']['objective'];
}

const historyOf = ({ id = 'a', hours = [], before = [], state, objective = null }: Past): ServiceHistory => {
  const bucketsFrom = (from: number, all: readonly PastHour[]) =>
    all.map((hour, index) => bucketOfHour(from + index * HOUR_MS, hour));
  return {
    service: { id, objective },
    state: state ?? null,
    buckets: bucketsFrom(PERIOD.from, hours),
    before: bucketsFrom(BEFORE.from, before),
  };
};

function serviceOf(past: Past) {
  const [service] = reportOf([historyOf(past)], PERIOD, NOW).services;
  if (service === undefined) throw new Error('the report has no service');
  return service;
}

const ofIncidents = (...incidents: Incident[]) => serviceOf({ state: stateWith(incidents) });

describe('availability', () => {
  it('leaves planned maintenance out, with the failures in it', () => {
    const service = serviceOf({ hours: [{ checks: 60, failed: 12, maintained: 20, maintainedFailed: 10 }] });
    expect(service).toMatchObject({ checks: 40, failures: { unreachable: 2 }, maintenance: { checks: 20 } });
    expect(service.availability).toBeCloseTo(38 / 40);
  });

  it.each<[string, PastHour[]]>([
    ['without a check', []],
    ['if all checks were in maintenance', [{ checks: 5, maintained: 5 }]],
  ])('is unknown %s', (_, hours) => {
    expect(serviceOf({ hours }).availability).toBeNull();
  });
});

it('compares response times with the previous period', () => {
  const { change } = serviceOf({ hours: [{ checks: 60, ms: 300 }], before: [{ checks: 60, ms: 100 }] });
  // Each percentile is accurate to 5 %.
  expect(change?.p50).toBeGreaterThan(1.7);
  expect(change?.p99).toBeLessThan(2.4);
});

it.each<[string, PastHour[], PastHour[]]>([
  ['the previous period is unknown', [{ checks: 60 }], []],
  ['nothing answered then', [{ checks: 60 }], [{ checks: 60, failed: 60 }]],
  ['nothing answers now', [{ checks: 60, failed: 60 }], [{ checks: 60 }]],
])('compares no response times if %s', (_, hours, before) => {
  expect(serviceOf({ hours, before }).change).toBeNull();
});

describe('the first check', () => {
  it.each<[string, PastHour[], PastHour[], string | null]>([
    ['can be in the previous period', [{ checks: 1 }], [{ checks: 0 }, { checks: 1 }], iso(BEFORE.from + HOUR_MS)],
    ['can be in the period', [{ checks: 0 }, { checks: 0 }, { checks: 1 }], [], iso(PERIOD.from + 2 * HOUR_MS)],
    ['is null without checks', [], [], null],
  ])('%s', (_, hours, before, known) => {
    expect(serviceOf({ hours, before }).knownSince).toBe(known);
  });

  it.each([
    ['in the period', PERIOD.from + 42 * MINUTE_MS, [{ checks: 10 }]],
    [
      'before both periods, after which nothing was checked for an hour',
      BEFORE.from - DAY_MS,
      [{ checks: 0 }, { checks: 10 }],
    ],
  ])('is exact if the state has it: %s', (_, first, hours) => {
    const history = withCheck(NO_HISTORY, pastCheck(first), null);
    expect(serviceOf({ hours, state: stateWith([], { history }) }).knownSince).toBe(iso(first));
  });

  it('is, for all services, that of the oldest', () => {
    const { totals } = reportOf(
      [historyOf({ hours: [{ checks: 0 }, { checks: 1 }] }), historyOf({ hours: [{ checks: 1 }] })],
      PERIOD,
      NOW,
    );
    expect(totals.knownSince).toBe(iso(PERIOD.from));
  });
});

describe('incidents', () => {
  it('are those that overlap the period, with their full duration', () => {
    const { incidents, outages } = ofIncidents(
      pastOutage(PERIOD.from - 2 * HOUR_MS, PERIOD.from - HOUR_MS),
      pastOutage(PERIOD.from - HOUR_MS, PERIOD.from + HOUR_MS),
      pastOutage(PERIOD.from + DAY_MS, PERIOD.from + DAY_MS + 10 * MINUTE_MS),
      pastOutage(PERIOD.to - MINUTE_MS, PERIOD.to + 9 * MINUTE_MS),
      pastOutage(PERIOD.to, PERIOD.to + MINUTE_MS),
    );
    expect(incidents.map(({ durationSeconds }) => durationSeconds / 60)).toEqual([120, 10, 10]);
    // The last one recovered after the period.
    expect(outages).toEqual({
      count: 3,
      open: 0,
      seconds: 71 * 60,
      longestSeconds: 7_200,
      meanRecoverySeconds: 65 * 60,
    });
  });

  it('leave out a budget that a listed outage spent', () => {
    const outage = pastOutage(PERIOD.from + HOUR_MS, PERIOD.from + 2 * HOUR_MS);
    const state = withSpentBudget(stateWith([]), outage, true);
    expect(serviceOf({ state }).incidents.map(({ kind }) => kind)).toEqual(['outage']);
    const alone = state.incidents.map((one) => ({ ...one, spentBy: [] }));
    expect(ofIncidents(...alone)).toMatchObject({ outages: { count: 1 }, objectiveIncidents: 1 });
  });

  it('that are open last until now, and have not recovered', () => {
    const failing = { since: PERIOD.to - HOUR_MS, runs: 3 };
    expect(ofIncidents(pastOutage(failing.since, failing.since, { over: null, failing }))).toMatchObject({
      incidents: [{ resolvedAt: null, durationSeconds: 73 * 3_600 }],
      outages: { open: 1, seconds: 3_600, meanRecoverySeconds: null },
    });
  });

  it.each([
    [30 * MINUTE_MS, 20 * 60],
    [MINUTE_MS, 60],
  ])('that relapsed last as long as they failed, but not longer than they were open in the period', (open, seconds) => {
    const outage = pastOutage(PERIOD.from - HOUR_MS, PERIOD.from + open, { failures: 3, downMs: 20 * MINUTE_MS });
    expect(ofIncidents(outage)).toMatchObject({
      incidents: [{ durationSeconds: 20 * 60 }],
      outages: { seconds, meanRecoverySeconds: 20 * 60 },
    });
  });

  it('of other kinds are counted separately', () => {
    const service = ofIncidents(
      pastOutage(PERIOD.from, PERIOD.from + HOUR_MS, { kind: 'condition', reason: 'restarting' }),
      pastOutage(PERIOD.from, PERIOD.from + HOUR_MS, { kind: 'objective', reason: 'budget' }),
    );
    expect(service).toMatchObject({ conditionIncidents: 1, objectiveIncidents: 1, outages: { count: 0, seconds: 0 } });
  });

  it('that two processes opened count once', () => {
    const end = PERIOD.from + HOUR_MS;
    const real = pastOutage(PERIOD.from, end);
    const again = pastOutage(PERIOD.from + MINUTE_MS, end, { over: { at: end, why: 'duplicate', of: real.id } });
    expect(ofIncidents(real, again).incidents).toMatchObject([{ openedAt: iso(PERIOD.from) }]);
  });

  const twenty = (from: number) =>
    Array.from({ length: 20 }, (_, index) => pastOutage(from + index * HOUR_MS, from + index * HOUR_MS + MINUTE_MS));
  it.each<[string, ServiceState, boolean]>([
    [
      'twenty are stored of more, the oldest within the period',
      stateWith(twenty(PERIOD.from), { incidentCount: 21 }),
      true,
    ],
    [
      'the oldest stored one was before the period',
      stateWith(twenty(PERIOD.from - DAY_MS), { incidentCount: 21 }),
      false,
    ],
    ['there were no others', stateWith(twenty(PERIOD.from)), false],
    ['few are stored', stateWith(twenty(PERIOD.from).slice(3), { incidentCount: 17 }), false],
  ])('may be missing: %s', (_, state, may) => {
    expect(mayLackIncidents(state, PERIOD)).toBe(may);
  });
});

it('adds up the downtime of parts to that of the period', () => {
  const outage = fc.tuple(fc.integer({ min: -2 * 1_440, max: 9 * 1_440 }), fc.integer({ min: 1, max: 3_000 }));
  const week = { from: TO - 7 * DAY_MS, to: TO };
  fc.assert(
    fc.property(fc.array(outage, { maxLength: 5 }), fc.integer({ min: 1, max: 167 }), (outages, hour) => {
      const past = outages.map(([begin, length]) => {
        const from = week.from + begin * MINUTE_MS;
        return pastOutage(from, from + length * MINUTE_MS);
      });
      const incidents = incidentsIn(stateWith(past), week, TO);
      const cut = week.from + hour * HOUR_MS;
      const downMs = (from: number, to: number) => downMsIn({ from, to }, incidents, week, TO);
      expect(downMs(week.from, cut) + downMs(cut, week.to)).toBeCloseTo(downMs(week.from, week.to), 3);
    }),
  );
});

describe('the previous period', () => {
  const objective = { availability: 0.999, responseTime: null, windowMs: 30 * DAY_MS };
  const past = (before: readonly PastHour[], outages: number) => {
    const incidents = Array.from({ length: outages }, (_, index) =>
      pastOutage(BEFORE.from + index * HOUR_MS, BEFORE.from + index * HOUR_MS + 5 * MINUTE_MS),
    );
    const state = stateWith(incidents, { incidentCount: 2 * outages });
    const { totals } = reportOf([historyOf({ hours: [{ checks: 60 }], before, state, objective })], PERIOD, NOW);
    return [totals.before.outages?.count ?? null, totals.before.outages?.seconds ?? null, totals.missedBefore];
  };
  const failed = [{ checks: 60, failed: 5 }];

  it.each<[string, readonly PastHour[], number, (number | null)[]]>([
    ['has its own outages and objectives', failed, 2, [2, 600, 1]],
    ['can have no outages', failed, 0, [0, 0, 1]],
    ['has no figures without checks', [], 0, [null, null, null]],
    ['does not count outages if some may be missing', failed, 20, [null, null, 1]],
  ])('%s', (_, before, outages, figures) => {
    expect(past(before, outages)).toEqual(figures);
  });
});

describe('versions', () => {
  const change = (at: number, from: string, to: string) => ({ at, restarted: true, version: { from, to } });
  const restart = (at: number) => ({ at, restarted: true, version: null });

  it('are those of the period, in order', () => {
    const changes = [
      change(PERIOD.from - 1, '1', '2'),
      change(PERIOD.from, '2', '3'),
      restart(PERIOD.from + 1),
      change(PERIOD.to - 1, '3', '4'),
      change(PERIOD.to, '4', '5'),
    ];
    expect(serviceOf({ state: stateWith([], { changes }) }).versions).toEqual(['2', '3', '4']);
  });

  const later = [restart(PERIOD.to), change(PERIOD.to + 1, '3', '4'), change(PERIOD.to + 2, '4', '9')];
  it.each<[string, ServiceState['changes'], string | null]>([
    ['is the last one without changes', [], '9'],
    ['is the last one after a change in the period', [change(PERIOD.to - 1, '2', '9')], '9'],
    ['is what a later change replaced', [change(PERIOD.to - 1, '2', '3'), ...later], '3'],
    [
      'is unknown if changes may be missing',
      Array.from({ length: CHANGES_KEPT }, (_, index) => change(PERIOD.to + index, '3', '9')),
      null,
    ],
  ])('at the end of the period %s', (_, changes, version) => {
    const lastHealthy = { ...NEW_STATE.lastHealthy, at: NOW, version: '9' } as ServiceState['lastHealthy'];
    expect(serviceOf({ state: stateWith([], { changes, lastHealthy }) }).versionAtEnd).toBe(version);
  });
});

describe('all services together', () => {
  const hour = fc.record({ checks: fc.constant(60), failed: fc.nat(60), restarts: fc.nat(2) });
  const past = fc.record({ hours: fc.array(hour, { maxLength: 4 }), outages: fc.nat(3) });

  it('have the sums of their figures', () => {
    fc.assert(
      fc.property(fc.array(past, { maxLength: 8 }), (all) => {
        const histories = all.map(({ hours, outages }) => {
          const from = (index: number) => PERIOD.from + index * DAY_MS;
          const incidents = Array.from({ length: outages }, (_, index) =>
            pastOutage(from(index), from(index) + HOUR_MS),
          );
          return historyOf({ hours, state: stateWith(incidents) });
        });
        const { totals, services } = reportOf(histories, PERIOD, NOW);
        const sum = (figure: (one: (typeof services)[number]) => number) =>
          services.reduce((total, one) => total + figure(one), 0);
        expect(totals).toMatchObject({
          services: all.length,
          checks: sum(({ checks }) => checks),
          answers: sum(({ answers }) => answers),
          restarts: sum(({ restarts }) => restarts),
          outages: { count: sum(({ outages }) => outages.count), seconds: sum(({ outages }) => outages.seconds) },
        });
        expect(failedChecks(totals)).toBe(sum(failedChecks));
      }),
      { numRuns: runs(34) },
    );
  });

  it('show the worst first, and those without data last', () => {
    const outage = (minutes: number) => stateWith([pastOutage(PERIOD.from, PERIOD.from + minutes * MINUTE_MS)]);
    const { worst } = reportOf(
      [
        { id: 'well', hours: [{ checks: 60 }] },
        { id: 'unknown' },
        { id: 'bad', hours: [{ checks: 60, failed: 2 }] },
        { id: 'down-longer', hours: [{ checks: 60, failed: 1 }], state: outage(2) },
        { id: 'down', hours: [{ checks: 60, failed: 1 }], state: outage(1) },
        { id: 'also-well', hours: [{ checks: 60 }] },
      ].map(historyOf),
      PERIOD,
      NOW,
    );
    expect(worst).toEqual(['bad', 'down-longer', 'down', 'also-well', 'well', 'unknown']);
  });

  it('show the same ones whether they are read at once or one by one', () => {
    const all = Array.from({ length: 60 }, (_, index) => {
      const own = historyOf({ id: `s${index}`, hours: [{ checks: 70, failed: (index * 7) % 60 }] });
      return { report: serviceReport(own, PERIOD, NOW) };
    });
    let oneByOne: readonly (typeof all)[number][] = [];
    for (const one of all) oneByOne = worstOf([one, ...oneByOne], NOW);
    expect(oneByOne).toEqual(worstOf(all, NOW));
    expect(oneByOne).toHaveLength(SHOWN);
  });
});

describe('the history of a period', () => {
  const WATCH = { now: TO + HOUR_MS, intervalMs: 60_000 };
  const drawn = (period: Period, hours: readonly number[], state: ServiceState | null = null) => {
    const buckets = hours.map((hour) => bucketOfHour(period.from + hour * HOUR_MS, { checks: 60, failed: 1 }));
    return reportHistory({ service: { id: 'a', objective: null }, state, buckets }, period, WATCH);
  };

  it('has all checks, in no more points than a chart can show', () => {
    const length = fc.integer({ min: 1, max: 400 * 24 });
    fc.assert(
      fc.property(length, fc.array(fc.nat(), { minLength: 1, maxLength: 20 }), (hours, chosen) => {
        const period = { from: TO - hours * HOUR_MS, to: TO };
        const known = [...new Set(chosen.map((hour) => hour % hours))].sort((left, right) => left - right);
        const { points, whole, span } = drawn(period, known);
        expect(span).toEqual({ from: iso(period.from), to: iso(period.to) });
        expect(points.reduce((sum, { checks }) => sum + checks, 0)).toBe(60 * known.length);
        expect(whole.checks).toBe(60 * known.length);
        expect(points.length).toBeLessThan(95);
      }),
      { numRuns: runs(100) },
    );
  });

  it('ends when the report is made, if the period has not ended', () => {
    expect(drawn({ from: TO - DAY_MS, to: TO + DAY_MS }, [0]).span?.to).toBe(iso(WATCH.now));
  });

  it('has the restarts and version changes, each with its point', () => {
    const period = { from: TO - DAY_MS, to: TO };
    const at = period.from + HOUR_MS;
    const changes = [at, period.to].map((time) => ({ at: time, restarted: true, version: null }));
    const history = drawn(period, [0, 1], stateWith([], { changes }));
    const point = history.points.findIndex(({ from }) => from === iso(at));
    expect(history.changes.slice(0, 1)).toEqual([{ at: iso(at), restarted: true, version: null, point }]);
  });
});
