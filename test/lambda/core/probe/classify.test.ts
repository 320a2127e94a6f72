/** The table of verdicts, row by row and in its order, and what stands in each verdict beside its reason. */

import { classify } from '../../../../lambda/core/probe/classify';
import type { NetworkReason } from '../../../../lambda/core/words/codes';
import { answer, EXPECTATION, failure, NOW, reportOf } from '../../../support/core/observations';

const judge = (observation: Parameters<typeof classify>[0]) => classify(observation, EXPECTATION, NOW);

describe('no whole answer is unreachable', () => {
  const rows: readonly (readonly [NetworkReason, string])[] = [
    ['dns_failure', 'name not resolved'],
    ['connection_refused', 'connection refused'],
    ['connection_reset', 'connection closed before an answer'],
    ['network_unreachable', 'no route to the address'],
    ['tls_certificate_expired', 'TLS certificate expired'],
    ['tls_certificate_host', 'TLS certificate for another host'],
    ['tls_certificate_untrusted', 'TLS certificate not trusted'],
    ['tls_handshake', 'TLS handshake failed'],
    ['timeout_connect', 'no connection in time'],
    ['timeout_response', 'no answer in time'],
    ['timeout_body', 'answer not complete in time'],
    ['malformed_response', 'answer is not HTTP'],
    ['truncated_response', 'answer cut short'],
  ];
  it.each(rows)('%s: %s', (reason, message) => {
    expect(judge(failure(reason))).toEqual({
      kind: 'unreachable',
      reason,
      message,
      httpStatus: null,
      errorCode: null,
      report: null,
      errorBody: null,
      warnings: [],
      certificate: null,
    });
    expect(judge(failure(reason, { detail: 'ECONNX 10.0.0.1:443' })).message).toBe(`${message} (ECONNX 10.0.0.1:443)`);
  });

  it('says of a certificate that is not valid yet what it is, under the reason of one that is not trusted', () => {
    const detail = 'CERT_NOT_YET_VALID: certificate is not yet valid';
    expect(judge(failure('tls_certificate_untrusted', { detail, errorCode: 'CERT_NOT_YET_VALID' }))).toMatchObject({
      reason: 'tls_certificate_untrusted',
      message: `TLS certificate not valid yet (${detail})`,
      errorCode: 'CERT_NOT_YET_VALID',
    });
  });

  it.each([
    ['timeout_connect', 3_000, 'no connection within 3 s'],
    ['timeout_response', 1_500, 'no answer within 1.5 s'],
    ['timeout_body', 300, 'answer not complete within 300 ms'],
  ] as const)('%s after %i ms: %s', (reason, limitMs, message) => {
    expect(judge(failure(reason, { limitMs })).message).toBe(message);
  });

  it('keeps the status of an answer whose body did not arrive', () => {
    expect(judge(failure('timeout_body', { httpStatus: 200 }))).toMatchObject({
      kind: 'unreachable',
      reason: 'timeout_body',
      httpStatus: 200,
    });
  });

  it('keeps the certificate, also of one that has expired', () => {
    const certificateExpiresAt = NOW - 86_400_000 * 2.5;
    expect(judge(failure('tls_certificate_expired', { certificateExpiresAt })).certificate).toEqual({
      expiresAt: certificateExpiresAt,
      daysLeft: -3,
    });
  });
});

describe('maxReportAge', () => {
  const aged = (timestamp: unknown, cache: readonly (readonly [string, string])[] = []) => {
    const found = answer(200, reportOf({ timestamp }));
    const cached = { ...found, headers: { ...found.headers, cache } };
    return classify(cached, { ...EXPECTATION, maxReportAgeMs: 120_000 }, NOW);
  };
  it.each([
    ['2026-03-01T11:57:59.999Z', 'report_stale', 'the report is 2 min old, maxReportAge is 2 min'],
    ['2026-03-01T11:00:00.000Z', 'report_stale', 'the report is 1 h old, maxReportAge is 2 min'],
    ['2026-03-01T11:58:00.000Z', 'ok', 'healthy'],
    ['2026-03-01T13:00:00.000Z', 'ok', 'healthy'],
    ['yesterday', 'ok', 'healthy'],
    [undefined, 'ok', 'healthy'],
  ])('%s → %s', (timestamp, reason, message) => {
    expect(aged(timestamp)).toMatchObject({ kind: reason === 'ok' ? 'healthy' : 'invalid', reason, message });
  });

  it('accepts any age if it is not set, and looks at a healthy report alone', () => {
    expect(judge(answer(200, reportOf({ timestamp: '2020-03-01T11:00:00.000Z' }))).reason).toBe('ok');
    const sick = answer(200, reportOf({ status: 'unhealthy', timestamp: '2020-03-01T11:00:00.000Z' }));
    expect(classify(sick, { ...EXPECTATION, maxReportAgeMs: 1 }, NOW).reason).toBe('reported_unhealthy');
  });

  it('names the header that shows which cache has answered', () => {
    const rows: readonly (readonly [Readonly<Record<string, string>>, string | undefined])[] = [
      [{ Age: '812', Via: '1.1 varnish' }, 'Age: 812'],
      [{ Age: '0', 'X-Cache': 'Hit from cloudfront' }, 'X-Cache: Hit from cloudfront'],
      [{ 'X-Cache': 'Miss from cloudfront', 'CF-Cache-Status': 'HIT' }, 'CF-Cache-Status: HIT'],
      [{ 'CF-Cache-Status': 'DYNAMIC', Via: '1.1 \u001b[31mproxy' }, 'Via: 1.1 [31mproxy'],
      [{ Age: '0', 'X-Cache': 'MISS' }, undefined],
      [{}, undefined],
    ];
    for (const [cache, header] of rows) expect(aged(undefined, Object.entries(cache)).cachedBy).toBe(header);
    expect(aged('2026-03-01T11:00:00.000Z', [['Age', '3600']]).message).toMatch(/; a cache answered \(Age: 3600\)$/);
  });
});

describe('an answer', () => {
  const healthy = reportOf();
  const unhealthy = reportOf({ status: 'unhealthy' });
  const error = { error: 'the database is gone', timestamp: '2026-03-01T12:00:00.000Z', service: 'user-service' };

  it.each([
    [200, unhealthy],
    [503, unhealthy],
    [500, unhealthy],
    [404, unhealthy],
    [301, unhealthy],
    [200, reportOf({ status: 'unhealthy', service: 'x' })],
    [200, { status: 'unhealthy' }],
    [503, { ...unhealthy, ...error }, ': the database is gone'],
    [200, { ...unhealthy, checks: { db: 'timeout after 5000ms' } }, ': checks db: timeout after 5000ms'],
  ])('%i with %j is unhealthy', (status, body, cause = '') => {
    const message = `reports itself unhealthy (HTTP ${status})${cause}`;
    expect(judge(answer(status, body))).toMatchObject({ kind: 'unhealthy', reason: 'reported_unhealthy', message });
  });

  // Fastify and NestJS repeat the status in `error`.
  const UNAVAILABLE = { statusCode: 503, error: 'Service Unavailable', message: 'redis: connection timed out' };
  it.each([
    [503, error, 'unhealthy', ': the database is gone'],
    [503, healthy, 'unhealthy'],
    [503, '', 'unhealthy'],
    [503, '<html>', 'unhealthy'],
    [503, UNAVAILABLE, 'unhealthy', ': redis: connection timed out'],
    [500, error, 'error', ': the database is gone'],
    [500, healthy, 'error'],
    [500, { error: 7 }, 'error'],
    [500, { error: 'HTTP 500', message: 'Internal Server Error' }, 'error', ': HTTP 500'],
    [502, '<html>', 'error'],
    [504, '', 'error'],
    [599, '', 'error'],
    [404, error, 'invalid', ': the database is gone'],
    [404, healthy, 'invalid'],
    [401, '', 'invalid'],
    [429, '', 'invalid'],
    [301, '', 'invalid'],
    [304, '', 'invalid'],
    [204, '', 'invalid'],
    [201, healthy, 'invalid'],
    [600, '', 'invalid'],
  ])('%i with %j is %s', (status, body, kind, cause = '') => {
    const where = kind === 'invalid' ? ' where 200 was expected' : '';
    const message = `HTTP ${status}${where}${cause}`;
    const found = judge(answer(status, body));
    expect(found).toMatchObject({ kind, reason: `http_${status}`, message, httpStatus: status });
  });

  const NO_STATUS = 'JSON that has no "status"';
  const NEITHER = 'which is neither "healthy" nor "unhealthy"';
  const COMMON = '"contract: common" can read its';
  it.each([
    ['', 'an empty body'],
    ['{"status":"healthy"', 'JSON that is cut short after 19 characters'],
    [' ["healthy" 1]', 'JSON that is broken at character 13'],
    ['{"status":NaN}', 'JSON that is broken'],
    ['healthy', 'something that is not JSON; "contract: text" can read its "healthy"'],
    ['Welcome', 'something that is not JSON'],
  ])('200 with the text %j is not JSON', (body, what) => {
    const message = `HTTP 200 with ${what}`;
    expect(judge(answer(200, body))).toMatchObject({ kind: 'invalid', reason: 'not_json', message });
  });

  it.each([
    ['null', 'JSON that is not an object'],
    ['"healthy"', 'JSON that is not an object'],
    [[healthy], 'JSON that is not an object'],
    [{}, NO_STATUS],
    [error, NO_STATUS],
    ['{"__proto__":{"status":"x"}}', NO_STATUS],
    [{ data: { status: 'UP' } }, `${NO_STATUS}; "contract: common" with "at: data.status" can read its "UP"`],
    [{ db: { status: 'UP' }, cache: { status: 'UP' } }, NO_STATUS],
    [{ status: 'ok' }, `the status "ok", ${NEITHER}; ${COMMON} "ok"`],
    [{ status: 'Healthy' }, `the status "Healthy", ${NEITHER}; ${COMMON} "Healthy"`],
    [{ status: '' }, `the status "", ${NEITHER}`],
    [{ status: null }, 'a "status" that is null, not a text'],
    [{ status: true }, 'a "status" that is a boolean, not a text'],
    [{ status: {} }, 'a "status" that is an object, not a text'],
    [{ status: [] }, 'a "status" that is a list, not a text'],
  ])('200 with %j is not a report', (body, what) => {
    const message = `HTTP 200 with ${what}`;
    expect(judge(answer(200, body))).toMatchObject({ kind: 'invalid', reason: 'not_a_report', message });
  });

  it.each(['x', ''])('200 with a report from "%s" is of the wrong service', (service) => {
    const message = `"${service}" answered instead of "user-service"`;
    expect(judge(answer(200, reportOf({ service })))).toMatchObject({
      kind: 'invalid',
      reason: 'wrong_service',
      message,
    });
  });

  it.each([
    healthy,
    { ...healthy, region: 'eu', checks: [{ deep: true }] },
    `\ufeff${JSON.stringify(healthy)}`,
    { status: 'healthy' },
  ])('200 with %j is healthy', (body) => {
    expect(judge(answer(200, body))).toMatchObject({
      kind: 'healthy',
      reason: 'ok',
      message: 'healthy',
      httpStatus: 200,
    });
  });
});

describe('a body over the limit', () => {
  it.each([
    [503, 'unhealthy http_503', 'HTTP 503'],
    [500, 'error http_500', 'HTTP 500'],
    [404, 'invalid http_404', 'HTTP 404 where 200 was expected'],
    [301, 'invalid http_301', 'HTTP 301 where 200 was expected'],
    [200, 'invalid body_too_large', 'the answer is larger than maxBodyBytes (65536 bytes)'],
  ])('under %i is %s', (status, verdict, message) => {
    const judged = judge({ ...answer(status, ''), bodyTooLarge: true });
    expect([`${judged.kind} ${judged.reason}`, judged.message]).toEqual([verdict, message]);
    expect(judged).toMatchObject({ report: null, errorBody: null, warnings: [] });
  });

  it.each([
    [65_537, 'the answer has 65537 bytes, maxBodyBytes is 65536'],
    [900, 'the answer of 900 bytes is, unpacked, larger than maxBodyBytes (65536 bytes)'],
  ])('says that it was announced with %i bytes', (announcedBytes, message) => {
    expect(judge({ ...answer(200, ''), announcedBytes, bodyTooLarge: true }).message).toBe(message);
  });

  it('is not read, even if some of it is at hand', () => {
    const judged = judge({ ...answer(200, reportOf({ status: 'unhealthy' })), bodyTooLarge: true });
    expect(judged.reason).toBe('body_too_large');
  });
});

describe('the headers of an answer', () => {
  it('say where a redirect leads', () => {
    const headers = { contentType: null, location: 'https://login.internal/?next=/status' };
    expect(judge({ ...answer(302, ''), headers })).toMatchObject({
      reason: 'http_302',
      message: 'HTTP 302, a redirect to https://login.internal/?***, which is not followed',
    });
    expect(judge({ ...answer(201, ''), headers }).message).toBe('HTTP 201 where 200 was expected');
  });

  it('say what came in place of JSON', () => {
    const headers = { contentType: 'text/html; charset=utf-8', location: null };
    expect(judge({ ...answer(200, '<html>'), headers }).message).toBe(
      'HTTP 200 with something that is not JSON (text/html; charset=utf-8)',
    );
    const json = { contentType: 'application/json', location: null };
    expect(judge({ ...answer(200, '{"a":"'), headers: json }).message).toBe(
      'HTTP 200 with JSON that is cut short after 6 characters (application/json)',
    );
  });
});

it('keeps the report of a sick service, and the error body of one that has no report', () => {
  const sick = judge(answer(503, { ...reportOf({ status: 'unhealthy' }), error: 'no disk' }));
  expect(sick.report).toMatchObject({ status: 'unhealthy', service: 'user-service', uptime: 3_600.5 });
  expect(sick.errorBody).toBeNull();
  const broken = judge(answer(500, { error: 'no disk', service: 'a, b', timestamp: 7 }));
  expect(broken).toMatchObject({
    report: null,
    errorBody: { error: 'no disk', service: 'a, b', timestamp: null },
    warnings: [],
  });
});

it('takes the expected service and not the id', () => {
  const expectation = { ...EXPECTATION, expectService: 'users' };
  expect(classify(answer(200, reportOf()), expectation, NOW).reason).toBe('wrong_service');
  expect(classify(answer(200, reportOf({ service: 'users' })), expectation, NOW).reason).toBe('ok');
});
