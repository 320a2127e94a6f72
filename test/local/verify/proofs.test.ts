/** What verify concludes of what has arrived, of what receivers know, and of what people type; and its reports. */

import type { Config } from '../../../lambda/core/config/config';
import { TOPIC } from '../../../lambda/core/deliver/receiver';
import { INITIAL_STATE } from '../../../lambda/core/incident/incident';
import { INCIDENT } from '../../../lambda/core/incident/incident-fields';
import { NOT_NOTIFIED, type Notified } from '../../../lambda/core/notify/notified';
import { type DrillRequest, drillCode } from '../../../lambda/core/silences/drill-request';
import { NEW_STATE, type ServiceState } from '../../../lambda/core/state/service-state';
import { type AskPerson, askPeople, peopleProofs } from '../../../local/verify/ask-people';
import { channelsOf } from '../../../local/verify/channels';
import type { DrillOutcome } from '../../../local/verify/conduct-drill';
import { drillProofs, limitsOf, pulseProofs, removalProof } from '../../../local/verify/drill-proofs';
import { findLeftovers } from '../../../local/verify/leftovers';
import { lookProofs } from '../../../local/verify/look-proofs';
import { leftOut, notProven, type Proof, proven, type Verification } from '../../../local/verify/proof';
import { verificationJunit, verificationMarkdown, verificationText } from '../../../local/verify/reports';
import { messageIn } from '../../../local/verify/seen-messages';
import type { VerifyApis } from '../../../local/verify/verify-apis';
import { deployable } from '../../support/aws/synthesis';

const NOW = Date.parse('2026-12-06T02:00:00.000Z');
const MINUTE_MS = 60_000;
const DRILL: DrillRequest = { id: '4f2a', service: null, from: NOW, until: NOW + 60 * MINUTE_MS, secret: 's' };
const INCIDENT_ID = '20261206T020000.000Z-1-drill-4f2a';
const LIMITS = { openedMs: 150_000, resolvedMs: 390_000 };
const REMOVED = { removed: [], failed: [] };

const lineOf = ({ mark, about, text }: Proof) => `${mark} ${about}: ${text}`;

function stateWith(records: Readonly<Record<string, Partial<Notified>>>): ServiceState {
  const incident = { ...INCIDENT.initial, kind: 'outage', id: INCIDENT_ID, openedAt: NOW } as const;
  const known = Object.entries(records).map(([id, record]) => [id, { ...NOT_NOTIFIED, ...record }] as const);
  return {
    ...NEW_STATE,
    ...INITIAL_STATE,
    incidents: [incident],
    notified: { [INCIDENT_ID]: Object.fromEntries(known) },
  };
}

describe('a drill', () => {
  const proofsOf = (outcome: Partial<DrillOutcome>, refusals = new Map<string, string>(), drill = DRILL) =>
    drillProofs(
      { openedMs: 65_000, resolvedMs: 305_000, alarmMs: null, state: null, removal: REMOVED, ...outcome },
      { drill, receivers: [TOPIC, 'pager'], limits: LIMITS },
      refusals,
    ).map(lineOf);
  const sent = { first: { event: 'opened', sentAt: NOW + 60_000 }, last: { event: 'resolved' }, count: 2 } as never;
  const DONE = { due: NOW, opened: NOW, over: NOW + 1, sent };

  it('may take as many runs as its service needs, and no more', () => {
    const config = { intervalMs: MINUTE_MS };
    expect(limitsOf(config, { failureThreshold: 1, successThreshold: 2 })).toEqual(LIMITS);
    expect(limitsOf(config, { failureThreshold: 5, successThreshold: 1 }).resolvedMs).toBe(6 * MINUTE_MS + 90_000);
  });

  it('is proven once all have taken its beginning and its end', () => {
    expect(proofsOf({ state: stateWith({ [TOPIC]: DONE, pager: DONE }) })).toEqual([
      'ok runs: the scheduled runs have taken the drill',
      'ok opened: the alert "opened" arrived after 1 min 5 s; at most it may take 2 min 30 s',
      'ok resolved: the alert "resolved" arrived after 5 min 5 s; at most it may take 6 min 30 s',
      'ok topic: it has taken the alert and its end; the run that sent it began after 1 min',
      'ok receiver pager: it has taken the alert and its end; the run that sent it began after 1 min',
    ]);
  });

  it('is not if no run takes it, or if its alerts come late or never', () => {
    const [runs, opened, resolved, topic] = proofsOf({ openedMs: 200_000, resolvedMs: null });
    expect(runs).toMatch(/^bad runs: no scheduled run has taken the drill within 2 min 30 s: is the schedule enabled/);
    expect(opened).toBe('bad opened: the alert "opened" arrived after 3 min 20 s, which is more than 2 min 30 s');
    expect(resolved).toBe('bad resolved: the alert "resolved" has not arrived within 6 min 30 s');
    expect(topic).toMatch(/^left-out topic: nothing is due to it/);
  });

  it.each([
    ['bad receiver pager: it refuses what it is sent: refused with 401', { due: NOW }, 'refused with 401'],
    ['bad receiver pager: it was sent an alert and has not answered', { due: NOW, tried: {} as never }, null],
    ['bad receiver pager: it has not taken the alert: the log of the checker says why', { due: NOW }, null],
    ['bad receiver pager: it has taken the alert, and not its end', { due: NOW, opened: NOW }, null],
    [
      'left-out receiver pager: it is sent neither the beginning nor the end: its filter leaves these events out',
      { over: NOW },
      null,
    ],
    [
      'left-out receiver pager: nothing is due to it: its filter leaves this service out, or a silence holds it back',
      {},
      null,
    ],
  ])('says of a receiver: %s', (expected, record, refusal) => {
    const refusals = new Map(refusal === null ? [] : [['pager', refusal]]);
    const state = stateWith({ [TOPIC]: DONE, pager: record });
    expect(proofsOf({ state }, refusals, { ...DRILL, service: 'cart' }).at(-1)).toBe(expected);
  });

  it('says which pulse is not delivered', () => {
    const pulses = ['one', 'two'].map((id) => ({ id, record: `@${id}` }));
    expect(pulseProofs(pulses, new Map([['@two', 'refused with 404']])).map(lineOf)).toEqual([
      'ok pulse one: each run that did what it should has delivered it',
      'bad pulse two: it is not delivered: refused with 404',
    ]);
  });

  it('says what it has left', () => {
    expect(lineOf(removalProof({ removal: REMOVED }, 'shop'))).toBe(
      'ok cleanup: all that was made for this is removed',
    );
    expect(lineOf(removalProof({ removal: { removed: [], failed: ['the queue q: denied'] } }, 'shop'))).toBe(
      'bad cleanup: not removed: the queue q: denied. Try "statuswatch verify --deployed shop --cleanup"',
    );
  });
});

it('takes no queue for its own whose name only begins like one', async () => {
  const arnOf = (name: string) => `arn:aws:sqs:eu-central-1:123456789012:${name}`;
  const names = ['shop-verify-4f2a00c1', 'shop-verify-orders', 'shop-verify-eu-verify-4f2a00c1'];
  const apis = {
    listQueues: async () => names.map((name) => ({ url: name, arn: arnOf(name) })),
    listQueueSubscriptions: async () => names.map((name) => ({ arn: `of ${name}`, queueArn: arnOf(name) })),
  } as unknown as VerifyApis;
  expect(await findLeftovers('shop', 'topic', apis)).toEqual({
    drill: null,
    subscriptions: ['of shop-verify-4f2a00c1'],
    queues: [{ url: 'shop-verify-4f2a00c1', arn: arnOf('shop-verify-4f2a00c1') }],
  });
});

describe('what arrives in the queue', () => {
  const body = (message: object) => JSON.stringify({ Type: 'Notification', Message: JSON.stringify(message) });
  const alert = { drill: true, event: 'opened', incidentId: `shop/cart/${INCIDENT_ID}`, service: { id: 'cart' } };

  it('is an alert of the drill, or a message of the alarm', () => {
    expect(messageIn(body(alert), DRILL)).toEqual({ kind: 'alert', event: 'opened', service: 'cart' });
    expect(messageIn(body({ AlarmName: 'a', NewStateValue: 'ALARM', NewStateReason: 'why' }), DRILL)).toEqual({
      kind: 'alarm',
      reason: 'why',
    });
  });

  it.each([
    'no JSON',
    '{}',
    body({ ...alert, drill: false }),
    body({ ...alert, incidentId: 'shop/cart/20261206T020000.000Z-1-drill-5b' }),
    body({ AlarmName: 'a', NewStateValue: 'OK' }),
    body({ alerts: [alert] }),
  ])('is none of both: %s', (text) => {
    expect(messageIn(text, DRILL)).toBeNull();
  });
});

const KEYS = [
  'name: shop',
  'alerts:',
  '  slack: { workspaceId: T0123ABCD, channelId: C0123ABCD }',
  '  subscriptions: [{ email: all@a.test }, { email: cart@a.test, services: [cart] }, { email: ends@a.test, events: [resolved] }]',
  '  receivers: [{ id: phone, ntfy: { topic: { secret: shop/ntfy } } }]',
  'services: [{ id: cart, baseUrl: "https://cart.a.test" }, { id: mail, baseUrl: "https://mail.a.test" }]',
].join('\n');

describe('people', () => {
  const { config, deployment } = deployable(KEYS);
  const channels = channelsOf(config, deployment, { id: 'mail', severity: 'critical' }, DRILL);

  it('are asked for each channel that shows the alert: a code for each receiver', () => {
    expect(channels).toEqual([
      { name: 'the mail to all@a.test', receiver: TOPIC, code: drillCode(DRILL, TOPIC) },
      { name: 'the Slack channel C0123ABCD', receiver: TOPIC, code: drillCode(DRILL, TOPIC) },
      { name: 'what phone shows', receiver: 'phone', code: drillCode(DRILL, 'phone') },
    ]);
  });

  it('type the code however they like, say that they see none, or are gone', async () => {
    const [topic, phone] = [drillCode(DRILL, TOPIC), drillCode(DRILL, 'phone')];
    const typed = [phone, ` ${topic.toLowerCase().slice(0, 3)}-${topic.slice(3)}`, ''];
    const faults: string[] = [];
    const ask: AskPerson = async (_, faultOf) => {
      for (const answer of typed.splice(0)) {
        const fault = faultOf(answer);
        if (fault === null) return answer;
        faults.push(fault);
      }
      return null;
    };
    let elapsed = 0;
    const answers = await askPeople(channels.slice(0, 2), ask, { elapsed: () => (elapsed += 30_000) }, 0);
    expect(faults).toEqual(['That is not the code of this alert: try again.']);
    expect(peopleProofs(answers).map(lineOf)).toEqual([
      'ok people: somebody read the code in the mail to all@a.test, 30 s after the alert was sent',
      'bad people: nobody saw the Slack channel C0123ABCD',
    ]);
  });
});

describe('what else has to work', () => {
  const CONFIG = [
    KEYS,
    'page: { token: { secret: shop/page } }',
    'statusPage: { title: Shop, services: [{ id: cart, name: Cart }] }',
  ].join('\n');

  async function look(found: {
    readonly keys?: string;
    readonly metricAt?: number | null;
    readonly alarms?: Readonly<Record<string, string>>;
    readonly answers?: Readonly<Record<string, readonly [number, string]>>;
  }) {
    const { keys = CONFIG, metricAt = NOW, alarms = { 'shop: checker silent': 'OK' }, answers = {} } = found;
    const { config, deployment } = deployable(keys);
    const apis = {
      readHealthMetric: async (_: Config, service: string) => (service === 'cart' ? metricAt : null),
      listAlarms: async () => Object.entries(alarms).map(([name, state]) => ({ name, state })),
      readFunctionUrl: async () => 'https://page.a.test/',
    } as Partial<VerifyApis> as VerifyApis;
    let elapsed = 0;
    const proofs = await lookProofs(
      { config, deployment, shards: 1, service: 'cart', publicUrl: 'https://status.a.test/' },
      {
        apis,
        clock: {
          now: () => NOW,
          elapsed: () => elapsed,
          sleep: async (ms) => {
            elapsed += ms;
          },
        },
        signal: new AbortController().signal,
        read: async (url) => {
          const [status, text] = answers[url] ?? [503, 'no'];
          return { status, text };
        },
      },
    );
    return proofs.map(lineOf);
  }

  const GOOD = {
    'https://page.a.test/': [403, '<form class="login" method="post" action="/login">'],
    'https://status.a.test/fresh.json': [200, JSON.stringify({ until: new Date(NOW + 1).toISOString() })],
  } as const;

  it('is proven if all of it does', async () => {
    expect(
      await look({ answers: GOOD, alarms: { 'shop: checker silent': 'OK', 'shop: cart health': 'ALARM' } }),
    ).toEqual([
      'ok metrics: CloudWatch has the health metric of cart',
      'ok alarms: no alarm about the checker is in ALARM: no run has failed, and nothing failed to be delivered',
      'ok page: https://page.a.test/ shows its login',
      'ok public page: https://status.a.test/ is current',
    ]);
  });

  it('is not if some of it does not', async () => {
    const old = JSON.stringify({ until: new Date(NOW - 1).toISOString() });
    const answers = { 'https://status.a.test/fresh.json': [200, old] } as const;
    expect(await look({ answers, metricAt: null, alarms: { 'shop: checker silent': 'ALARM' } })).toEqual([
      'bad metrics: CloudWatch has no health metric of cart for the last 7 min',
      'bad alarms: in ALARM: shop: checker silent',
      'bad page: https://page.a.test/ does not show its login: it answers 503',
      'bad public page: https://status.a.test/ is out of date since 2026-12-06T01:59:59.999Z',
    ]);
    expect((await look({})).at(-1)).toBe(
      'bad public page: https://status.a.test/ does not say until when it is current: it answers 503',
    );
  });

  it('is not without alarms', async () => {
    expect((await look({ alarms: { 'shop: cart health': 'OK' } }))[1]).toBe(
      'bad alarms: there are no alarms about the checker',
    );
  });

  it('is left out if the config does not have it', async () => {
    expect(await look({ keys: `${KEYS}\nmetrics: summary\n` })).toEqual([
      'left-out metrics: with "metrics: summary" no service has a metric',
      expect.stringMatching(/^ok alarms/),
      'left-out page: the config has no page',
      'left-out public page: the config has no page for the public',
    ]);
  });
});

describe('the reports', () => {
  const proofs = [
    proven('opened', 'it arrived', 65_000),
    notProven('people', 'nobody saw the <mail> | to x@a.test'),
    notProven('people', 'nobody saw the phone'),
    leftOut('page', 'the config has no page'),
  ];
  const verification: Verification = {
    schema: 'statuswatch.verification/1',
    deployment: 'shop',
    region: 'eu-central-1',
    service: 'cart',
    startedAt: '2026-12-06T02:00:00.000Z',
    durationMs: 305_000,
    passed: false,
    proofs,
  };

  it('are a text', () => {
    expect(verificationText(verification).split('\n')).toEqual([
      '  ✓ opened  it arrived',
      '  ✕ people  nobody saw the <mail> | to x@a.test',
      '  ✕ people  nobody saw the phone',
      '  – page    the config has no page',
      '',
      '  1 of 3 are proven, 2 are not, 1 left out',
    ]);
  });

  it('are a page of Markdown', () => {
    const text = verificationMarkdown(verification);
    expect(text).toContain('# shop: not passed\n');
    expect(text).toContain(
      'in `eu-central-1`, 2026-12-06T02:00:00.000Z, for 5 min 5 s, with a drill under the name `cart`',
    );
    expect(text).toContain('| ✓ | opened | it arrived | 1 min 5 s |\n');
    expect(text).toContain('| ✕ | people | nobody saw the &lt;mail> \\| to x@a.test |  |\n');
  });

  it('hold no markup of what a receiver has answered', () => {
    const answer = 'refused: ![x](https://evil.test/a.png) `b` **c** &lt;img> @everyone\n| d_e, to x@a.test';
    const text = verificationMarkdown({ ...verification, proofs: [notProven('receiver r', answer)] });
    expect(text).toContain(
      '| refused: !\\[x\\](https://evil.test/a.png) \\`b\\` \\*\\*c\\*\\* &amp;lt;img> (at)everyone \\| d\\_e, to x@a.test |',
    );
  });

  it('are JUnit, in which each case has a name of its own', () => {
    const xml = verificationJunit(verification);
    expect(xml).toContain('tests="4" failures="2" errors="0" skipped="1"');
    expect(xml).toContain('name="people: nobody saw the phone"');
    expect(xml).toContain('name="opened" time="65"');
  });
});
