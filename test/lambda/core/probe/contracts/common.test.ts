/** Answers with a status word, by the contract `common`: their verdicts, messages and figures. */

import fc from 'fast-check';
import { classify } from '../../../../../lambda/core/probe/classify';
import type { Expectation } from '../../../../../lambda/core/probe/contracts/contract';
import { VOCABULARY } from '../../../../../lambda/core/probe/contracts/vocabulary';
import { CONTRACTS } from '../../../../../lambda/core/words/codes';
import { answer, EXPECTATION, NOW, reportOf } from '../../../../support/core/observations';

const COMMON: Expectation = { ...EXPECTATION, contract: 'common' };

function judge(httpStatus: number, body: unknown, rest: Partial<Expectation> = {}) {
  return classify(answer(httpStatus, body), { ...COMMON, ...rest }, NOW);
}

function judged(httpStatus: number, body: unknown, rest: Partial<Expectation> = {}): string {
  const { kind, reason, report, message } = judge(httpStatus, body, rest);
  return `${kind} ${reason} ${report?.status ?? '-'} | ${message}`;
}

describe('the word of the status', () => {
  it.each([...VOCABULARY.healthy, 'Healthy', 'OK', ' Up\n', 'RUNNING'])('%j is healthy', (status) => {
    expect(judged(200, { status })).toBe('healthy ok healthy | healthy');
    expect(judged(207, { status })).toBe('healthy ok healthy | healthy');
  });

  it.each(['warn', 'Warning', 'DEGRADED', 'unknown', 'Partially Available', 'partially \t available'])(
    '%j is degraded, with any 2xx',
    (status) => {
      for (const httpStatus of [200, 207]) {
        expect(judge(httpStatus, { status })).toMatchObject({
          kind: 'healthy',
          reason: 'ok',
          report: { status: 'degraded' },
          message: `status "${status.replace(/\s+/g, ' ')}" (HTTP ${httpStatus})`,
        });
      }
    },
  );

  it.each(VOCABULARY.unhealthy.flatMap((word) => [word, word.toUpperCase()]))(
    '%j is unhealthy, with any HTTP status',
    (status) => {
      for (const httpStatus of [200, 404, 500, 503]) {
        const message = `reports itself unhealthy ("${status}", HTTP ${httpStatus})`;
        expect(judged(httpStatus, { status })).toBe(`unhealthy reported_unhealthy unhealthy | ${message}`);
      }
    },
  );

  it.each([
    [503, { status: 'UP' }, 'unhealthy http_503 - | HTTP 503, with the status "UP"'],
    [
      503,
      { status: 503, error: 'Service Unavailable', message: 'no database' },
      'unhealthy http_503 - | HTTP 503: no database',
    ],
    [
      503,
      { status: 'stopped', services: { database: { status: 'disconnected' }, cache: { status: 'connected' } } },
      'unhealthy reported_unhealthy unhealthy | reports itself unhealthy ("stopped", HTTP 503): database',
    ],
    [500, { status: 'ok', error: 'boom' }, 'error http_500 - | HTTP 500, with the status "ok": boom'],
    [404, { status: 'ok' }, 'invalid http_404 - | HTTP 404 where a 2xx was expected, with the status "ok"'],
    [503, { status: 'unknown' }, 'unhealthy http_503 - | HTTP 503, with the status "unknown"'],
    [429, { status: 'warn' }, 'invalid http_429 - | HTTP 429 where a 2xx was expected, with the status "warn"'],
  ])('for healthy or degraded does not count against HTTP %i', (httpStatus, body, expected) => {
    expect(judged(httpStatus, body)).toBe(expected);
  });

  it.each([
    ['maintenance', 'maintenance'],
    ['<b>\u0000\n x', '<b> x'],
    [true, 'true'],
    ['constructor', 'constructor'],
  ])('may be unknown: %j', (status, shown) => {
    const advice = 'which is unknown: if it is right, add it to "words" in the config';
    const message = `HTTP 200 with the status "${shown}", ${advice}`;
    expect(judged(200, { status })).toBe(`invalid unknown_status - | ${message}`);
    expect(judged(503, { status })).toBe(`unhealthy http_503 - | HTTP 503, with the status "${shown}"`);
  });

  const LOOKED = '; expected a word such as "UP" at "status"';
  it.each([
    [200, {}, 'not_a_report', 'JSON that has no "status"'],
    [
      200,
      { data: { status: 'running' } },
      'not_a_report',
      'JSON that has no "status"',
      ': set "at: data.status" to read its "running"',
    ],
    [200, [], 'not_a_report', 'JSON that is a list, not an object'],
    [200, { status: null }, 'not_a_report', 'JSON whose "status" is null'],
    [204, '', 'not_json', 'an empty body'],
    [200, '<html>', 'not_json', 'something that is not JSON'],
    [200, '{"status":"UP"', 'not_json', 'JSON that is cut short after 14 characters'],
  ])('may be missing: HTTP %i, %j', (httpStatus, body, reason, what, advice = '') => {
    expect(judged(httpStatus, body)).toBe(`invalid ${reason} - | HTTP ${httpStatus} with ${what}${LOOKED}${advice}`);
  });

  it.each([
    [503, '<html>', 'unhealthy http_503 - | HTTP 503'],
    [502, '', 'error http_502 - | HTTP 502'],
    [404, { status: 404, error: 'Not Found' }, 'invalid http_404 - | HTTP 404 where a 2xx was expected: Not Found'],
  ])('need not be there: HTTP %i, %j', (httpStatus, body, expected) => {
    expect(judged(httpStatus, body)).toBe(expected);
  });

  it('says of a body over the limit that it is', () => {
    const large = { ...answer(200, ''), bodyTooLarge: true };
    expect(classify(large, COMMON, NOW)).toMatchObject({ kind: 'invalid', reason: 'body_too_large' });
  });
});

describe('words of the config', () => {
  const words = { healthy: ['Green', 'true', 'down'], degraded: ['yellow'], unhealthy: ['red', '0'] };
  it.each([
    ['green', 'healthy'],
    [' YELLOW ', 'degraded'],
    ['Red', 'unhealthy'],
    [true, 'healthy'],
    [0, 'unhealthy'],
    // They count before the known words.
    ['DOWN', 'healthy'],
    ['up', 'healthy'],
  ])('%j is %s', (status, expected) => {
    expect(judge(200, { status }, { words }).report?.status).toBe(expected);
  });
});

describe('the path of the word', () => {
  it.each([
    ['data.health', { data: { health: 'UP' } }, 'UP'],
    ['0.state', [{ state: 'UP' }], 'UP'],
    ['a.1', { a: ['x', 'UP'] }, 'UP'],
    ['data.health', { status: 'UP', data: {} }, null],
    ['__proto__.x', '{"__proto__":{"x":"UP"}}', 'UP'],
    ['constructor.name', {}, null],
    ['length', [], null],
    ['status.length', { status: 'UP' }, null],
  ])('%s in %j', (at, body, word) => {
    const { kind, message } = judge(200, body, { at });
    if (word === null) expect(message).toContain(`expected a word such as "UP" at "${at}"`);
    expect(kind).toBe(word === null ? 'invalid' : 'healthy');
  });
});

describe('the parts that are not well', () => {
  const rows: readonly (readonly [string, unknown, string])[] = [
    [
      'Spring Boot',
      {
        status: 'DOWN',
        components: {
          db: { status: 'DOWN', details: { error: 'java.net.ConnectException: Connection refused' } },
          diskSpace: { status: 'UP', details: { total: 1, free: 1 } },
          ping: { status: 'UP' },
        },
      },
      'db (java.net.ConnectException: Connection refused)',
    ],
    [
      'a composite of Spring Boot',
      {
        status: 'OUT_OF_SERVICE',
        components: {
          stores: {
            status: 'DOWN',
            components: { a: { status: 'UP' }, b: { status: 'DOWN', details: { error: 'gone' } } },
          },
          readinessState: { status: 'OUT_OF_SERVICE' },
        },
      },
      'stores.b (gone), readinessState',
    ],
    [
      'Spring Boot 2.0',
      { status: 'DOWN', details: { db: { status: 'DOWN', details: { error: 'refused', database: 'up' } } } },
      'db (refused)',
    ],
    [
      'NestJS Terminus',
      {
        status: 'error',
        info: { dogs: { status: 'up' } },
        error: { redis: { status: 'down', message: 'connect ECONNREFUSED 127.0.0.1:6379' } },
        details: { dogs: { status: 'up' }, redis: { status: 'down', message: 'connect ECONNREFUSED 127.0.0.1:6379' } },
      },
      'redis (connect ECONNREFUSED 127.0.0.1:6379)',
    ],
    [
      '.NET with entries',
      {
        status: 'Unhealthy',
        entries: {
          cache: { status: 'Degraded', description: 'slow', data: {} },
          sql: { status: 'Unhealthy', exception: 'Login failed', data: {} },
          own: { status: 'Healthy' },
        },
      },
      'sql (Login failed), cache (slow)',
    ],
    [
      '.NET with results',
      { status: 'Unhealthy', results: { Sample: { status: 'Unhealthy', description: null, data: {} } } },
      'Sample',
    ],
    [
      'health+json',
      {
        status: 'fail',
        checks: {
          'cassandra:responseTime': [{ status: 'pass', observedValue: 250, observedUnit: 'ms' }],
          'cpu:utilization': [
            { node: 1, status: 'warn', observedValue: 85, observedUnit: 'percent', output: '' },
            { node: 2, status: 'warn', observedValue: 86, observedUnit: 'percent' },
          ],
          'db:connections': [{ status: 'fail', output: 'too many' }],
        },
      },
      'db:connections (too many), cpu:utilization (85 percent)',
    ],
    [
      'MicroProfile',
      {
        status: 'DOWN',
        checks: [
          { name: 'firstCheck', status: 'DOWN', data: { error: 'no disk' } },
          { name: 'secondCheck', status: 'UP' },
        ],
      },
      'firstCheck (no disk)',
    ],
    [
      'hellofresh/health-go',
      { status: 'Unavailable', failures: { rabbitmq: 'Timeout during health check', redis: 'dial tcp: refused' } },
      'rabbitmq (Timeout during health check), redis (dial tcp: refused)',
    ],
    [
      'alexliesenfeld/health',
      {
        status: 'down',
        info: { version: 'v0.0.8' },
        details: { search: { status: 'down', timestamp: '2021-07-01T00:00:00Z', error: 'this is a check error' } },
      },
      'search (this is a check error)',
    ],
    [
      'checkResults of Spatie',
      {
        status: 'error',
        checkResults: [
          { name: 'Database', label: 'Database', status: 'failed', notificationMessage: 'Could not connect' },
          { name: 'Disk', status: 'warning', notificationMessage: '', shortSummary: '91%' },
          { name: 'Horizon', status: 'skipped' },
        ],
      },
      'Database (Could not connect), Disk (91%)',
    ],
    ['many', { status: 'fail', checks: { a: 'down', b: 'down', c: 'warn', d: 'fail', e: 'ok' } }, 'a, b, d and 1 more'],
    ['none, but an error', { status: 'error', error: 'boom' }, 'boom'],
    ['none, but a message', { status: 'error', message: 'boom' }, 'message: boom'],
  ];
  it.each(rows)('%s', (_, body, parts) => {
    const { message } = judge(200, body);
    expect(message.replace(/^.*?\): /, '')).toBe(parts);
  });

  it('are in the message of a degraded service, and of a failing one without a word', () => {
    const entries = { cache: { status: 'Degraded', description: 'slow' } };
    expect(judge(200, { status: 'Degraded', entries }).message).toBe('status "Degraded" (HTTP 200): cache (slow)');
    expect(judge(503, { entries }).message).toBe('HTTP 503: cache (slow)');
    expect(judge(503, { entries }).statedCause).toBeUndefined();
    expect(judge(502, '<html><title>Cart is closed</title>').statedCause?.text).toBe('Cart is closed');
  });

  it('have hidden secrets, and no more than a line', () => {
    const secret = 'hunter2-hunter2';
    const part = (text: string) => ({ status: 'down', error: `${text}\n\u202e${secret}` });
    const names = Array.from({ length: 40 }, (_, index) => [
      `${secret} ${'n'.repeat(200)}${index}`,
      part('e'.repeat(200)),
    ]);
    const { message } = judge(503, { status: 'down', components: Object.fromEntries(names) }, { secrets: [secret] });
    expect(message).not.toContain(secret);
    expect(message).not.toMatch(/[\n\u202e]/);
    expect(message.length).toBeLessThanOrEqual(360);
  });

  it('cost little, however many and however deep they are', () => {
    const deep = `${'{"components":{"a":'.repeat(4_000)}1${'}}'.repeat(4_000)}`;
    expect(judge(200, `{"status":"down",${deep.slice(1)}`).reason).toBe('reported_unhealthy');
    const wide = {
      status: 'down',
      components: Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`c${i}`, 'down'])),
    };
    expect(judge(200, wide).message).toMatch(/: c0, c1, c2 and 497 more$/);
  });
});

describe('the figures', () => {
  it('include the release and the uptime in seconds of health+json', () => {
    const body = {
      status: 'pass',
      version: '1',
      releaseId: '1.2.2',
      serviceId: 'f03e522f',
      checks: {
        uptime: [{ componentType: 'system', observedValue: 1_209_600.245, observedUnit: 's', status: 'pass' }],
      },
    };
    const { report, warnings } = judge(200, body);
    expect(warnings).toEqual([]);
    expect(report).toEqual({
      status: 'healthy',
      service: null,
      timestamp: null,
      environment: null,
      version: '1.2.2',
      uptime: 1_209_600.245,
      memory: { used: null, total: null },
      others: { version: '1', serviceId: 'f03e522f', checks: expect.any(String) },
    });
    expect(judge(200, { ...body, releaseId: undefined }).report?.version).toBe('1');
  });

  it('include the version, the time and the memory of hellofresh/health-go', () => {
    const { report } = judge(200, {
      status: 'OK',
      timestamp: '2017-01-01T00:00:00.413567856+02:00',
      system: { version: 'go1.8', goroutines_count: 4, total_alloc_bytes: 21_321_000, alloc_bytes: 2_345_234 },
      component: { name: 'users', version: 'v1.0' },
    });
    expect(report).toMatchObject({
      timestamp: '2017-01-01T00:00:00.413567856+02:00',
      version: 'v1.0',
      uptime: null,
      memory: { used: 2.24, total: null },
    });
  });

  it.each([
    ['an uptime in minutes', { checks: { uptime: [{ observedValue: 5, observedUnit: 'min' }] } }],
    ['an uptime without a unit', { uptime: 12, checks: { uptime: [{ observedValue: 5 }] } }],
    ['an uptime below zero', { checks: { uptime: [{ observedValue: -5, observedUnit: 's' }] } }],
    ['an uptime that is a text', { checks: { uptime: [{ observedValue: '5', observedUnit: 's' }] } }],
    ['memory that no format defines', { memory: { used: 1, total: 2 }, system: { alloc_bytes: '3' } }],
    ['texts of our own report', { service: 'other', environment: 'x', timestamp: 'yesterday', version: 3 }],
  ])('are not guessed: %s', (_, fields) => {
    const { kind, report, warnings } = judge(200, { status: 'UP', ...fields });
    expect({ kind, warnings }).toEqual({ kind: 'healthy', warnings: [] });
    expect(report).toMatchObject({ service: null, environment: null, timestamp: null, version: null, uptime: null });
    expect(report?.memory).toEqual({ used: null, total: null });
  });

  it('refuse an old answer if it has a time and maxReportAge is set', () => {
    const old = { status: 'OK', timestamp: '2026-03-01T11:00:00.000Z' };
    expect(judge(200, old, { maxReportAgeMs: 120_000 })).toMatchObject({ kind: 'invalid', reason: 'report_stale' });
    expect(judge(200, { status: 'UP' }, { maxReportAgeMs: 120_000 }).kind).toBe('healthy');
  });
});

describe('whatever comes', () => {
  const body = fc.oneof(
    fc.json(),
    fc.string(),
    fc.record(
      {
        status: fc.oneof(fc.constantFrom('UP', 'down', 'WARN', 'x'), fc.jsonValue()),
        components: fc.jsonValue(),
        checks: fc.jsonValue(),
        system: fc.jsonValue(),
        failures: fc.jsonValue(),
      },
      { requiredKeys: [] },
    ),
  );

  it('no answer makes it throw, and its texts are clean', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CONTRACTS), fc.integer({ min: 100, max: 599 }), body, (contract, status, sent) => {
        const { message, kind, reason, report } = judge(status, sent, { contract });
        expect(message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
        expect(message.length).toBeLessThanOrEqual(500);
        expect(reason === 'ok').toBe(kind === 'healthy');
        if (contract === 'http') expect(kind === 'healthy').toBe(status >= 200 && status < 300);
        if (contract === 'own') expect(report?.status).not.toBe('degraded');
      }),
    );
  });

  it('`own` reads no word but its two, whatever words the config has', () => {
    const words = { healthy: ['up'], degraded: ['healthy'], unhealthy: ['ok'] };
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 599 }), body, (status, sent) => {
        const own = { contract: 'own' as const };
        expect(judge(status, sent, { ...own, words, at: 'data.health' })).toEqual(judge(status, sent, own));
      }),
    );
    expect(judged(200, { ...reportOf(), status: 'degraded' }, { contract: 'own' })).toBe(
      'invalid not_a_report - | HTTP 200 with the status "degraded", which is neither "healthy" nor "unhealthy"; "contract: common" can read its "degraded"',
    );
  });
});
