/** The receivers of a config, and where their secrets come from on a laptop. */

import { readFileSync } from 'node:fs';
import { parse as parseYaml } from 'yaml';
import type { ReceiverConfig } from '../../../../../lambda/core/config/receivers';
import { RECEIVER_KINDS, type ReceiverKind, receiverKeysOf } from '../../../../../lambda/receivers/kinds';
import { ENVIRONMENT, faultsOf, type Options, understood } from '../../../../support/core/parsed';

const SERVICES = `
services:
  - { id: cart, baseUrl: "https://cart.internal", group: shop }
  - { id: pay, baseUrl: "https://pay.internal", group: money }
  - { id: search, baseUrl: "https://search.internal" }
`;

const withReceivers = (receivers: readonly string[]) => `alerts: { receivers: [${receivers.join(', ')}] }${SERVICES}`;

function receiversOf(receivers: readonly string[], options?: Options): readonly ReceiverConfig[] {
  return understood(withReceivers(receivers), options).config.receivers;
}

const EVERYTHING = { services: null, events: null, kinds: null, severities: null, afterMs: 0 };
const secret = (name: string, key: string | null = null) => ({ kind: 'secret', secret: name, key });
const literal = (value: string) => ({ kind: 'literal', value });

/** The entry of a kind as docs/how-to/add-a-receiver.md has it. */
function documentedEntry(kind: ReceiverKind): string {
  const guide = readFileSync('docs/how-to/add-a-receiver.md', 'utf8');
  return new RegExp(`^\\| \`${kind}\` \\|[^|]*\\| \`(.*?)\` \\|`, 'm').exec(guide)?.[1] ?? '';
}

function textsIn(value: unknown): readonly string[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [String(value)];
}

describe('a receiver', () => {
  it.each(RECEIVER_KINDS)('is %s as documented, and is notified of everything at once', (kind) => {
    const entry = documentedEntry(kind);
    const deploying = receiverKeysOf(kind).watchOnly === undefined;
    const [found, ...others] = receiversOf([`{ id: one, ${kind}: ${entry} }`], { deploying });
    expect(others).toEqual([]);
    expect(found).toMatchObject({ id: 'one', kind, ...EVERYTHING });
    const given = textsIn(parseYaml(entry));
    expect(given.filter((text) => !textsIn(found).includes(text))).toEqual([]);
    expect(given).not.toEqual([]);
  });

  it('has the address of its region in PagerDuty', () => {
    expect(receiversOf(['{ id: one, pagerduty: { routingKey: { secret: pd }, region: eu } }'])[0]?.settings).toEqual({
      routingKey: secret('pd'),
      url: literal('https://events.eu.pagerduty.com/v2/enqueue'),
    });
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
    const [found] = receiversOf(['{ id: one, webhook: { url: "https://a.internal/${PLACE}" } }']);
    expect(found?.settings).toEqual({
      url: {
        kind: 'hidden',
        value: 'https://a.internal/healthz',
        text: 'https://a.internal/${PLACE}',
        secrets: ['healthz'],
      },
    });
  });

  it('is one of twenty at most, with each address of an Alertmanager and of smtp', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, i) => `{ id: r${i}, slack: { url: { secret: a } } }`);
    const cluster = '{ id: am, alertmanager: { urls: ["https://a.internal", "https://b.internal"] } }';
    expect(receiversOf([...many(18), cluster])).toHaveLength(20);
    const expected = '1:22  alerts.receivers is a list; expected at most 20 receivers';
    expect(faultsOf(withReceivers(many(21)))).toEqual([expected]);
    expect(faultsOf(withReceivers([...many(19), cluster]))).toEqual([
      `${expected}: with each address of an Alertmanager and of smtp they are 21`,
    ]);
  });
});

describe('an event bus', () => {
  const ARN = 'arn:aws:events:eu-west-1:210987654321:event-bus/ops';

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
});

it('PagerDuty is sent changes of version if it wants them', () => {
  const [receiver] = receiversOf(['{ id: a, pagerduty: { routingKey: { secret: pd }, changes: true } }']);
  expect(receiver).toMatchObject({ settings: { routingKey: secret('pd') }, changes: true });
});

describe('an Alertmanager', () => {
  const entry = (more: string, urls = '["https://am-1.internal"]') =>
    `{ id: am, alertmanager: { urls: ${urls}${more === '' ? '' : `, ${more}`} } }`;

  it('is a receiver for each address; the first has its id', () => {
    const urls = '["https://am-1.internal/x/", { secret: second }, "https://am-3.internal:9093"]';
    const more = 'auth: { basic: { user: watch, password: { secret: am } } }, headers: { X-Scope-OrgID: shop }';
    const common = {
      ...EVERYTHING,
      services: ['cart'],
      kind: 'alertmanager',
      afterMs: 900_000,
    };
    const access = {
      headers: { 'X-Scope-OrgID': literal('shop') },
      auth: { kind: 'basic', user: literal('watch'), password: secret('am') },
    };
    const receiver = entry(more, urls).replace(/}$/, ', groups: [shop], after: 15m }');
    expect(receiversOf([receiver], { deploying: true })).toEqual([
      {
        id: 'am',
        ...common,
        settings: { url: literal('https://am-1.internal/x/') },
        access,
      },
      { id: 'am-2', ...common, settings: { url: secret('second') }, access, nth: 2 },
      {
        id: 'am-3',
        ...common,
        settings: { url: literal('https://am-3.internal:9093') },
        access,
        nth: 3,
      },
    ]);
  });

  it('takes its secrets from the environment of a laptop, if receivers are notified from there', () => {
    const more = 'auth: { bearer: { secret: am } }, headers: { X-Org: { secret: am, key: org } }';
    const environment = { STATUSWATCH_SECRET_AM: 'hunter2', STATUSWATCH_SECRET_AM_ORG: 'shop' };
    const missing = (urls?: string) => faultsOf(withReceivers([entry(more, urls)]), { notifying: true });
    expect(missing()).toEqual([
      expect.stringContaining(
        'auth.bearer is a map; expected the environment variable STATUSWATCH_SECRET_AM to be set',
      ),
      expect.stringContaining('headers.X-Org is a map; expected the environment variable STATUSWATCH_SECRET_AM_ORG to'),
    ]);
    expect(missing('["${UNSET}", "https://${UNSET}"]')).toHaveLength(4);
    expect(faultsOf(withReceivers([entry(more, '["${UNSET}", "https://${UNSET}"]')]))).toEqual([]);
    expect(receiversOf([entry(more)], { notifying: true, environment })[0]?.access).toMatchObject({
      auth: { token: { kind: 'hidden', value: 'hunter2' } },
      headers: { 'X-Org': { kind: 'hidden', value: 'shop' } },
    });
  });
});

it('takes the secret of a receiver from the environment of a laptop, if receivers are notified from there', () => {
  const receiver = '{ id: a, ntfy: { topic: { secret: statuswatch/ntfy, key: topic } } }';
  const environment = { STATUSWATCH_SECRET_STATUSWATCH_NTFY_TOPIC: 'hunter2' };
  expect(receiversOf([receiver], { notifying: true, environment })[0]?.settings.topic).toEqual({
    kind: 'hidden',
    value: 'hunter2',
    text: '{ secret: statuswatch/ntfy, key: topic }',
    secrets: ['hunter2'],
  });
  expect(faultsOf(withReceivers([receiver]), { notifying: true })).toEqual([
    expect.stringContaining(
      'ntfy.topic is a map; expected the environment variable STATUSWATCH_SECRET_STATUSWATCH_NTFY_TOPIC to be set: on this machine it replaces the secret',
    ),
  ]);
  expect(receiversOf([receiver])[0]?.settings.topic).toEqual(secret('statuswatch/ntfy', 'topic'));
});

it('is a receiver for each address that gets mail; the first has its id', () => {
  const to = '[Ops <ops@company.com>, "${ONCALL}", ana@company.com]';
  const smtp = `{ id: mail, after: 15m, smtp: { url: "\${SMTP_URL}", from: Status <status@company.com>, to: ${to} } }`;
  const environment = { ...ENVIRONMENT, ONCALL: 'eva@company.com' };
  const [first, ...others] = receiversOf([smtp, '{ id: a, slack: { url: { secret: a } } }'], { environment });
  expect(first).toMatchObject({
    kind: 'smtp',
    id: 'mail',
    afterMs: 900_000,
    settings: {
      url: { kind: 'hidden', value: ENVIRONMENT.SMTP_URL, text: '${SMTP_URL}' },
      from: literal('Status <status@company.com>'),
      to: literal('Ops <ops@company.com>'),
    },
  });
  expect(others).toMatchObject([
    { id: 'mail-2', nth: 2, afterMs: 900_000, settings: { ...first?.settings, to: { value: 'eva@company.com' } } },
    { id: 'mail-3', nth: 3, settings: { to: literal('ana@company.com') } },
    { id: 'a' },
  ]);
});
