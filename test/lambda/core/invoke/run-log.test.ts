/** Tests of the log of a run: a line for the run, and one for each failing service, without secrets. */

import fc from 'fast-check';
import type { Service } from '../../../../lambda/core/config/config';
import { revealed } from '../../../../lambda/core/config/secrets';
import { secretsOf } from '../../../../lambda/core/config/service-values';
import { runLog } from '../../../../lambda/core/invoke/run-log';
import { notificationOf } from '../../../../lambda/core/message/notification';
import { classify } from '../../../../lambda/core/probe/classify';
import { alertOn, hostileText } from '../../../support/core/alerts';
import { answer, failure, NOW, reportOf, TIMINGS } from '../../../support/core/observations';
import { resultOf, runOf } from '../../../support/core/runs';
import { runs } from '../../../support/jest/lane';

const WELL = resultOf('user-service', answer(200, reportOf()));
const DOWN = resultOf('payment-service', failure('connection_refused', { detail: 'ECONNREFUSED 10.0.4.17:8443' }), 2);

it('a run with healthy services is one line', () => {
  expect(runLog(runOf([WELL], 123.456), 'shop')).toEqual([
    {
      level: 'INFO',
      event: 'run',
      deployment: 'shop',
      startedAt: '2026-03-01T12:00:00.000Z',
      durationMs: 123.46,
      checked: 1,
      healthy: 1,
      notificationsSent: 0,
      alertsSent: [],
      failures: [],
    },
  ]);
});

it('a run has a line for each service that is not healthy', () => {
  const run = {
    ...runOf([DOWN, WELL, resultOf('b', answer(500, '{"error":"no"}'))]),
    sent: [notificationOf(alertOn('opened'))],
  };
  const lines = runLog(run, 'shop');
  expect(lines.map(({ level, event, service }) => [level, event, service])).toEqual([
    ['WARN', 'verdict', 'payment-service'],
    ['WARN', 'verdict', 'b'],
    ['INFO', 'run', undefined],
  ]);
  expect(lines[0]).toEqual({
    level: 'WARN',
    event: 'verdict',
    deployment: 'shop',
    service: 'payment-service',
    url: 'https://payment-service.internal/status',
    verdict: 'unreachable',
    reason: 'connection_refused',
    message: expect.stringContaining('refused'),
    httpStatus: null,
    attempts: 2,
    timings: TIMINGS,
  });
  expect(lines.at(-1)).toMatchObject({ checked: 3, healthy: 1, alertsSent: [alertOn('opened').id] });
});

it('a run has a line for each of its warnings', () => {
  const late = resultOf('user-service', answer(200, reportOf({ timestamp: '2026-03-01T13:00:00.000Z' })));
  const message = expect.stringContaining("more likely the checker's clock is 1 h behind");
  expect(runLog(runOf([late, DOWN, late]), 'shop')).toEqual([
    expect.objectContaining({ event: 'verdict' }),
    { level: 'WARN', event: 'warning', deployment: 'shop', message },
    expect.objectContaining({ level: 'INFO', event: 'run' }),
  ]);
});

it('a run with failed outputs is an error that names them', () => {
  const failures = [{ output: 'metrics', service: null, message: "metrics can't be published: no" }] as const;
  expect(runLog({ ...runOf([WELL]), failures }, 'shop')).toEqual([
    expect.objectContaining({ level: 'ERROR', event: 'run', checked: 1, failures }),
  ]);
});

it('each line is clean JSON, whatever a service sends', () => {
  fc.assert(
    fc.property(hostileText, fc.constantFrom(500, 503, 404), (error, status) => {
      const result = resultOf('a', answer(status, JSON.stringify({ error, service: error })));
      for (const line of runLog(runOf([result]), 'shop')) {
        const written = JSON.stringify(line);
        expect(written).not.toMatch(/[\n\r\u2028\u2029]/);
        expect(JSON.parse(written)).toEqual(line);
        expect(String(line.message ?? '')).not.toMatch(/\p{C}/u);
      }
    }),
    { numRuns: runs(10) },
  );
});

it('no line has a secret, even if a service sends it back', () => {
  const secret = 'hunter2-is-the-password';
  const header = revealed({ secret: 'statuswatch/token', key: 'password' }, secret);
  const service: Service = { ...WELL.service, headers: { Authorization: header } };
  const bodies = [{ error: `bad token ${secret}` }, { error: 'no', service: secret }, `<p>${secret}</p>`, secret];
  const results = [500, 503, 404, 200].flatMap((status) =>
    bodies.map((body) => {
      const expectation = { ...service, secrets: secretsOf(service) };
      return { ...WELL, service, ...classify(answer(status, body), expectation, NOW) };
    }),
  );
  const written = JSON.stringify(runLog(runOf(results), 'shop'));
  expect(written.match(/"event":"verdict"/g)).toHaveLength(16);
  expect(written).toContain('***');
  expect(written).not.toContain('hunter2');
});
