/** What of a run goes to CloudWatch: every name, at every level, and no sample where one would be wrong. */

import fc from 'fast-check';
import {
  DAILY_HOUR,
  DEPLOYMENT_METRICS,
  DIMENSIONS,
  METRICS,
  type MeasuredRun,
  type Metric,
  metricsOf,
  NAMESPACE,
  SERVICE_METRICS,
} from '../../../../lambda/core/metrics/metrics';
import type { CheckResult } from '../../../../lambda/core/probe/check-result';
import type { Observation } from '../../../../lambda/core/probe/observation';
import { METRICS_LEVELS, type MetricsLevel } from '../../../../lambda/core/words/codes';
import { answer, failure, NOW, reportOf } from '../../../support/core/observations';
import { resultOf, runOf } from '../../../support/core/runs';

const WELL = resultOf('user-service', answer(200, reportOf()));

function measured(run: MeasuredRun, metrics: MetricsLevel = 'standard', intervalMs = 60_000): readonly Metric[] {
  return metricsOf(run, { name: 'shop', metrics, intervalMs });
}

/** `Healthy 1` or `Failures/error 1`, of the service alone. */
function samplesOf(result: CheckResult, level: MetricsLevel = 'standard'): string[] {
  return measured(runOf([result]), level)
    .filter(({ dimensions }) => dimensions.Service !== undefined)
    .map(({ name, value, dimensions: { Verdict } }) => `${name}${Verdict === undefined ? '' : `/${Verdict}`} ${value}`);
}

const REPORTED = ['Uptime 3600.5', 'MemoryUsed 256.25', 'MemoryTotal 512'];

describe('a healthy service', () => {
  it.each([
    ['summary', []],
    ['standard', ['Healthy 1', 'ResponseTime 15', ...REPORTED]],
  ] as const)('has at level %s %j', (level, samples) => {
    expect(samplesOf(WELL, level)).toEqual(samples);
  });

  it.each(METRICS_LEVELS)('has at level %s what is said to be sent, and priced', (level) => {
    const names = new Set(measured(runOf([WELL]), level).map(({ name }) => name));
    expect([...names]).toEqual([...(level === 'standard' ? SERVICE_METRICS : []), ...DEPLOYMENT_METRICS]);
  });

  it('that was asked while the checker was blocked has no times', () => {
    const result = { ...WELL, timings: { ...WELL.timings, blockedMs: 12 } };
    expect(samplesOf(result)).toEqual(['Healthy 1', ...REPORTED]);
  });

  it.each([
    ['no version, no uptime', { version: undefined, uptime: undefined }, ['MemoryUsed 256.25', 'MemoryTotal 512']],
    ['no memory', { memory: undefined }, ['Uptime 3600.5']],
    ['texts for numbers', { uptime: '3600', memory: { used: '256', total: null } }, []],
    ['half of its memory', { memory: { used: 256.25 } }, ['Uptime 3600.5', 'MemoryUsed 256.25']],
    ['zeros', { uptime: 0, memory: { used: 0, total: 0 } }, ['Uptime 0', 'MemoryUsed 0', 'MemoryTotal 0']],
  ])('that reports %s has samples of the rest', (_, fields, samples) => {
    const result = resultOf('user-service', answer(200, reportOf(fields)));
    expect(samplesOf(result)).toEqual(['Healthy 1', 'ResponseTime 15', ...samples]);
  });
});

describe('a failing service', () => {
  it.each<[string, Observation, string[]]>([
    ['refused', failure('connection_refused'), ['Healthy 0', 'Failures/unreachable 1']],
    ['timed out', failure('timeout_response'), ['Healthy 0', 'Failures/unreachable 1']],
    ['cut off', failure('truncated_response', { httpStatus: 200 }), ['Healthy 0', 'Failures/unreachable 1']],
    ['500', answer(500, { error: 'no' }), ['Healthy 0', 'ResponseTime 15', 'Failures/error 1']],
    ['503', answer(503, { error: 'no' }), ['Healthy 0', 'ResponseTime 15', 'Failures/unhealthy 1']],
    ['404', answer(404, 'no'), ['Healthy 0', 'ResponseTime 15', 'Failures/invalid 1']],
    [
      'unhealthy by its own report',
      answer(503, reportOf({ status: 'unhealthy' })),
      ['Healthy 0', 'ResponseTime 15', ...REPORTED, 'Failures/unhealthy 1'],
    ],
    [
      'with the report of another',
      answer(200, reportOf({ service: 'another-service' })),
      ['Healthy 0', 'ResponseTime 15', 'Failures/invalid 1'],
    ],
  ])('that was %s has these samples', (_, observation, samples) => {
    expect(samplesOf(resultOf('user-service', observation))).toEqual(samples);
  });
});

describe("a certificate's days", () => {
  const HOUR_MS = 3_600_000;
  const at = (checkedAt: number, observation: Observation) => {
    const result = { ...resultOf('user-service', observation), at: checkedAt };
    return samplesOf(result).filter((sample) => sample.startsWith('Certificate'));
  };
  const SECURE = { ...answer(200, reportOf()), certificateExpiresAt: NOW + 20 * 24 * HOUR_MS };
  const MIDNIGHT = Date.parse('2026-03-01T00:00:00.000Z');

  it('are sent in one hour of the day, and in no other', () => {
    const hours = Array.from({ length: 72 }, (_, hour) => hour);
    const sent = (offset: number) => hours.filter((hour) => at(MIDNIGHT + hour * HOUR_MS + offset, SECURE).length > 0);
    const expected = [DAILY_HOUR, DAILY_HOUR + 24, DAILY_HOUR + 48];
    expect(sent(0)).toEqual(expected);
    expect(sent(HOUR_MS - 1)).toEqual(expected);
  });

  // Every run at its own time of the day: once a day it is due, whatever the interval.
  it.each([
    ['1d', 24, 1],
    ['12h', 12, 1],
    ['7h', 7, 1],
    ['2h', 2, 1],
    ['1h', 1, 1],
    ['30m', 0.5, 2],
    ['20m', 1 / 3, 3],
  ])('are sent each day with interval: %s, whenever the runs begin', (_, hours, daily) => {
    const intervalMs = hours * HOUR_MS;
    const week = 7 * 24 * HOUR_MS;
    for (let offset = 0; offset < intervalMs; offset += HOUR_MS / 4) {
      const runs = Array.from(
        { length: Math.floor((week - offset) / intervalMs) },
        (__, run) => offset + run * intervalMs,
      );
      const sent = runs.filter((run) => {
        const result = { ...resultOf('user-service', SECURE), at: MIDNIGHT + run };
        const samples = measured(runOf([result]), 'standard', intervalMs);
        return samples.some(({ name }) => name === METRICS.certificateDaysLeft);
      });
      // The bounds of the week may cut off one day's window.
      expect(Math.abs(sent.length - 7 * daily)).toBeLessThanOrEqual(1);
    }
  });

  it('are those that are left, even if the service fails, and none if there is no TLS', () => {
    const daily = MIDNIGHT + DAILY_HOUR * HOUR_MS;
    expect(at(daily, SECURE)).toEqual(['CertificateDaysLeft 20']);
    expect(at(daily, { ...answer(503, '{}'), certificateExpiresAt: NOW - 2 * 24 * HOUR_MS })).toEqual([
      'CertificateDaysLeft -2',
    ]);
    expect(at(daily, answer(200, reportOf()))).toEqual([]);
  });
});

describe('the deployment', () => {
  it('has its counts and the duration, at the start of the run', () => {
    const run = runOf([WELL, resultOf('b', failure('dns_failure')), resultOf('c', answer(500, ''))], 123.4);
    const own = measured(run).filter(({ dimensions }) => dimensions.Service === undefined);
    const common = { dimensions: { Deployment: 'shop' }, at: NOW };
    expect(own).toEqual([
      { name: 'ServicesChecked', value: 3, unit: 'Count', ...common },
      { name: 'ServicesHealthy', value: 1, unit: 'Count', ...common },
      // By kind, and only those that occur: four metrics for the whole deployment, however many services fail.
      ...['unreachable', 'error'].map((Verdict) => ({
        name: 'Failures',
        value: 1,
        unit: 'Count',
        at: NOW,
        dimensions: { Deployment: 'shop', Verdict },
      })),
      { name: 'RunDuration', value: 123.4, unit: 'Milliseconds', ...common },
    ]);
  });

  it('has the heartbeat of each part, if it has parts', () => {
    const of = (shard: number, shards: number) =>
      measured({ ...runOf([WELL, WELL]), shard: { index: shard, count: shards } }, 'summary').map(
        ({ name, value, dimensions }) => [name, value, dimensions.Part],
      );
    const whole = [
      ['ServicesChecked', 2, undefined],
      ['ServicesHealthy', 2, undefined],
      ['RunDuration', 123.4, undefined],
    ];
    expect(of(0, 1)).toEqual(whole);
    expect(of(0, 3)).toEqual([...whole, ['ServicesChecked', 2, '1']]);
    expect(of(2, 3)).toEqual([...whole, ['ServicesChecked', 2, '3']]);
  });
});

/** What dashboards and alarms of users hang on: a change of one of these breaks them. */
it('keeps its names', () => {
  expect(NAMESPACE).toBe('statuswatch');
  expect(Object.values(DIMENSIONS)).toEqual(['Deployment', 'Service', 'Verdict', 'Part']);
  expect(Object.values(METRICS)).toEqual([
    'Healthy',
    'ResponseTime',
    'Uptime',
    'MemoryUsed',
    'MemoryTotal',
    'CertificateDaysLeft',
    'Failures',
    'ServicesChecked',
    'ServicesHealthy',
    'RunDuration',
  ]);
});

it('makes of any report only what CloudWatch takes, and of each metric at most one sample', () => {
  const value = fc.oneof(fc.double(), fc.constantFrom(1e308, -1e308, 2 ** 360, 2 ** 361, '12', null, [], {}));
  const anyReport = fc.record({ uptime: value, memory: fc.record({ used: value, total: value }) });
  fc.assert(
    fc.property(anyReport, fc.double(), fc.constantFrom(...METRICS_LEVELS), (fields, durationMs, level) => {
      const observation = answer(200, reportOf({ ...fields }));
      const metrics = measured(runOf([resultOf('user-service', observation), WELL], durationMs), level);
      for (const { value, at } of metrics) {
        expect(Number.isFinite(value) && Math.abs(value) <= 2 ** 360).toBe(true);
        expect(at).toBe(NOW);
      }
      const ofWell = metrics.filter(({ dimensions }) => dimensions.Service === 'user-service');
      expect(ofWell.length).toBeGreaterThan(level === 'summary' ? -1 : 3);
      const keys = measured(runOf([resultOf('user-service', observation)]), level).map(({ name, dimensions }) =>
        JSON.stringify([name, dimensions]),
      );
      expect(new Set(keys).size).toBe(keys.length);
    }),
  );
});
