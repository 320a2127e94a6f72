/** Receivers of a config: what is made of them, what a deployment refuses, and when a laptop needs their secrets. */

import { formatFault } from '../../../../../lambda/core/config/parse/fault';
import type { ConfigSource } from '../../../../../lambda/core/config/parse/outside';
import { parseConfig } from '../../../../../lambda/core/config/parse/parse-config';
import type { ReceiverConfig } from '../../../../../lambda/core/config/receivers';
import { TOPIC } from '../../../../../lambda/core/deliver/receiver';

const SERVICES = `
services:
  - { id: cart, baseUrl: "https://cart.internal", group: shop }
  - { id: pay, baseUrl: "https://pay.internal", group: money }
  - { id: search, baseUrl: "https://search.internal" }
`;
const KEY = 'R0hunter2hunter2hunter2hunter200';
const signing = (bytes: number) => `whsec_${Buffer.alloc(bytes, 'hunter2').toString('base64')}`;

type Options = Partial<Pick<ConfigSource, 'environment' | 'probing' | 'notifying' | 'deploying'>>;

function parse(receivers: readonly string[], options: Options = {}) {
  const text = ['alerts:', '  receivers:', ...receivers.map((one) => `    - ${one}`), SERVICES].join('\n');
  const environment = { TOKEN: 'hunter2' };
  return parseConfig({ file: 'c.yaml', text, environment, readCa: () => '', probing: 'all', ...options });
}

function receiversOf(receivers: readonly string[], options?: Options): readonly ReceiverConfig[] {
  const result = parse(receivers, options);
  if (!result.ok) throw new Error(result.faults.map(formatFault).join('\n'));
  return result.config.receivers;
}

/** What a user reads of one receiver, without file and line. */
function faultsOf(receiver: string, options?: Options): string[] {
  const result = parse([receiver], options);
  return result.ok
    ? []
    : result.faults.map((fault) => formatFault(fault).replace(/^\S+ {2}alerts\.receivers\[0\]\.?/, ''));
}

const EVERYTHING = { services: null, events: null, kinds: null, severities: null, afterMs: 0 };
const secret = (name: string, key: string | null = null) => ({ kind: 'secret', secret: name, key });
const literal = (value: string) => ({ kind: 'literal', value });

describe('a receiver', () => {
  it.each<[string, string, object]>([
    [
      'PagerDuty',
      'pagerduty: { routingKey: { secret: pd } }',
      { kind: 'pagerduty', settings: { routingKey: secret('pd') } },
    ],
    [
      'PagerDuty in Europe',
      'pagerduty: { routingKey: { secret: pd }, region: eu }',
      {
        kind: 'pagerduty',
        settings: { routingKey: secret('pd'), url: literal('https://events.eu.pagerduty.com/v2/enqueue') },
      },
    ],
    [
      'a webhook',
      'webhook: { url: "https://a.internal/x", secret: { secret: hook, key: signing } }',
      { kind: 'webhook', settings: { url: literal('https://a.internal/x'), secret: secret('hook', 'signing') } },
    ],
    ['Slack', 'slack: { url: { secret: slack } }', { kind: 'slack', settings: { url: secret('slack') } }],
    ['Teams', 'teams: { url: { secret: teams } }', { kind: 'teams', settings: { url: secret('teams') } }],
    ['ntfy', 'ntfy: { topic: { secret: topic } }', { kind: 'ntfy', settings: { topic: secret('topic') } }],
    [
      'ntfy of a server of your own',
      'ntfy: { topic: { secret: topic }, url: "https://ntfy.internal", token: { secret: token } }',
      {
        kind: 'ntfy',
        settings: { topic: secret('topic'), url: literal('https://ntfy.internal'), token: secret('token') },
      },
    ],
  ])('is %s, and is notified of everything at once if nothing else is said', (_, kind, expected) => {
    const found = receiversOf([`{ id: one, ${kind} }`], { deploying: true });
    expect(found).toEqual([{ id: 'one', ...EVERYTHING, ...expected }]);
  });

  it.each<[string, object]>([
    ['services: [search, cart]', { services: ['cart', 'search'] }],
    ['groups: [money, shop]', { services: ['cart', 'pay'] }],
    ['services: [search, pay], groups: [money]', { services: ['pay', 'search'] }],
    ['events: [opened, resolved]', { events: ['opened', 'resolved'] }],
    ['kinds: [outage]', { kinds: ['outage'] }],
    ['severities: [critical, warning]', { severities: ['critical', 'warning'] }],
    ['after: 15m', { afterMs: 900_000 }],
  ])('with a filter: %s', (filter, expected) => {
    expect(receiversOf([`{ id: one, slack: { url: { secret: a } }, ${filter} }`])).toMatchObject([expected]);
  });

  it('with a value from the environment is shown as it is written', () => {
    const [found] = receiversOf(['{ id: one, webhook: { url: "https://a.internal/${TOKEN}" } }']);
    expect(found?.settings).toEqual({
      url: {
        kind: 'hidden',
        value: 'https://a.internal/hunter2',
        text: 'https://a.internal/${TOKEN}',
        secrets: ['hunter2'],
      },
    });
  });

  it.each([TOPIC, 'constructor', 'toString'])('has no id that is taken: %s', (id) => {
    expect(faultsOf(`{ id: ${id}, slack: { url: { secret: a } } }`)).toEqual([
      `id is "${id}"; expected another id: this one is taken`,
    ]);
  });

  it('is one of twenty at most', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, i) => `{ id: r${i}, slack: { url: { secret: a } } }`);
    expect(receiversOf(many(20))).toHaveLength(20);
    const result = parse(many(21));
    expect(result.ok ? [] : result.faults.map(formatFault)).toEqual([
      'c.yaml:3:5  alerts.receivers is a list; expected at most 20 receivers',
    ]);
  });

  it('of a group, if no service has one', () => {
    const text = 'alerts: { receivers: [{ id: a, slack: { url: { secret: a } }, groups: [shop] }] }';
    const services = 'services: [{ id: a, baseUrl: "https://a.internal" }]';
    const source = { file: 'c.yaml', environment: {}, readCa: () => '', probing: 'all' } as const;
    const result = parseConfig({ ...source, text: `${text}\n${services}` });
    expect(result.ok ? [] : result.faults.map(({ expected }) => expected)).toEqual([
      'expected the group of a service, but no service has one',
    ]);
  });
});

describe('an event bus', () => {
  const ARN = 'arn:aws:events:eu-west-1:210987654321:event-bus/ops';
  const NAMED = 'expected the name or the ARN of an event bus, such as default or arn:aws:events:';

  it.each([
    ['bus: default', { bus: { bus: 'default', region: null }, changes: true }],
    ['bus: ops.alerts-1, region: eu-west-1', { bus: { bus: 'ops.alerts-1', region: 'eu-west-1' }, changes: true }],
    [`bus: "${ARN}", changes: false`, { bus: { bus: ARN, region: null } }],
  ])('is given by { %s }, also in a deployment', (keys, expected) => {
    const receiver = `{ id: bus, eventbridge: { ${keys} } }`;
    expect(receiversOf([receiver], { deploying: true })).toEqual([
      { id: 'bus', kind: 'eventbridge', settings: {}, ...EVERYTHING, ...expected },
    ]);
  });

  it.each([
    ['bus: "aws.partner/shop"', `eventbridge.bus is "aws.partner/shop"; ${NAMED}`],
    ['bus: "arn:aws:sns:eu-west-1:210987654321:ops"', NAMED],
    ['region: eu-west-1', `eventbridge.bus is missing; ${NAMED}`],
    ['bus: ops, region: Ireland', 'eventbridge.region is "Ireland"; expected a region of AWS, such as eu-central-1'],
    [`bus: "${ARN}", region: eu-west-1`, "eventbridge.region can't be combined with an ARN, which has its region"],
    ['bus: ops, changes: often', 'eventbridge.changes is "often"; expected true or false'],
    ['bus: ops, rule: x', 'eventbridge.rule is not known; expected bus, region, changes'],
  ])('is not given by { %s }', (keys, fault) => {
    expect(faultsOf(`{ id: bus, eventbridge: { ${keys} } }`)).toEqual([expect.stringContaining(fault)]);
  });
});

it('PagerDuty is sent changes of version if it wants them', () => {
  const [receiver] = receiversOf(['{ id: a, pagerduty: { routingKey: { secret: pd }, changes: true } }']);
  expect(receiver).toMatchObject({ settings: { routingKey: secret('pd') }, changes: true });
});

describe('an Alertmanager', () => {
  const entry = (more: string, urls = '["https://am-1.internal"]') =>
    `{ id: am, alertmanager: { urls: ${urls}${more === '' ? '' : `, ${more}`} } }`;
  const shownFault = (text: string) => expect.stringContaining(text);

  it('is a receiver for each instance; the first has its id', () => {
    const urls = '["https://am-1.internal/x/", { secret: second }, "https://am-3.internal:9093"]';
    const more = 'auth: { basic: { user: watch, password: { secret: am } } }, headers: { X-Scope-OrgID: shop }';
    const common = {
      ...EVERYTHING,
      services: ['cart'],
      kind: 'alertmanager',
      afterMs: 900_000,
    };
    const instance = {
      headers: { 'X-Scope-OrgID': literal('shop') },
      auth: { kind: 'basic', user: literal('watch'), password: secret('am') },
    };
    const receiver = entry(more, urls).replace(/}$/, ', groups: [shop], after: 15m }');
    expect(receiversOf([receiver], { deploying: true })).toEqual([
      {
        id: 'am',
        ...common,
        settings: { url: literal('https://am-1.internal/x/') },
        instance: { nth: 1, ...instance },
      },
      { id: 'am-2', ...common, settings: { url: secret('second') }, instance: { nth: 2, ...instance } },
      {
        id: 'am-3',
        ...common,
        settings: { url: literal('https://am-3.internal:9093') },
        instance: { nth: 3, ...instance },
      },
    ]);
  });

  it.each([
    ['the address of its API', '["https://am.internal/api/v2/alerts"]', 'without /api/v2/alerts'],
    ['a query', '["https://am.internal/?a=b"]', 'expected the address of an Alertmanager'],
    ['a user', '["https://a:hunter2@am.internal"]', 'expected the address of an Alertmanager'],
    ['no TLS', '["http://am.company.com:9093"]', 'expected an https:// address: http:// is only for this machine'],
    ['the same twice', '["https://a.internal", "https://a.internal"]', 'expected another address: urls[0] is the same'],
    ['none', '[]', 'expected a list of addresses, one of each instance'],
    ['six', JSON.stringify([1, 2, 3, 4, 5, 6].map((n) => `https://${n}.internal`)), 'expected at most 5 addresses'],
  ])('has no address with %s', (_, urls, fault) => {
    const faults = faultsOf(entry('', urls));
    expect(faults).toEqual([shownFault(fault)]);
    expect(faults.join()).not.toContain('hunter2');
  });

  it.each([
    ['auth: none', 'expected a map with one of basic, bearer, oauth2 and sigv4'],
    ['auth: {}', 'expected one of basic, bearer, oauth2, sigv4 in it'],
    [
      'auth: { bearer: "${TOKEN}", sigv4: { service: aps, region: eu-west-1 } }',
      'is not allowed: auth can have only one kind',
    ],
    ['auth: { bearer: "${TOKEN}" }, headers: { Authorization: "${TOKEN}" }', 'is not allowed'],
    ['auth: { bearer: hunter2 }', 'a secret must not be written in the file'],
    [
      'auth: { oauth2: { tokenUrl: "http://id.company.com/token", clientId: a, clientSecret: "${TOKEN}" } }',
      'expected an https:// address',
    ],
    ['headers: { Host2: "a\\nb" }', 'expected one line of Latin letters and signs'],
    ['headers: { Connection: close }', 'belongs to the connection'],
  ])('has credentials as a service has them: %s', (more, fault) => {
    const faults = faultsOf(entry(more));
    expect(faults).toEqual([shownFault(fault)]);
    expect(faults.join()).not.toContain('hunter2');
  });

  it('is deployed with secrets alone, and with permissions that are known', () => {
    const deployed = (more: string) => faultsOf(entry(more), { deploying: true });
    const reference = 'a value from the environment would be readable in the bundle';
    expect(deployed('auth: { bearer: "${TOKEN}" }')).toEqual([shownFault(reference)]);
    expect(deployed('headers: { X-Org: "${TOKEN}" }')).toEqual([shownFault(reference)]);
    expect(deployed('auth: { bearer: { secret: am } }, headers: { X-Org: shop }')).toEqual([]);
    expect(deployed('auth: { sigv4: { service: execute-api, region: eu-west-1 } }')).toEqual([
      'alertmanager.auth.sigv4.service is "execute-api"; expected aps: a deployment knows the permissions of no other',
    ]);
    expect(deployed('auth: { sigv4: { service: aps, region: eu-west-1 } }')).toEqual([
      shownFault('needs the key resource, since the address does not tell it; expected the ARN of the workspace'),
    ]);
    const workspace = '["https://aps-workspaces.eu-west-1.amazonaws.com/workspaces/ws-1a/alertmanager"]';
    const signed = 'auth: { sigv4: { service: aps, region: eu-west-1 } }';
    expect(faultsOf(entry(signed, workspace), { deploying: true })).toEqual([]);
    expect(faultsOf(entry(signed.replace('eu-west-1', 'eu-west-2'), workspace))).toEqual([
      'alertmanager.auth.sigv4.region is "eu-west-2"; expected eu-west-1, as in the address of the service',
    ]);
    expect(faultsOf(entry('', '["http://localhost:9093"]'), { deploying: true })).toEqual([
      shownFault('this one leads to the machine itself'),
    ]);
  });

  it('takes its secrets from the environment of a laptop, if receivers are notified from there', () => {
    const more = 'auth: { bearer: { secret: am } }, headers: { X-Org: { secret: am, key: org } }';
    const environment = { STATUSWATCH_SECRET_AM: 'hunter2', STATUSWATCH_SECRET_AM_ORG: 'shop' };
    expect(faultsOf(entry(more), { notifying: true })).toHaveLength(2);
    expect(faultsOf(entry(more))).toEqual([]);
    expect(receiversOf([entry(more)], { notifying: true, environment })[0]?.instance).toMatchObject({
      auth: { token: { kind: 'hidden', value: 'hunter2' } },
      headers: { 'X-Org': { kind: 'hidden', value: 'shop' } },
    });
    for (const urls of ['["${UNSET}"]', '["https://${UNSET}"]'])
      expect([faultsOf(entry('', urls), { notifying: true }).length, faultsOf(entry('', urls)).length]).toEqual([1, 0]);
  });

  it('has ids of which no other receiver has one, and that are short enough', () => {
    const two = entry('', '["https://a.internal", "https://b.internal"]');
    const other = '{ id: am-2, slack: { url: { secret: a } } }';
    const faults = (receivers: readonly string[]) => {
      const result = parse(receivers);
      return result.ok ? [] : result.faults.map(({ key, expected }) => `${key}: ${expected}`);
    };
    expect(faults([two, other])).toEqual([
      'alerts.receivers[1].id: expected a unique id: receivers[0] already has this one',
    ]);
    expect(faults([other, two])).toEqual([
      'alerts.receivers[1].id: expected another id: receivers[0] already has am-2, which an instance of this one has',
    ]);
    expect(faults([two.replace('id: am', `id: ${'a'.repeat(39)}`)])).toEqual([
      `alerts.receivers[0].id: expected an id of at most 38 characters: its last instance is ${'a'.repeat(39)}-2`,
    ]);
    const many = Array.from({ length: 19 }, (_, i) => `{ id: r${i}, slack: { url: { secret: a } } }`);
    expect(faults([...many, two])).toEqual([
      'alerts.receivers: expected at most 20 receivers: with each instance of an Alertmanager they are 21',
    ]);
  });

  it('is sent what is open and its end, whatever the events are', () => {
    expect(faultsOf(entry('').replace(/}$/, ', events: [opened] }'))).toEqual([
      "events can't be combined with alertmanager: it gets what is open and each end, and its routes choose who is notified",
    ]);
  });
});

describe('a signing secret', () => {
  const expected = 'expected whsec_ and base64 of 24 to 64 bytes';
  it.each([
    [signing(24), []],
    [signing(25), []],
    [signing(64), []],
    [signing(23), [expected]],
    [signing(65), [expected]],
    [signing(24).slice(6), [expected]],
    [`${signing(24)}a`, [expected]],
    [signing(32).replace('a', '-'), [expected]],
  ])('%s', (value, faults) => {
    const found = faultsOf(`{ id: a, webhook: { url: "https://a.internal", secret: "${value}" } }`);
    expect(found).toEqual(faults.map((each) => `webhook.secret is a text that is not shown here; ${each}`));
  });
});

describe('an address', () => {
  it.each(['http://localhost:8080/x', 'http://127.0.0.1', 'http://127.8.9.10', 'http://[::1]:80'])(
    'of the machine itself is for a laptop alone, and needs no TLS there: %s',
    (url) => {
      const receiver = `{ id: a, webhook: { url: "${url}" } }`;
      expect(faultsOf(receiver)).toEqual([]);
      expect(faultsOf(receiver, { deploying: true })).toEqual([
        'webhook.url is a text that is not shown here; expected an address that the Lambda can reach: this one leads to the machine itself',
      ]);
    },
  );

  it.each(['http://hooks.company.com', 'http://10.0.0.1', 'http://localhost.example.org'])('needs TLS: %s', (url) => {
    const fault = 'expected an https:// address: http:// is only for this machine, such as localhost';
    for (const receiver of [`webhook: { url: "${url}" }`, `slack: { url: "${url}" }`]) {
      expect(faultsOf(`{ id: a, ${receiver} }`)).toEqual([expect.stringContaining(fault)]);
    }
  });
});

describe('a deployment', () => {
  const readable = 'expected { secret: NAME-OR-ARN, key: KEY }: any other value would be readable in the bundle';

  it.each([
    ['pagerduty.routingKey', `pagerduty: { routingKey: ${KEY} }`],
    ['webhook.secret', `webhook: { url: "https://a.internal", secret: "${signing(24)}" }`],
    ['webhook.url', 'webhook: { url: "https://hooks.test/services/0123456789abcdef0123" }'],
    ['webhook.url', 'webhook: { url: "https://hooks.test/x?key=1" }'],
    ['slack.url', 'slack: { url: "https://hooks.slack.com/hunter2" }'],
    ['teams.url', 'teams: { url: "https://prod-00.westeurope.logic.azure.com/hunter2" }'],
    ['ntfy.topic', 'ntfy: { topic: hunter2 }'],
    ['ntfy.token', 'ntfy: { topic: { secret: a }, token: hunter2 }'],
  ])('takes %s from a secret alone; a laptop takes a text too', (key, receiver) => {
    const found = faultsOf(`{ id: a, ${receiver} }`, { deploying: true });
    expect(found).toEqual([`${key} is a text that is not shown here; ${readable}`]);
    expect(faultsOf(`{ id: a, ${receiver} }`)).toEqual([]);
  });

  it.each([
    ['ntfy: { topic: "${TOKEN}" }', `ntfy.topic is "\${TOKEN}"; ${readable}`],
    [
      'webhook: { url: "https://a.internal/${TOKEN}" }',
      'webhook.url is "https://a.internal/${TOKEN}"; expected the address itself, or { secret: NAME-OR-ARN, key: KEY }: a value from the environment would be readable in the bundle',
    ],
  ])('takes nothing from the environment: %s', (receiver, fault) => {
    expect(faultsOf(`{ id: a, ${receiver} }`, { deploying: true })).toEqual([fault]);
    expect(faultsOf(`{ id: a, ${receiver} }`)).toEqual([]);
  });
});

describe('the secret of a receiver on a laptop', () => {
  const receiver = '{ id: a, ntfy: { topic: { secret: statuswatch/ntfy, key: topic } } }';
  const environment = { STATUSWATCH_SECRET_STATUSWATCH_NTFY_TOPIC: 'hunter2' };

  it('comes from the environment if receivers are notified from there', () => {
    const [found] = receiversOf([receiver], { notifying: true, environment });
    expect(found?.settings.topic).toEqual({
      kind: 'hidden',
      value: 'hunter2',
      text: '{ secret: statuswatch/ntfy, key: topic }',
      secrets: ['hunter2'],
    });
    expect(faultsOf(receiver, { notifying: true })).toEqual([
      'ntfy.topic is a map; expected the environment variable STATUSWATCH_SECRET_STATUSWATCH_NTFY_TOPIC to be set: on this machine it replaces the secret',
    ]);
  });

  it('is not needed for a check', () => {
    expect(receiversOf([receiver])[0]?.settings.topic).toEqual(secret('statuswatch/ntfy', 'topic'));
  });
});
