/** The faults that health does not hang on: each is a warning with a code, and the verdict stays what it is. */

import { classify } from '../../../../lambda/core/probe/classify';
import { answer, EXPECTATION, failure, NOW, reportOf } from '../../../support/core/observations';

const DAY_MS = 86_400_000;

function warningsOf(body: unknown, expectation = EXPECTATION): string[] {
  const verdict = classify(answer(200, body), expectation, NOW);
  expect(verdict).toMatchObject({ kind: 'healthy', reason: 'ok', message: 'healthy' });
  return verdict.warnings.map(({ code, message }) => `${code}: ${message}`);
}

it('a whole report has no warnings', () => {
  expect(warningsOf(reportOf())).toEqual([]);
});

describe('a field', () => {
  const rows: readonly (readonly [fields: Readonly<Record<string, unknown>>, warning: string])[] = [
    [{ service: undefined }, 'missing_field: service is missing'],
    [{ timestamp: undefined }, 'missing_field: timestamp is missing'],
    [{ environment: undefined }, 'missing_field: environment is missing'],
    [{ version: undefined }, 'missing_field: version is missing'],
    [{ uptime: undefined }, 'missing_field: uptime is missing'],
    [{ memory: undefined }, 'missing_field: memory is missing'],
    [{ memory: { total: 512 } }, 'missing_field: memory.used is missing'],
    [{ memory: { used: 256 } }, 'missing_field: memory.total is missing'],
    [{ service: null }, 'mistyped_field: service is null, not a text'],
    [{ timestamp: NOW }, 'mistyped_field: timestamp is a number, not a text'],
    [{ environment: ['production'] }, 'mistyped_field: environment is a list, not a text'],
    [{ version: 1.4 }, 'mistyped_field: version is a number, not a text'],
    [{ uptime: '3600' }, 'mistyped_field: uptime is a text, not a number'],
    [{ memory: 256 }, 'mistyped_field: memory is a number, not an object'],
    [{ memory: [] }, 'mistyped_field: memory is a list, not an object'],
    [{ memory: { used: '256', total: 512 } }, 'mistyped_field: memory.used is a text, not a number'],
    [{ memory: { used: 256, total: {} } }, 'mistyped_field: memory.total is an object, not a number'],
    [{ uptime: -1 }, 'number_negative: uptime is negative (-1)'],
    [
      { memory: { used: 48_234_496, total: 512 } },
      'wrong_unit: memory.used (48234496) is not in megabytes, so it is ignored',
    ],
    [{ memory: { used: -0.5, total: 512 } }, 'number_negative: memory.used is negative (-0.5)'],
    [{ memory: { used: 512.5, total: 512 } }, 'memory_over_total: memory used (512.5 MB) is over its total (512 MB)'],
    [
      { memory: { used: 835.6662880757001, total: 512 } },
      'memory_over_total: memory used (835.7 MB) is over its total (512 MB)',
    ],
    [{ timestamp: 'yesterday' }, 'timestamp_invalid: the timestamp "yesterday" is not an ISO 8601 instant'],
    [{ timestamp: '' }, 'timestamp_invalid: the timestamp "" is not an ISO 8601 instant'],
    [{ timestamp: '2026-03-01' }, 'timestamp_invalid: the timestamp "2026-03-01" is not an ISO 8601 instant'],
    [
      { timestamp: '2026-03-01T12:00:00' },
      'timestamp_invalid: the timestamp "2026-03-01T12:00:00" is not an ISO 8601 instant',
    ],
    [
      { timestamp: '2026-13-01T12:00:00.000Z' },
      'timestamp_invalid: the timestamp "2026-13-01T12:00:00.000Z" is not an ISO 8601 instant',
    ],
    [
      { timestamp: 'Sun, 01 Mar 2026 12:00:00 GMT' },
      'timestamp_invalid: the timestamp "Sun, 01 Mar 2026 12:00:00 GMT" is not an ISO 8601 instant',
    ],
  ];
  it.each(rows)('%j: %s', (fields, warning) => {
    expect(warningsOf(reportOf(fields))).toEqual([warning]);
  });

  it.each([
    ['uptime', '"uptime":3600.5', '"uptime":1e999'],
    ['memory.used', '"used":256.25', '"used":1e999'],
    ['memory.total', '"total":512', '"total":-1e999'],
  ])('%s beyond what a number can be', (name, text, huge) => {
    const body = JSON.stringify(reportOf()).replace(text, huge);
    expect(body).toContain('1e999');
    expect(warningsOf(body)).toEqual([`number_not_finite: ${name} is too large to be a number`]);
  });

  it('is null in the report if it is faulty, and all faults are reported together', () => {
    const fields = { service: 7, timestamp: null, environment: {}, version: [], uptime: -1, memory: { used: 'x' } };
    const verdict = classify(answer(200, reportOf(fields)), EXPECTATION, NOW);
    const nothing = { service: null, timestamp: null, environment: null, version: null, uptime: null };
    expect(verdict.report).toEqual({ status: 'healthy', ...nothing, memory: { used: null, total: null }, others: {} });
    expect(verdict.warnings).toHaveLength(7);
  });

  it('may be zero, empty or fractional', () => {
    expect(warningsOf(reportOf({ version: '', uptime: 0, memory: { used: 0, total: 0 } }))).toEqual([]);
    expect(warningsOf(reportOf({ memory: { used: 512, total: 512 } }))).toEqual([]);
  });
});

it.each([
  '2026-03-01T13:00:00.000Z',
  '2026-03-01T12:00:00Z',
  '2026-03-01T12:00:00.123456Z',
  '2026-03-01T14:00:00.000+02:00',
])('a timestamp may be %s', (timestamp) => {
  expect(warningsOf(reportOf({ timestamp }))).toEqual([]);
});

it.each([
  ['staging', 'production', []],
  [undefined, 'production', ['missing_field: environment is missing']],
  ['pro  duction', 'pro  duction', []],
])('the environment %j where %j is expected → %j', (environment, expected, warnings) => {
  expect(warningsOf(reportOf({ environment }), { ...EXPECTATION, environment: expected })).toEqual(warnings);
});

describe('a certificate', () => {
  it('is given in the verdict, whatever the answer', () => {
    const certificateExpiresAt = NOW + 90.5 * DAY_MS;
    const certificate = { expiresAt: certificateExpiresAt, daysLeft: 90 };
    expect(classify({ ...answer(200, ''), certificateExpiresAt }, EXPECTATION, NOW)).toMatchObject({ certificate });
    expect(classify(failure('timeout_body', { certificateExpiresAt }), EXPECTATION, NOW)).toMatchObject({
      certificate,
      warnings: [],
    });
  });
});

it('warnings are reported with any verdict', () => {
  const { kind, warnings } = classify(answer(503, reportOf({ status: 'unhealthy', uptime: -1 })), EXPECTATION, NOW);
  expect([kind, warnings.map(({ code }) => code)]).toEqual(['unhealthy', ['number_negative']]);
});

describe('a report that names no service', () => {
  const requiring = { ...EXPECTATION, requireService: true };
  it.each([
    [undefined, 'the report names no service; requireService asks for "user-service"'],
    [7, 'the report has a "service" that is a number, not a text; requireService asks for "user-service"'],
    [null, 'the report has a "service" that is null, not a text; requireService asks for "user-service"'],
  ])('is a warning, and where a service is required that of a wrong one: %j', (service, message) => {
    const report = answer(200, reportOf({ service }));
    expect(classify(report, EXPECTATION, NOW)).toMatchObject({
      kind: 'healthy',
      warnings: [{ message: expect.stringContaining('service') }],
    });
    expect(classify(report, requiring, NOW)).toMatchObject({ kind: 'invalid', reason: 'wrong_service', message });
  });

  it('does not matter to a report that is not healthy or names the right service', () => {
    const sick = answer(200, reportOf({ status: 'unhealthy', service: undefined }));
    expect(classify(sick, requiring, NOW).reason).toBe('reported_unhealthy');
    expect(classify(answer(200, reportOf()), requiring, NOW).reason).toBe('ok');
  });
});
