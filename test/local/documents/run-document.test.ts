/** Tests of the document that `check --json` prints and that the terminal shows. */

import type { Service } from '../../../lambda/core/config/config';
import { type CheckResult, type FailedCheck, uncheckedFailures } from '../../../lambda/core/probe/check-result';
import { classify } from '../../../lambda/core/probe/classify';
import { latestOf } from '../../../lambda/core/probe/latest-check';
import { NEW_STATE, type ServiceState } from '../../../lambda/core/state/service-state';
import type { RunFailure } from '../../../lambda/core/words/run-failure';
import { answer, EXPECTATION, failure, NOW, reportOf, TIMINGS } from '../../support/core/observations';
import { understood } from '../../support/core/parsed';
import { pastOutage } from '../../support/core/past-services';
import { afterRun, degradedIn, notAskedOf, runOf } from '../../support/core/runs';
import { ackAt, silenceAt } from '../../support/core/silences';
import { tell } from '../../support/core/story';

function serviceOf(id: string): Service {
  const text = `services: [{ id: ${id}, baseUrl: https://${id}.internal, headers: { X-Key: "\${KEY}" } }]`;
  return understood(text, { environment: { KEY: 's3cret-key' } }).config.services[0] as Service;
}

function resultOf(id: string, observation: Parameters<typeof classify>[0], attempts = 1): CheckResult {
  const verdict = classify(observation, EXPECTATION, NOW);
  return { ...verdict, service: serviceOf(id), attempts, at: NOW, timings: TIMINGS };
}

const RESULTS: readonly CheckResult[] = [
  resultOf('a', { ...answer(200, reportOf()), certificateExpiresAt: NOW + 86_400_000 }),
  resultOf('b', answer(200, reportOf({ status: 'unhealthy' })), 3),
  resultOf('c', answer(500, { error: 'no disk' }), 3),
  resultOf('d', failure('dns_failure'), 3),
  resultOf('e', answer(404, ''), 3),
  resultOf('f', answer(404, ''), 2),
];

const UNASKED = [notAskedOf('g')];
const FAILURES: readonly RunFailure[] = [
  ...uncheckedFailures(UNASKED),
  { output: 'metrics', service: null, message: "metrics can't be published" },
];

it('counts verdicts, and services without one', () => {
  const none = { total: 0, healthy: 0, degraded: 0, unhealthy: 0, error: 0, unreachable: 0, invalid: 0, notAsked: 0 };
  expect(afterRun(runOf([])).summary).toEqual(none);
  const counts = { healthy: 1, degraded: 0, unhealthy: 1, error: 1, unreachable: 1, invalid: 2 };
  expect(afterRun(runOf(RESULTS)).summary).toEqual({ total: 6, ...counts, notAsked: 0 });
  expect(afterRun(runOf(RESULTS, 1, UNASKED)).summary).toEqual({ total: 7, ...counts, notAsked: 1 });
});

describe('an active condition', () => {
  const slow = { code: 'slow', message: 'p50 is 900 ms', since: NOW - 90_000 } as const;
  const run = degradedIn(degradedIn(runOf(RESULTS), 'a', slow), 'b', slow);

  it('makes only a healthy service degraded', () => {
    expect(afterRun(run).summary).toMatchObject({ total: 6, healthy: 0, degraded: 1, unhealthy: 1 });
    const { services } = afterRun(run);
    expect(services.slice(0, 3).map(({ state, verdict }) => [state, verdict])).toEqual([
      ['degraded', 'healthy'],
      ['unhealthy', 'unhealthy'],
      ['error', 'error'],
    ]);
  });

  it('is in the document, whatever the verdict', () => {
    const slow = [{ code: 'slow', message: 'p50 is 900 ms', since: '2026-03-01T11:58:30.000Z' }];
    expect(afterRun(run).services.map(({ conditions }) => conditions)).toEqual([slow, slow, [], [], [], []]);
  });
});

describe('clues', () => {
  const stored = [{ code: 'restarted', at: NOW - 60_000, message: 'restarted at 11:59, 1 min before' }];
  const page = { ...resultOf('a', answer(500, '<title>Upstream gone</title>')) };
  const clues = (state: Partial<ServiceState> | null, result = page) => {
    const snapshot = { state: { ...NEW_STATE, ...state }, revision: 1, unsaved: false };
    const run = { ...runOf([result]), states: new Map(state ? [['a', snapshot]] : []) };
    return afterRun(run).services.map((service) => service.clues)[0];
  };
  const { incidents } = tell({}, ['http_500']).state;
  const known = incidents.map((one) => ({ ...one, clues: stored }));
  const over = known.map((one) => ({ ...one, over: { at: NOW, why: 'well' as const } }));
  const fromAnswer = [
    { code: 'page_title', at: '2026-03-01T12:00:00.000Z', message: 'it answers with a page titled: Upstream gone' },
  ];

  it('are those of the open outage', () => {
    expect(clues({ incidents: known })).toEqual([{ ...stored[0], at: '2026-03-01T11:59:00.000Z' }]);
    expect(clues({ incidents: over })).toEqual(fromAnswer);
  });

  it('otherwise come from the answer, and are empty for a healthy service', () => {
    expect(clues(null)).toEqual(fromAnswer);
    expect(clues({ pending: { since: NOW, runs: 1 } })).toEqual(fromAnswer);
    expect(clues({ incidents }, resultOf('a', answer(200, reportOf({ service: 'a' }))))).toEqual([]);
  });
});

describe('a service that could not be checked', () => {
  const latest = latestOf(resultOf('g', failure('dns_failure')), null, 0);
  const before = { state: { ...NEW_STATE, latest }, revision: 1, unsaved: false };
  const [unchecked] = UNASKED as [FailedCheck];

  it('has its last state, and why it could not be checked', () => {
    const { services, notAsked } = afterRun({
      ...runOf(RESULTS, 1, [...UNASKED, notAskedOf('h')]),
      states: new Map([['g', before]]),
    });
    expect(services.map(({ service }) => service)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(notAsked).toEqual([
      { service: 'g', state: 'unreachable', failure: unchecked.failure },
      { service: 'h', state: 'unknown', failure: { ...unchecked.failure, service: 'h' } },
    ]);
  });
});

it("has the time of the run's end, and no stale verdict, however long the run took", () => {
  const { at, services } = afterRun(runOf(RESULTS.slice(0, 1), 86_400_000));
  expect([at, services[0]?.state]).toEqual(['2026-03-02T12:00:00.000Z', 'healthy']);
});

it('applies a silence until healthy to a failing service of unknown start, but not to a healthy one', () => {
  const run = { ...runOf(RESULTS.slice(0, 2)), silences: [silenceAt(NOW, { untilWell: true })] };
  const { silences, services } = afterRun(run);
  expect(silences).toHaveLength(1);
  expect(services.map(({ silence }) => silence?.id ?? null)).toEqual([null, 'k3v9x1']);
});

describe('the open incidents', () => {
  const open = pastOutage(NOW - 60_000, NOW - 60_000, { over: null, failing: { since: NOW - 60_000, runs: 1 } });
  const stateWith = (...incidents: ServiceState['incidents']) => ({
    state: { ...NEW_STATE, incidents },
    revision: 1,
    unsaved: false,
  });
  const slow = { ...open, id: 'slow-1', kind: 'condition', reason: 'slow' } as const;
  const run = {
    ...runOf(RESULTS, 5_000),
    states: new Map([
      ['left', stateWith(open)],
      ['d', stateWith(open)],
      ['c', stateWith(open, slow, pastOutage(NOW - 300_000, NOW - 200_000))],
    ]),
    silences: [silenceAt(NOW - 30_000, { services: ['d'] }), ackAt(NOW - 30_000, { services: ['c'] })],
  };

  it('are listed by service, with acknowledgements and silences', () => {
    const { incidents } = afterRun(run);
    expect(incidents).toMatchObject([
      { service: 'c', kind: 'outage', silence: null, ack: { id: 'a7c1d2', by: 'ana' }, isExplained: false },
      { service: 'c', kind: 'condition', reason: 'slow', silence: null, ack: { id: 'a7c1d2' } },
      { service: 'd', kind: 'outage', silence: { id: 'k3v9x1' }, ack: null },
      { service: 'left', kind: 'outage', silence: null, ack: null },
    ]);
    expect(incidents.every((incident) => incident.open)).toBe(true);
  });

  it('have their duration at the beginning of the run', () => {
    expect(afterRun(run).incidents[0]?.durationSeconds).toBe(60);
  });
});

describe('the document', () => {
  const silence = silenceAt(NOW - 60_000, { services: ['c', 'd'] });
  const over = { ...silence, id: 'over', until: NOW - 10 };
  const document = afterRun({
    ...runOf(RESULTS, 15.123456, UNASKED),
    startedAt: NOW - 20,
    silences: [over, silence],
    failures: FAILURES,
    warnings: ['the clocks are off'],
  });

  it('describes the run', () => {
    expect(document).toMatchObject({
      deployment: 'shop',
      at: '2026-03-01T11:59:59.995Z',
      startedAt: '2026-03-01T11:59:59.980Z',
      durationMs: 15.12,
      summary: { total: 7, notAsked: 1 },
      failures: FAILURES,
      warnings: ['the clocks are off'],
    });
    expect(document.services.map(({ service }) => service)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });

  it('has when a certificate expires, and what an error says', () => {
    expect(document.services[0]?.certificate).toEqual({ expiresAt: '2026-03-02T12:00:00.000Z', daysLeft: 1 });
    expect(document.services[2]).toMatchObject({
      certificate: null,
      report: null,
      errorBody: { error: 'no disk', timestamp: null, service: null },
    });
  });

  it('describes a silence', () => {
    const shown = {
      id: 'k3v9x1',
      services: ['c', 'd'],
      untilWell: false,
      reason: 'deploy 2.5.0',
      by: 'ana',
      planned: false,
      from: '2026-03-01T11:59:00.000Z',
      until: '2026-03-01T12:59:00.000Z',
    };
    expect(document.silences).toEqual([shown]);
    expect(document.services.map((one) => one.silence)).toEqual([null, null, shown, shown, null, null]);
  });

  it('is JSON without headers', () => {
    const text = JSON.stringify(document);
    expect(JSON.parse(text)).toEqual(document);
    expect(text).not.toContain('s3cret-key');
    expect(text).not.toContain('X-Key');
  });
});
