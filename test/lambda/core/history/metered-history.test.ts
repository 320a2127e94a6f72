/** What the averages of periods tell of the checks in them, and what only the states know. */

import fc from 'fast-check';
import { failedChecks } from '../../../../lambda/core/history/history';
import {
  failureOf,
  type Incidents,
  lastSeen,
  type MeteredPeriod,
  periodsOf,
  rollupOfPeriod,
} from '../../../../lambda/core/history/metered-history';
import type { Incident, PastIncident } from '../../../../lambda/core/incident/incident';
import { latestOf } from '../../../../lambda/core/probe/latest-check';
import { answer, failure, NOW, reportOf, TIMINGS } from '../../../support/observations';
import { resultOf } from '../../../support/runs';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

describe('the periods', () => {
  it.each<[string, number, number, number, number]>([
    ['ten minutes', 10 * MINUTE_MS, 0, MINUTE_MS, MINUTE_MS],
    ['an hour', HOUR_MS, 0, MINUTE_MS, MINUTE_MS],
    ['three hours', 3 * HOUR_MS, 0, MINUTE_MS, 3 * MINUTE_MS],
    ['a day', DAY_MS, 0, MINUTE_MS, 30 * MINUTE_MS],
    ['a week', 7 * DAY_MS, 0, MINUTE_MS, 3 * HOUR_MS],
    ['fifteen months', 455 * DAY_MS, 0, MINUTE_MS, DAY_MS],
    ['ten minutes, asked every five', 10 * MINUTE_MS, 0, 5 * MINUTE_MS, 5 * MINUTE_MS],
    ['ten minutes, asked every seven', 10 * MINUTE_MS, 0, 7 * MINUTE_MS, 7 * MINUTE_MS],
    ['ten minutes, asked once a day', 10 * MINUTE_MS, 0, DAY_MS, DAY_MS],
    ['an hour of three weeks ago', HOUR_MS, 21 * DAY_MS, MINUTE_MS, 5 * MINUTE_MS],
    ['an hour of three weeks ago, asked every seven minutes', HOUR_MS, 21 * DAY_MS, 7 * MINUTE_MS, 10 * MINUTE_MS],
    ['an hour of three months ago', HOUR_MS, 91 * DAY_MS, MINUTE_MS, HOUR_MS],
  ])('of %s', (_, length, agoMs, intervalMs, periodMs) => {
    expect(periodsOf(NOW - agoMs - length, NOW - agoMs, intervalMs, NOW).periodMs).toBe(periodMs);
  });

  it('cover the range, and end where CloudWatch ends them', () => {
    const range = fc.record({
      end: fc.integer({ min: NOW - 400 * DAY_MS, max: NOW }),
      length: fc.integer({ min: 1, max: 50 * DAY_MS }),
      interval: fc.integer({ min: 1, max: 1_440 }),
    });
    fc.assert(
      fc.property(range, ({ end, length, interval }) => {
        const { from, to, periodMs } = periodsOf(end - length, end, interval * MINUTE_MS, NOW);
        expect(from).toBeLessThanOrEqual(end - length);
        expect(to).toBeGreaterThanOrEqual(end);
        expect([from % periodMs, to % periodMs, periodMs % MINUTE_MS]).toEqual([0, 0, 0]);
        expect((to - from) / periodMs).toBeLessThanOrEqual(62);
        // CloudWatch API Reference, GetMetricData.
        if (from < NOW - 15 * DAY_MS) expect(periodMs % (5 * MINUTE_MS)).toBe(0);
        if (from < NOW - 63 * DAY_MS) expect(periodMs % HOUR_MS).toBe(0);
      }),
    );
  });
});

function period(fields: Partial<MeteredPeriod> = {}): MeteredPeriod {
  const from = fields.from ?? NOW - HOUR_MS;
  return { from, to: from + 10 * MINUTE_MS, healthyShare: 1, meanMs: 40, memoryUsedMb: null, ...fields };
}

const WELL: Incidents = { open: [], past: [] };

function open(openedAt: number, verdict: Incident['verdict'] = 'error'): Incidents {
  return { open: [{ kind: 'outage', openedAt, verdict, reason: `open_${verdict}` } as Incident], past: [] };
}

function over(openedAt: number, resolvedAt: number, verdict: Incident['verdict'] = 'invalid'): PastIncident {
  return { openedAt, resolvedAt, verdict, reason: `past_${verdict}` } as PastIncident;
}

describe('a failure is', () => {
  const { from, to } = period();
  const past = (...incidents: PastIncident[]): Incidents => ({ open: [], past: incidents });
  it.each<[string, Partial<MeteredPeriod>, Incidents, string, string]>([
    ['what the open incident says', { healthyShare: 0 }, open(from), 'error', 'open_error'],
    ['what the open incident says of a part', { healthyShare: 0.5 }, open(to - 1), 'error', 'open_error'],
    ['not of an incident that came later', { healthyShare: 0 }, open(to), 'unhealthy', 'unhealthy'],
    ['what a past incident says', { healthyShare: 0 }, past(over(from, to)), 'invalid', 'past_invalid'],
    ['of one that began before', { healthyShare: 0 }, past(over(0, from + 1)), 'invalid', 'past_invalid'],
    ['not of one that was over', { healthyShare: 0 }, past(over(0, from)), 'unhealthy', 'unhealthy'],
    [
      ...(['of the last of two', { healthyShare: 0 }] as const),
      ...([past(over(from, from + 9), over(from + 10, to, 'error')), 'error', 'past_error'] as const),
    ],
    ['unreachable where no answer came', { healthyShare: 0, meanMs: null }, WELL, 'unreachable', 'unreachable'],
    [
      ...(['unreachable where no answer came, whatever was told', { healthyShare: 0, meanMs: null }] as const),
      ...([open(from, 'unhealthy'), 'unreachable', 'unreachable'] as const),
    ],
    [
      ...(['unreachable for the reason that was told', { healthyShare: 0, meanMs: null }] as const),
      ...([open(from, 'unreachable'), 'unreachable', 'open_unreachable'] as const),
    ],
    ['unhealthy where nothing is known', { healthyShare: 0.5 }, WELL, 'unhealthy', 'unhealthy'],
    [
      'unhealthy where an incident makes no sense',
      { healthyShare: 0 },
      open(from, 'healthy'),
      'unhealthy',
      'unhealthy',
    ],
  ])('%s', (_, fields, incidents, kind, reason) => {
    expect(failureOf(period(fields), incidents)).toEqual({ kind, reason });
  });
});

describe('a rollup', () => {
  const rollup = (fields: Partial<MeteredPeriod>, incidents = WELL, intervalMs = MINUTE_MS) =>
    rollupOfPeriod(period(fields), incidents, { intervalMs, now: NOW });

  it('has as many checks as its period has intervals', () => {
    expect(rollup({})).toEqual({
      ...{ from: NOW - HOUR_MS, to: NOW - 50 * MINUTE_MS, checks: 10, failures: {}, reason: null },
      ...{ meanMs: 40, maxMs: null, memoryUsedMb: null },
    });
    expect(rollup({}, WELL, HOUR_MS)).toMatchObject({ checks: 1, meanMs: 40, maxMs: 40 });
  });

  it.each([
    [1, {}],
    [0.9, { unhealthy: 1 }],
    [0.99, { unhealthy: 1 }],
    [0.25, { unhealthy: 8 }],
    [0, { unhealthy: 10 }],
    [-3, { unhealthy: 10 }],
    [7, {}],
  ])('of which %d was well', (healthyShare, failures) => {
    expect(rollup({ healthyShare }).failures).toEqual(failures);
  });

  it('that is not over has the checks until now', () => {
    expect(rollup({ from: NOW - 3 * MINUTE_MS })).toMatchObject({ to: NOW, checks: 3 });
    expect(rollup({ from: NOW - 1_000 })).toMatchObject({ to: NOW, checks: 1 });
  });

  it('of a single check says why it failed', () => {
    const single = { from: NOW - MINUTE_MS, healthyShare: 0 };
    expect(rollup(single, open(0))).toMatchObject({ checks: 1, failures: { error: 1 }, reason: 'open_error' });
    expect(rollup({ healthyShare: 0 }, open(0)).reason).toBeNull();
  });

  it('keeps what was reported', () => {
    expect(rollup({ meanMs: null, memoryUsedMb: 256 })).toMatchObject({
      meanMs: null,
      maxMs: null,
      memoryUsedMb: 256,
    });
  });

  it('never has more failures than checks, nor none if one was seen', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 1, max: 90 }), (share, minutes) => {
        const made = rollup({ healthyShare: share }, WELL, minutes * MINUTE_MS);
        expect(failedChecks(made)).toBeLessThanOrEqual(made.checks);
        expect(failedChecks(made) > 0).toBe(share < 1);
      }),
    );
  });
});

describe('a service was seen last', () => {
  const state = (kind: 'well' | 'refused') => {
    const observation = kind === 'well' ? answer(200, reportOf({ service: 'a' })) : failure('connection_refused');
    return { latest: latestOf(resultOf('a', observation), null, 0) };
  };
  const later = { from: NOW + MINUTE_MS, meanMs: 99 };
  it.each<[string, Parameters<typeof lastSeen>[0], Partial<MeteredPeriod>[], number | null, number | null]>([
    ['never', null, [], null, null],
    ['as the metrics know, where the table is silent', null, [later], later.from, 99],
    ['as the state says, where the metrics are silent', state('well'), [], NOW, TIMINGS.totalMs],
    ['as the state says, which is newer', state('well'), [{ from: NOW - 1 }], NOW, TIMINGS.totalMs],
    ['as the metrics say, which confirm that it is well', state('well'), [{}, later], later.from, 99],
    ['as the state says, which a failure puts in doubt', state('well'), [{ ...later, healthyShare: 0.5 }], NOW, 15],
    ['as the state says, which is not well', state('refused'), [later], NOW, null],
  ])('%s', (_, known, periods, checkedAt, responseMs) => {
    expect(lastSeen(known, periods.map(period))).toEqual({ checkedAt, responseMs });
  });
});
