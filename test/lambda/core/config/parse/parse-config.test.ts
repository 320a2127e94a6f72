/** A valid text → the config that it means: defaults, overriding, addresses, headers, authorities. */

import type { Config, Service } from '../../../../../lambda/core/config/config';
import { formatFault } from '../../../../../lambda/core/config/parse/fault';
import type { ConfigSource } from '../../../../../lambda/core/config/parse/outside';
import { parseConfig, statusUrl } from '../../../../../lambda/core/config/parse/parse-config';

const PEMS: Record<string, string> = { 'top.pem': 'PEM of top', 'own.pem': 'PEM of own' };

function parse(text: string, options: Partial<ConfigSource> = {}): Config {
  const readCa = (path: string) => PEMS[path] ?? '';
  const result = parseConfig({ file: 'test.yaml', text, environment: {}, readCa, probing: 'all', ...options });
  if (!result.ok) throw new Error(result.faults.map(formatFault).join('\n'));
  return result.config;
}

function faults(text: string, options: Partial<ConfigSource> = {}): string[] {
  const result = parseConfig({ file: 'f', text, environment: {}, readCa: () => '', probing: 'all', ...options });
  return result.ok ? [] : result.faults.map(({ key }) => key);
}

/** The only service of a config with these lines at the top level and at the service. */
function service(top: string, own: string, options: Partial<ConfigSource> = {}): Service {
  const { services } = parse(
    `${top}\nservices:\n  - id: user-service\n    baseUrl: https://user.internal\n    ${own}\n`,
    options,
  );
  return services[0] as Service;
}

it('fills in every default', () => {
  expect(parse('services: [{ id: user-service, baseUrl: https://user.internal }]')).toEqual({
    name: 'statuswatch',
    intervalMs: 60_000,
    concurrency: 200,
    maintenance: [],
    metrics: 'standard',
    groupFrom: 2,
    receivers: [],
    pulses: [],
    runbook: null,
    statusPage: null,
    services: [
      {
        id: 'user-service',
        baseUrl: 'https://user.internal',
        path: '/status',
        statusUrl: 'https://user.internal/status',
        contract: 'own',
        words: null,
        at: 'status',
        timeoutMs: 3_000,
        retry: { attempts: 3, backoffMs: 1_000 },
        environment: null,
        expectService: 'user-service',
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
    ['tls: { caFile: top.pem }', '', ({ tls }) => tls, { caFile: 'top.pem', ca: 'PEM of top', client: null }],
    ['tls: { caFile: top.pem }', 'tls: { caFile: own.pem }', ({ tls }) => tls?.ca, 'PEM of own'],
  ];
  it.each(rows)('"%s" at the top, "%s" at the service', (top, own, read, value) => {
    expect(read(service(top, own))).toEqual(value);
  });

  it('at the top level alone', () => {
    const services = 'services: [{ id: a, baseUrl: https://a.internal }]';
    expect(parse(`name: shop\ninterval: 5m\nconcurrency: 7\n${services}`)).toMatchObject({
      name: 'shop',
      intervalMs: 300_000,
      concurrency: 7,
    });
  });
});

it('maintenance is once or repeats, of some services or of all', () => {
  const windows = [
    '- { name: the move, from: "2026-12-06T05:00:00+01:00", to: "2026-12-06T06:00:00Z" }',
    '- { name: weekly upgrade, services: [a], cron: "0 3 * * 0", timeZone: Europe/Berlin, for: 90m }',
    '- { name: each night, cron: "0 3 * * *", for: 1h }',
  ];
  const text = `maintenance:\n  ${windows.join('\n  ')}\nservices: [{ id: a, baseUrl: https://a.internal }]`;
  const from = Date.parse('2026-12-06T04:00:00Z');
  const to = Date.parse('2026-12-06T06:00:00Z');
  expect(parse(text).maintenance).toEqual([
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

it.each([
  ['days that overlap', '0 3 * * MON,TUE', '36h'],
  ['each hour but the last', '0 0-22 * * *', '1h'],
  ['each minute of a working day', '* 9-17 * * *', '1m'],
  ['each day but of December', '0 0 * 1-11 *', '24h'],
])('maintenance may begin again before it has ended if it ends at some time: %s', (_, cron, length) => {
  const text = `maintenance: [{ name: w, cron: "${cron}", for: ${length} }]\nservices: [{ id: a, baseUrl: https://a.internal }]`;
  expect(faults(text)).toEqual([]);
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
    expect(parse(`services: [{ id: a, baseUrl: "${baseUrl}" }]`).services[0]).toMatchObject({
      baseUrl,
      statusUrl: url,
    });
  });
});

describe('headers', () => {
  it("are merged, and the service's own win whatever their case", () => {
    const { headers } = service('headers: { X-Team: core, X-Zone: a }', 'headers: { x-team: shop, X-Own: "1" }');
    expect(headers).toEqual({
      'X-Zone': { kind: 'literal', value: 'a' },
      'x-team': { kind: 'literal', value: 'shop' },
      'X-Own': { kind: 'literal', value: '1' },
    });
  });

  it.each(['Bearer a b\tc', 'é', '!', '"quoted"', 'a,b;c=d'])('may hold %j', (value) => {
    const { headers } = service('', `headers: { X-Value: ${JSON.stringify(value)} }`);
    expect(headers['X-Value']).toEqual({ kind: 'literal', value });
  });

  it.each(['', ' ', 'a ', ' a', 'a\r\nB: c', 'a\u0000', '\u2603', 'a\u007f'])('may not hold %j', (value) => {
    const text = `services: [{ id: a, baseUrl: https://a.internal, headers: { X-Value: ${JSON.stringify(value)} } }]`;
    expect(faults(text)).toEqual(['services[0].headers.X-Value']);
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
    ['all', [0, 1, 2]],
    ['none', []],
    [['b', 'd'], [1]],
    [[], []],
  ])('when %j is probed is a fault of the services %j', (probing, indexes) => {
    expect(faults(text, { probing })).toEqual(indexes.map((index) => `services[${index}].baseUrl`));
  });
});

describe('the time that a run may take', () => {
  it.each([
    // Three attempts and pauses of 1 s and 2 s.
    ['timeout: 19s', []],
    ['timeout: 19.001s', ['timeout']],
    ['timeout: 40s\ninterval: 5m', []],
    ['timeout: 60s\nretry: { attempts: 1, backoff: 1m }', []],
    ['interval: 12s', []],
    ['interval: 11.999s', ['interval']],
    // What is refused for itself is not held against the interval too.
    ['timeout: 5h', ['timeout']],
    ['timeout: 50s\ninterval: 1 minute', ['interval']],
    ['timeout: 50s\nretry: { attempts: 1000000000 }', ['retry.attempts']],
  ])('with %j has the faults %j', (top, keys) => {
    expect(faults(`${top}\nservices: [{ id: a, baseUrl: https://a.internal }]`)).toEqual(keys);
  });
});

it('reads an authority once, and reports what came of it at each place', () => {
  const asked: string[] = [];
  const readCa = (path: string) => {
    asked.push(path);
    return 'PEM';
  };
  const services = 'services: [{ id: a, baseUrl: https://a.internal, tls: { caFile: top.pem } }]';
  parse(`tls: { caFile: top.pem }\n${services}`, { readCa });
  expect(asked).toEqual(['top.pem']);
  const failing = () => {
    throw new Error('there is no such file');
  };
  expect(faults(`tls: { caFile: top.pem }\n${services}`, { readCa: failing })).toEqual([
    'tls.caFile',
    'services[0].tls.caFile',
  ]);
});

it('reports a template that was left unfilled as a fault, and warns of nothing past the caller', () => {
  const warned = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  expect(faults('name: {{ NAME }}\nservices: [{ id: a, baseUrl: https://a.internal }]')).toEqual(['name']);
  expect(warned).not.toHaveBeenCalled();
  warned.mockRestore();
});

// AWS Lambda developer guide: "You can configure memory between 128 MB and 10,240 MB in 1-MB increments."
it.each([
  ['memory: 127', ['memory']],
  ['memory: 128', []],
  ['memory: 10240', []],
  ['memory: 10241', ['memory']],
  ['memory: 512.5', ['memory']],
])('takes the memory that Lambda takes: %j has the faults %j', (top, keys) => {
  expect(faults(`${top}\nservices: [{ id: a, baseUrl: https://a.internal }]`)).toEqual(keys);
});

it.each(['true', 'false', 'parts'])('says that alarms of services are automatic: serviceAlarms: %s', (value) => {
  const text = `serviceAlarms: ${value}\nservices: [{ id: a, baseUrl: https://a.internal }]`;
  expect(() => parse(text)).toThrow('serviceAlarms is no longer a key: up to 300 services have an alarm each');
});

describe('an objective', () => {
  it.each([
    ['availability: 99.9', ['objective.availability']],
    ['availability: 0%', ['objective.availability']],
    ['availability: 0.000001%', []],
    ['availability: 99.999999%', []],
    ['availability: 100%', ['objective.availability']],
    ['availability: 0.999', ['objective.availability']],
    ['availability: 99.9 %', ['objective.availability']],
    ['availability: none', []],
    ['availabilty: 99%', ['objective.availabilty']],
    ['window: 1d', []],
    ['window: 90d', []],
    ['window: 24h', []],
    ['window: 36h', ['objective.window']],
    ['window: 12h', ['objective.window']],
    ['window: 0d', ['objective.window']],
    ['window: 91d', ['objective.window']],
    ['window: month', ['objective.window']],
    ['responseTime: { under: 0ms, share: 99% }', ['objective.responseTime.under']],
    ['responseTime: { under: 800, share: 99% }', ['objective.responseTime.under']],
    ['responseTime: { udner: 800ms, share: 99% }', ['objective.responseTime.udner']],
    ['responseTime: { share: 99% }', ['objective.responseTime']],
    ['responseTime: { under: 1s }', ['objective.responseTime']],
    ['responseTime: { share: none }', []],
    ['responseTime: 800ms', ['objective.responseTime']],
  ])('{ %s } has the faults %j', (keys, found) => {
    const services = '[{ id: a, baseUrl: https://a.internal }, { id: b, baseUrl: https://b.internal }]';
    expect(faults(`objective: { ${keys} }\nservices: ${services}`)).toEqual(found);
  });

  it('has what it lacks at the place that says something about it', () => {
    const services = (own: string) => `services: [{ id: a, baseUrl: https://a.internal, objective: ${own} }]`;
    const half = '{ responseTime: { share: 99% } }';
    expect(faults(services(half))).toEqual(['services[0].objective.responseTime']);
    expect(faults(`objective: { responseTime: { under: 1s } }\n${services(half)}`)).toEqual([]);
    const result = parseConfig({
      file: 'f',
      text: `objective: none\n${services('{ availability: 101% }')}`,
      environment: {},
      readCa: () => '',
      probing: 'all',
    });
    expect(result.ok || result.faults.map(formatFault)).toEqual([
      'f:1:12  objective is "none"; expected a map with the keys availability, responseTime and window',
      'f:2:77  services[0].objective.availability is "101%"; expected a percentage above 0% and below 100%, such as 99.9%, or none',
    ]);
  });
});

// An item of DynamoDB has at most 400 kB, and a service owes up to forty alerts with these addresses in each.
it('reports addresses of more than a thousand characters as faults', () => {
  const long = (length: number) => 'https://a.internal/'.padEnd(length, 'x');
  const text = (length: number) =>
    `services: [{ id: a, baseUrl: "${long(length)}", runbook: "${long(length)}" }]\nrunbook: "${long(length)}"`;
  expect(faults(text(1_000))).toEqual([]);
  expect(faults(text(1_001)).sort()).toEqual(['runbook', 'services[0].baseUrl', 'services[0].runbook']);
});

it.each([
  ['memory: 512.5', 'memory'],
  [`words: { healthy: [${Array.from({ length: 101 }, (_, index) => `a${index}`)}] }`, 'words.healthy'],
  ['timeout: 3 sec', 'timeout'],
  ['tiemout: 3s', 'tiemout'],
  ['network: 7', 'network'],
])('finds a fault of several keys beside %s', (top, key) => {
  const services = 'services: [{ id: a, baseUrl: https://a.internal }, { id: a, baseUrl: https://b.internal }]';
  expect(faults(`contract: common\n${top}\n${services}`)).toEqual([key, 'services[1].id']);
});
