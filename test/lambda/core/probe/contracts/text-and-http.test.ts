/** Answers that are judged by their first word, or by their HTTP status alone. */

import { classify } from '../../../../../lambda/core/probe/classify';
import type { Expectation } from '../../../../../lambda/core/probe/contracts/contract';
import { bareReport } from '../../../../../lambda/core/probe/contracts/framework-report';
import type { Contract } from '../../../../../lambda/core/words/codes';
import { answer, EXPECTATION, NOW } from '../../../../support/core/observations';

const words = { healthy: ['alive and well'], degraded: ['so so'], unhealthy: ['broken'] };

function judge(contract: Contract, httpStatus: number, body: unknown, rest: Partial<Expectation> = {}) {
  return classify(answer(httpStatus, body), { ...EXPECTATION, contract, ...rest }, NOW);
}

function judged(...asked: Parameters<typeof judge>): string {
  const { kind, reason, report, message } = judge(...asked);
  return `${kind} ${reason} ${report?.status ?? '-'} | ${message}`;
}

describe('text', () => {
  const LOOKED_FOR = '; expected a word such as "Healthy" at its start';
  const rows: readonly (readonly [number, string, string])[] = [
    // Source: Microsoft, "Health checks in ASP.NET Core", "Customize output": "The default ... writes a minimal plaintext response with the
    // string value of HealthReport.Status".
    [200, 'Healthy', 'healthy ok healthy | healthy'],
    [200, 'Degraded', 'healthy ok degraded | status "Degraded" (HTTP 200)'],
    [503, 'Unhealthy', 'unhealthy reported_unhealthy unhealthy | reports itself unhealthy ("Unhealthy", HTTP 503)'],
    [200, '\ufeff ok\r\n', 'healthy ok healthy | healthy'],
    [200, 'OK.', 'healthy ok healthy | healthy'],
    [200, '"UP"', 'healthy ok healthy | healthy'],
    [200, 'Partially Available', 'healthy ok degraded | status "Partially Available" (HTTP 200)'],
    [
      200,
      'down: no database\nstack',
      'unhealthy reported_unhealthy unhealthy | reports itself unhealthy ("down", HTTP 200): no database',
    ],
    [503, 'OK', 'unhealthy http_503 - | HTTP 503, with the status "OK"'],
    [502, 'Bad Gateway', 'error http_502 - | HTTP 502: Bad Gateway'],
    [404, '404 page not found', 'invalid http_404 - | HTTP 404 where a 2xx was expected: 404 page not found'],
    [200, '', `invalid not_a_report - | HTTP 200 with an empty body${LOOKED_FOR}`],
    [200, '<html>OK', `invalid not_a_report - | HTTP 200 with a body that begins with no word${LOOKED_FOR}`],
    [200, '{"status":"UP"}', `invalid not_a_report - | HTTP 200 with a body that begins with no word${LOOKED_FOR}`],
    [503, '{"error":"no db"}', 'unhealthy http_503 - | HTTP 503: no db'],
    [
      200,
      'fine',
      'invalid unknown_status - | HTTP 200 with the status "fine", which is unknown: if it is right, add it to "words" in the config',
    ],
  ];
  it.each(rows)('HTTP %i, %j', (httpStatus, body, expected) => {
    expect(judged('text', httpStatus, body)).toBe(expected);
  });

  it.each([
    ['Alive and well, thank you', 'healthy'],
    ['so so', 'degraded'],
    ['so sorry', undefined],
    ['broken', 'unhealthy'],
    ['ok', 'healthy'],
  ])('%j, with words of the config', (body, status) => {
    expect(judge('text', 200, body, { words }).report?.status).toBe(status);
  });

  it('has a report of which nothing is known but the status, and no warnings', () => {
    expect(judge('text', 200, 'ok')).toMatchObject({ report: bareReport('healthy'), warnings: [], errorBody: null });
  });

  it('hides a secret behind the word', () => {
    expect(judge('text', 200, 'fail: hunter2-hunter2', { secrets: ['hunter2-hunter2'] }).message).toMatch(/: \*\*\*$/);
  });
});

describe('http', () => {
  const rows: readonly (readonly [number, unknown, string])[] = [
    [200, '', 'healthy ok - | healthy'],
    [204, '', 'healthy ok - | healthy'],
    [299, { status: 'DOWN' }, 'healthy ok - | healthy'],
    [200, '<!DOCTYPE html><title>Sign in</title>', 'healthy ok - | healthy'],
    [301, '', 'invalid http_301 - | HTTP 301 where a 2xx was expected'],
    [404, { error: 'no route' }, 'invalid http_404 - | HTTP 404 where a 2xx was expected: no route'],
    [500, '', 'error http_500 - | HTTP 500'],
    [
      503,
      { checkResults: [{ name: 'Database', status: 'failed', notificationMessage: 'gone' }] },
      'unhealthy http_503 - | HTTP 503: Database (gone)',
    ],
  ];
  it.each(rows)('HTTP %i, %j', (httpStatus, body, expected) => {
    expect(judged('http', httpStatus, body)).toBe(expected);
  });

  it('is healthy whatever the size of the body, and takes no cause from it', () => {
    const large = { ...answer(200, '<title>Sign in</title>'), bodyTooLarge: true };
    const verdict = classify(large, { ...EXPECTATION, contract: 'http' }, NOW);
    expect(verdict).toMatchObject({ kind: 'healthy', reason: 'ok', report: null, warnings: [] });
    expect(verdict.statedCause).toBeUndefined();
    expect(judge('http', 503, '<title>Maintenance</title>').statedCause?.text).toBe('Maintenance');
  });
});
