/** A valid text → the config that it means: defaults, overriding, addresses, headers, authorities. */

import { CONDITION_DEFAULTS, conditionPolicies } from '../../../../../lambda/core/conditions/conditions';
import type { Service } from '../../../../../lambda/core/config/config';
import type { ConfigSource } from '../../../../../lambda/core/config/parse/outside';
import { statusUrl } from '../../../../../lambda/core/config/parse/parse-config';
import { faultsOf, serviceOf, understood } from '../../../../support/core/parsed';

it('fills in every default', () => {
  expect(understood('').config).toEqual({
    name: 'statuswatch',
    intervalMs: 60_000,
    concurrency: 200,
    confirmFrom: null,
    maintenance: [],
    metrics: 'standard',
    groupFrom: 2,
    receivers: [],
    pulses: [],
    runbook: null,
    statusPage: null,
    services: [
      {
        id: 'a',
        baseUrl: 'https://a.internal',
        path: '/status',
        statusUrl: 'https://a.internal/status',
        contract: 'own',
        words: null,
        at: 'status',
        timeoutMs: 3_000,
        retry: { attempts: 3, backoffMs: 1_000 },
        environment: null,
        expectService: 'a',
        requireService: false,
        origin: null,
        headers: {},
        auth: null,
        maxBodyBytes: 65_536,
        tls: null,
        runbook: null,
        severity: 'critical',
        group: null,
        needs: [],
        alerts: { failureThreshold: 1, successThreshold: 2, remindEveryMs: 14_400_000 },
        objective: null,
        conditions: {},
        slowMs: null,
        confirmFrom: null,
        maxReportAgeMs: null,
      },
    ],
  });
});

describe('a key', () => {
  const rows: readonly (readonly [top: string, own: string, read: (service: Service) => unknown, value: unknown])[] = [
    ['timeout: 5s', '', ({ timeoutMs }) => timeoutMs, 5_000],
    ['timeout: 5s', 'timeout: 500ms', ({ timeoutMs }) => timeoutMs, 500],
    ['timeout: 0.5s', '', ({ timeoutMs }) => timeoutMs, 500],
    ['retry: { attempts: 2 }', '', ({ retry }) => retry, { attempts: 2, backoffMs: 1_000 }],
    ['retry: { attempts: 2 }', 'retry: { backoff: 0ms }', ({ retry }) => retry, { attempts: 2, backoffMs: 0 }],
    ['retry: { attempts: 2 }', 'retry: { attempts: 1 }', ({ retry }) => retry, { attempts: 1, backoffMs: 1_000 }],
    ['environment: production', '', ({ environment }) => environment, 'production'],
    ['environment: production', 'environment: staging', ({ environment }) => environment, 'staging'],
    ['origin: https://shop.internal', '', ({ origin }) => origin, 'https://shop.internal'],
    ['origin: https://a.internal', 'origin: http://b.internal:8080', ({ origin }) => origin, 'http://b.internal:8080'],
    ['', 'origin: https://SHOP.internal:443/', ({ origin }) => origin, 'https://shop.internal'],
    ['maxBodyBytes: 262144', '', ({ maxBodyBytes }) => maxBodyBytes, 262_144],
    ['maxBodyBytes: 2048', 'maxBodyBytes: 4096', ({ maxBodyBytes }) => maxBodyBytes, 4_096],
    ['requireService: true', '', ({ requireService }) => requireService, true],
    ['requireService: true', 'requireService: false', ({ requireService }) => requireService, false],
    ['', 'requireService: true', ({ requireService }) => requireService, true],
    ['slow: 800ms', '', ({ slowMs }) => slowMs, 800],
    ['slow: 800ms', 'slow: 1s', ({ slowMs }) => slowMs, 1_000],
    ['maxReportAge: 2m', '', ({ maxReportAgeMs }) => maxReportAgeMs, 120_000],
    ['conditions: { slow: off }', '', ({ conditions }) => conditions, { slow: { do: 'off' } }],
    [
      'conditions: { restarting: { do: show, within: 20m }, slow: notify }',
      'conditions: { restarting: { starts: 5 }, slow: { times: 3, by: 50ms } }',
      ({ conditions }) => conditions,
      { restarting: { do: 'show', withinMs: 1_200_000, starts: 5 }, slow: { do: 'notify', times: 3, byMs: 50 } },
    ],
    [
      '',
      'conditions: { certificate_expires_soon: { days: [1, 30, 7] } }',
      ({ conditions }) => conditions,
      { certificate_expires_soon: { days: [30, 7, 1] } },
    ],
    ['', 'expectService: users', ({ expectService }) => expectService, 'users'],
    ['', 'runbook: https://wiki.internal/a?b#c', ({ runbook }) => runbook, 'https://wiki.internal/a?b#c'],
    ['alerts: { failureThreshold: 3 }', '', ({ alerts }) => alerts.failureThreshold, 3],
    [
      'alerts: { failureThreshold: 3 }',
      'alerts: { remindEvery: 1h }',
      ({ alerts }) => alerts,
      { failureThreshold: 3, successThreshold: 2, remindEveryMs: 3_600_000 },
    ],
    ['alerts: { remindEvery: 1h }', 'alerts: { remindEvery: never }', ({ alerts }) => alerts.remindEveryMs, null],
    ['', 'severity: warning', ({ severity }) => severity, 'warning'],
    ['objective: { window: 7d }', '', ({ objective }) => objective, null],
    [
      'objective: { availability: 99.9%, responseTime: { under: 800ms, share: 99% } }',
      '',
      ({ objective }) => objective,
      { availability: 0.999, responseTime: { underMs: 800, share: 0.99 }, windowMs: 30 * 86_400_000 },
    ],
    [
      'objective: { availability: 99.9%, responseTime: { under: 800ms, share: 99% }, window: 7d }',
      'objective: { availability: 99.9999%, responseTime: { under: 2s } }',
      ({ objective }) => objective,
      { availability: 0.999999, responseTime: { underMs: 2_000, share: 0.99 }, windowMs: 7 * 86_400_000 },
    ],
    [
      'objective: { availability: 99.9%, responseTime: { under: 800ms, share: 99% } }',
      'objective: { availability: none, window: 90d }',
      ({ objective }) => objective,
      { availability: null, responseTime: { underMs: 800, share: 0.99 }, windowMs: 90 * 86_400_000 },
    ],
    [
      'objective: { availability: 99.9%, responseTime: { under: 800ms, share: 99% } }',
      'objective: { availability: none, responseTime: { share: none } }',
      ({ objective }) => objective,
      null,
    ],
    [
      'objective: { responseTime: { under: 800ms, share: none } }',
      'objective: { responseTime: { share: 95% } }',
      ({ objective }) => objective?.responseTime,
      { underMs: 800, share: 0.95 },
    ],
    ['tls: { caFile: top.pem }', '', ({ tls }) => tls, { caFile: 'top.pem', ca: 'PEM of top.pem', client: null }],
    ['tls: { caFile: top.pem }', 'tls: { caFile: own.pem }', ({ tls }) => tls?.ca, 'PEM of own.pem'],
  ];
  it.each(rows)('"%s" at the top, "%s" at the service', (top, own, read, value) => {
    const readCa = (path: string) => `PEM of ${path}`;
    expect(read(serviceOf(top, own, { readCa }))).toEqual(value);
  });

  it('at the top level alone', () => {
    const { config } = understood('name: shop\ninterval: 5m\nconcurrency: 7');
    expect(config).toMatchObject({ name: 'shop', intervalMs: 300_000, concurrency: 7 });
  });
});

it('maintenance is once or repeats, of some services or of all', () => {
  const windows = [
    '- { name: the move, from: "2026-12-06T05:00:00+01:00", to: "2026-12-06T06:00:00Z" }',
    '- { name: weekly upgrade, services: [a], cron: "0 3 * * 0", timeZone: Europe/Berlin, for: 90m }',
    '- { name: each night, cron: "0 3 * * *", for: 1h }',
  ];
  const from = Date.parse('2026-12-06T04:00:00Z');
  const to = Date.parse('2026-12-06T06:00:00Z');
  expect(understood(`maintenance:\n  ${windows.join('\n  ')}`).config.maintenance).toEqual([
    { kind: 'once', name: 'the move', services: null, from, to },
    {
      kind: 'repeating',
      name: 'weekly upgrade',
      services: ['a'],
      cron: '0 3 * * 0',
      timeZone: 'Europe/Berlin',
      lengthMs: 5_400_000,
    },
    { kind: 'repeating', name: 'each night', services: null, cron: '0 3 * * *', timeZone: 'UTC', lengthMs: 3_600_000 },
  ]);
});

describe('statusUrl', () => {
  it.each([
    ['https://user.internal', 'https://user.internal/status'],
    ['https://user.internal/', 'https://user.internal/status'],
    ['https://user.internal//', 'https://user.internal/status'],
    ['https://user.internal:8443/api', 'https://user.internal:8443/api/status'],
    ['https://user.internal/api/v1/', 'https://user.internal/api/v1/status'],
    ['http://[::1]:4101', 'http://[::1]:4101/status'],
    ['http://10.0.0.1/a%20b', 'http://10.0.0.1/a%20b/status'],
    ['https://user.internal/statuses', 'https://user.internal/statuses/status'],
  ])('%s → %s', (baseUrl, url) => {
    expect(statusUrl(baseUrl, '/status')).toBe(url);
    expect(understood(`services: [{ id: a, baseUrl: "${baseUrl}" }]`).config.services[0]).toMatchObject({
      baseUrl,
      statusUrl: url,
    });
  });
});

describe('headers', () => {
  it("are merged, and the service's own win whatever their case", () => {
    const { headers } = serviceOf('headers: { X-Team: core, X-Zone: a }', 'headers: { x-team: shop, X-Own: "1" }');
    expect(headers).toEqual({
      'X-Zone': { kind: 'literal', value: 'a' },
      'x-team': { kind: 'literal', value: 'shop' },
      'X-Own': { kind: 'literal', value: '1' },
    });
  });
});

describe('an address of example.com', () => {
  const text = [
    'services:',
    '  - { id: a, baseUrl: https://a.example.com }',
    '  - { id: b, baseUrl: https://example.com/api }',
    '  - { id: c, baseUrl: https://a.EXAMPLE.com. }',
    '  - { id: d, baseUrl: https://notexample.com }',
    '  - { id: e, baseUrl: https://example.com.internal }',
  ].join('\n');
  it.each<[ConfigSource['probing'], number[]]>([
    ['none', []],
    [['b', 'd'], [1]],
    [[], []],
  ])('when %j is probed is a fault of the services %j', (probing, indexes) => {
    expect(faultsOf(text, { probing })).toEqual(
      indexes.map((index) => expect.stringContaining(`services[${index}].baseUrl`)),
    );
  });
});

it('reads an authority once', () => {
  const asked: string[] = [];
  const readCa = (path: string) => {
    asked.push(path);
    return 'PEM';
  };
  const text = 'tls: { caFile: top.pem }\nservices: [{ id: a, baseUrl: https://a.internal, tls: { caFile: top.pem } }]';
  understood(text, { readCa });
  expect(asked).toEqual(['top.pem']);
});

it('does not warn about a template that was left unfilled, which is a fault', () => {
  const warned = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  expect(faultsOf('name: {{ NAME }}')).toHaveLength(1);
  expect(warned).not.toHaveBeenCalled();
  warned.mockRestore();
});

it('refuses filters of a subscription with more combinations than SNS takes', () => {
  const ids = Array.from({ length: 51 }, (_, index) => `s${index}`);
  const services = ids.map((id) => `{ id: ${id}, baseUrl: "https://${id}.internal" }`);
  const withFilter = (all: readonly string[]) =>
    `alerts: { subscriptions: [{ email: a@b.c, severities: [critical, warning, info, warning], services: [${all}] }] }\nservices: [${services}]`;
  expect(faultsOf(withFilter(ids.slice(0, 50)))).toEqual([]);
  expect(faultsOf(withFilter(ids))).toEqual([
    '1:27  alerts.subscriptions[0] is a map; expected fewer services, events and severities: SNS takes 150 combinations of them, but these are 153',
  ]);
});

// An item of DynamoDB has at most 400 kB, and a service owes up to forty alerts with these addresses in each.
it('reports addresses of more than a thousand characters as faults', () => {
  const long = (length: number) => 'https://a.internal/'.padEnd(length, 'x');
  const text = (length: number) =>
    `services: [{ id: a, baseUrl: "${long(length)}", runbook: "${long(length)}" }]\nrunbook: "${long(length)}"`;
  expect(faultsOf(text(1_000))).toEqual([]);
  expect(faultsOf(text(1_001))).toEqual(
    Array(3).fill(expect.stringMatching(/; expected an address of at most 1000 characters$/)),
  );
});

it.each([
  ['memory: 512.5', 'memory'],
  [`words: { healthy: [${Array.from({ length: 101 }, (_, index) => `a${index}`)}] }`, 'words.healthy'],
  ['timeout: 3 sec', 'timeout'],
  ['tiemout: 3s', 'tiemout'],
  ['network: 7', 'network'],
])('finds a fault of several keys beside %s', (top, key) => {
  const services = 'services: [{ id: a, baseUrl: https://a.internal }, { id: a, baseUrl: https://b.internal }]';
  expect(faultsOf(`contract: common\n${top}\n${services}`)).toEqual(
    [key, 'services[1].id'].map((each) => expect.stringMatching(new RegExp(`^\\S+  ${each.replace(/\W/g, '\\$&')} `))),
  );
});

it.each<[string, { readonly slow?: object; readonly wrong_environment?: object }]>([
  ['', {}],
  ['slow: 1s', { slow: { do: 'notify' } }],
  ['environment: production', { wrong_environment: { do: 'notify' } }],
  ['slow: 1s\nconditions: { slow: { do: show, runs: 9 } }', { slow: { do: 'show', runs: 9 } }],
])('the conditions of %j differ from the defaults by %j', (top, changed) => {
  const { slow, wrong_environment } = CONDITION_DEFAULTS;
  const policies = {
    ...CONDITION_DEFAULTS,
    slow: { ...slow, ...changed.slow },
    wrong_environment: { ...wrong_environment, ...changed.wrong_environment },
  };
  expect(conditionPolicies(serviceOf(top))).toEqual(policies);
});
