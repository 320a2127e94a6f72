/** The output of `statuswatch check --show-config` is a config file with the same meaning. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parse, stringify } from 'yaml';
import { configJsonSchema } from '../../../lambda/core/config/schema/config-schema';
import { describeConfig } from '../../../local/input/describe-config';
import { EVERY_STATUS_PAGE_KEY } from '../../lambda/status-page/every-key';
import { understood } from '../../support/core/parsed';

const ROOT = join(__dirname, '../../..');
const ENVIRONMENT = { TOKEN: 'hunter2', HOST: 'a.internal' };

/** Every key, each with a value that is not its default. */
const EVERYTHING = `
name: everything
page: { token: { secret: shop/page, key: token }, metricsToken: { secret: shop/metrics }, controls: true, concurrency: 3 }
interval: 5m
concurrency: 7
confirmFrom: [us-east-1, sa-east-1]
timeout: 1500ms
retry: { attempts: 2, backoff: 250ms }
environment: staging
origin: https://shop.internal
headers:
  X-Authorization: Bearer \${TOKEN}
  X-Escaped: $\${TOKEN} and \${TOKEN}
  X-Secret: { secret: some/secret }
maxBodyBytes: 2048
auth:
  oauth2:
    tokenUrl: https://login.internal/token
    clientId: statuswatch
    clientSecret: { secret: login, key: client }
    scope: status.read other
    audience: https://api.internal
tls:
  caFile: ./authority.pem
  client:
    cert: "-----BEGIN CERTIFICATE-----\\nMIIB\\n-----END CERTIFICATE-----\\n"
    key: { secret: client-key }
    passphrase: "\${TOKEN}"
slow: 800ms
maxReportAge: 2m
conditions:
  certificate_expires_soon: { days: [3, 30] }
  client_certificate_expires_soon: { days: [2, 20] }
  restarting: { do: show, starts: 4, within: 20m }
  partly_unreachable: { do: show }
  reports_degraded: { do: show, severity: info }
  memory_full: { percent: 90, for: 20m }
  memory_filling: { do: show }
  slow: { runs: 7, times: 2.5, by: 50ms }
  clock_skewed: { by: 30s }
  wrong_environment: { after: 2d }
  mixed_versions: { for: 20m }
  half_answers: { percent: 30, within: 2h }
alerts:
  failureThreshold: 2
  successThreshold: 3
  remindEvery: never
  subscriptions:
    - { email: all@company.internal, checker: false }
    - { email: some@company.internal, services: [first], events: [opened, resolved], severities: [critical] }
  slack: { workspaceId: T07EA123LEP, channelId: C07EZ1ABC23 }
  receivers:
    - { id: on-call, pagerduty: { routingKey: { secret: pagerduty, key: routing }, region: eu }, kinds: [outage, objective] }
    - { id: us, pagerduty: { routingKey: { secret: pagerduty } }, services: [second], groups: [shop] }
    - { id: hook, webhook: { url: "https://hooks.internal/\${TOKEN}", secret: { secret: hook } }, after: 90m }
    - id: jira
      webhook:
        url: "https://jira.internal/\${TOKEN}"
        method: PUT
        headers: { X-Title: "{{ event }} $\${TOKEN}", X-Key: { secret: hook } }
        auth: { bearer: "\${TOKEN}" }
        body: { a: "{{ subject }}", b: ["\${TOKEN}", 5, null, {}, { ms: 5 }], c: {}, d: "$\${TOKEN}" }
        words: { event: { opened: 1, updated: b, reminder: c, resolved: d }, severity: { critical: P1, warning: P2, info: P3 } }
        limits: { subject: 100, text: 500 }
        group: true
        on: { opened: { method: POST }, updated: { body: "{{ text }}" }, reminder: { body: ["\${TOKEN}"] }, resolved: { url: { secret: hook, key: end }, body: {} } }
    - { id: team, slack: { url: { secret: slack-hook } }, events: [opened, resolved], severities: [critical] }
    - { id: channel, teams: { url: { secret: teams-hook } } }
    - { id: phone, ntfy: { topic: { secret: ntfy }, url: { secret: ntfy, key: server }, token: "\${TOKEN}" } }
    - { id: mail, smtp: { url: { secret: smtp }, from: alerts@shop.test, to: [ana@shop.test, ops@shop.test] } }
    - { id: am, alertmanager: { urls: ["https://am.internal/x", { secret: am, key: second }], auth: { sigv4: { service: aps, region: eu-west-1 } } }, severities: [critical] }
    - { id: events, eventbridge: { bus: default, region: eu-west-1 } }
    - { id: central, eventbridge: { bus: "arn:aws:events:eu-central-1:123456789012:event-bus/ops", changes: false } }
    - { id: changes, pagerduty: { routingKey: { secret: pd }, changes: true } }
    - { id: own, alertmanager: { urls: ["https://own.internal"], headers: { X-Scope-OrgID: "\${TOKEN}" }, auth: { bearer: "\${TOKEN}" } } }
pulse:
  - { url: { secret: healthchecks, key: ping }, failPath: true }
  - { id: kuma, url: "https://kuma.internal/api/push/\${TOKEN}" }
maintenance:
  - { name: the move, from: "2026-12-06T05:00+01:00", to: "2026-12-06T06:30:00.5Z" }
  - { name: "weekly $\${upgrade}", services: [first], cron: "0 3 * * SUN#2", timeZone: Europe/Berlin, for: 90m }
${EVERY_STATUS_PAGE_KEY}
metrics: summary
dashboard: false
servicesPerInvocation: 9
memory: 300
runbook: https://wiki.internal/runbook
network: { vpcId: vpc-0a1b2c3d, subnetIds: [subnet-0a1b2c3d], securityGroupIds: [sg-0a1b2c3d] }
deploy: { account: "123456789012", region: eu-central-1, table: delete, protect: true }
objective: { availability: 99.95%, responseTime: { under: 800ms, share: 99% }, window: 28d }
encryption: { keyArn: "arn:aws:kms:eu-west-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab" }
services:
  - id: first
    baseUrl: https://\${HOST}:8443/base/
  - id: second
    baseUrl: https://b.internal
    needs: [first]
    timeout: 1s
    retry: { attempts: 1, backoff: 0ms }
    environment: "20260101"
    origin: http://other.internal
    headers: { x-secret: { secret: "arn:aws:secretsmanager:eu-west-1:123456789012:secret:x", key: header } }
    maxBodyBytes: 4096
    auth: { basic: { user: watch, password: "\${TOKEN}" } }
    tls: { caFile: ./own.pem }
    expectService: "yes"
    runbook: https://wiki.internal/second
    severity: info
    group: shop
    objective: { availability: none, responseTime: { under: 2s } }
    alerts: { failureThreshold: 4, successThreshold: 5, remindEvery: 90s }
  - { id: third, baseUrl: https://c.internal, auth: { bearer: { secret: token } } }
  - id: fourth
    baseUrl: https://d.internal
    auth: { sigv4: { service: lambda, region: eu-west-1, resource: "arn:aws:lambda:eu-west-1:123456789012:function:d" } }
  - { id: fifth, baseUrl: https://e.internal, auth: none }
  - id: sixth
    baseUrl: https://b.internal
    path: /healthz/?fresh=$\${1}
    contract: common
    at: data.0.health
    words: { healthy: ["true"], degraded: [limping, so so], unhealthy: ["false"] }
  - { id: seventh, baseUrl: https://b.internal, path: /up, contract: text, words: { degraded: [limping] } }
  - { id: eighth, baseUrl: https://b.internal, path: /, contract: http, conditions: { memory_full: off } }
`;

type ParsedConfig = Pick<ReturnType<typeof understood>, 'config' | 'deployment'>;

const understand = (text: string, environment: Readonly<Record<string, string>> = ENVIRONMENT): ParsedConfig =>
  understood('', { text, environment, readCa: (path) => `PEM of ${path}`, probing: 'none' });

const describeAll = ({ config, deployment }: ParsedConfig) => describeConfig(config, deployment);
const fileOf = (name: string) => readFileSync(join(ROOT, name), 'utf8');

it.each([
  ['every key', EVERYTHING],
  ['the smallest of all', 'services: [{ id: a, baseUrl: https://a.internal }]'],
  ['the shipped file', fileOf('statuswatch.yaml')],
  ['the file that tests deploy', fileOf('test/fixtures/deploy.yaml')],
])('%s is the same config once it is printed and read again', (_, text) => {
  const understood = understand(text);
  const printed = describeAll(understood);
  expect(understand(printed)).toEqual(understood);
  expect(printed).not.toContain(ENVIRONMENT.TOKEN);
});

it('has every key that the schema knows', () => {
  const keysOf = (schema: unknown): string[] => {
    const { properties = {}, items } = schema as { properties?: Record<string, unknown>; items?: unknown };
    return [
      ...Object.entries(properties).flatMap(([key, value]) => [key, ...keysOf(value)]),
      ...(items ? keysOf(items) : []),
    ];
  };
  const printedKeys = (value: unknown): string[] =>
    typeof value !== 'object' || value === null
      ? []
      : Object.entries(value).flatMap(([key, held]) => [key, ...printedKeys(held)]);
  const printed = new Set(printedKeys(parse(describeAll(understand(EVERYTHING)))));
  // Groups of a receiver are printed as the ids of their services, a config with what it extends, and PEM files as "cert" and "key".
  expect([...new Set(keysOf(configJsonSchema()))].filter((key) => !printed.has(key))).toEqual([
    'certFile',
    'keyFile',
    'groups',
    'extends',
  ]);
});

it('hides a literal header value, and is still a config', () => {
  const text = 'services: [{ id: a, baseUrl: https://a.internal, headers: { X-Key: "literal-t0ken" } }]';
  const printed = describeAll(understand(text));
  expect(printed).not.toContain('literal-t0ken');
  expect(understand(printed)).toEqual(understand(text.replace('literal-t0ken', '(hidden)')));
});

it('hides the query of a token address, and is still a config', () => {
  const text = `services: [{ id: a, baseUrl: https://a.internal, auth: { oauth2: { tokenUrl: "https://b.internal/token?k=literal-t0ken", clientId: a, clientSecret: { secret: b } } } }]`;
  const printed = describeAll(understand(text));
  expect(printed).not.toContain('literal-t0ken');
  expect(understand(printed)).toEqual(understand(text.replace('k=literal-t0ken', '***')));
});

it('hides literal settings of receivers', () => {
  const printed = describeAll(
    understand(`
alerts:
  receivers:
    - { id: hook, webhook: { url: https://hooks.internal/literal-t0ken } }
    - { id: channel, teams: { url: https://literal-t0ken.internal } }
    - { id: phone, ntfy: { topic: literal-t0ken, url: https://literal-t0ken.internal } }
services: [{ id: a, baseUrl: https://a.internal }]`),
  );
  expect(printed).not.toContain('literal-t0ken');
  expect(parse(printed).alerts.receivers).toEqual([
    { id: 'hook', webhook: { url: '(hidden)' } },
    { id: 'channel', teams: { url: '(hidden)' } },
    { id: 'phone', ntfy: { topic: '(hidden)', url: '(hidden)' } },
  ]);
});

it('shows beside a base URL the address that is checked, with the values of its variables', () => {
  const printed = describeAll(understand(EVERYTHING));
  expect(printed).toContain('baseUrl: https://a.internal:8443/base/ # checked: https://a.internal:8443/base/status\n');
  expect(printed).toContain('baseUrl: https://b.internal # checked: https://b.internal/status\n');
});

it('is the same config whatever text is in a value', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1 }),
    fc
      .array(fc.constantFrom('$', '${', '}', 'TOKEN', '{', ' ', '#', ': ', '"'), { minLength: 1 })
      .map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(text, (value) => {
      const file = stringify({
        environment: '${VALUE}',
        services: [{ id: 'a', baseUrl: 'https://a.internal', expectService: '${VALUE}' }],
      });
      const understood = understand(file, { VALUE: value });
      expect(understand(describeAll(understood), {})).toEqual(understood);
    }),
  );
});
