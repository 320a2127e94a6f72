/** The findings of a drill, and the reports of verify. */

import { TOPIC } from '../../../lambda/core/deliver/receiver';
import { INCIDENT, INITIAL_STATE } from '../../../lambda/core/incident/incident';
import { NOT_NOTIFIED, type Notified } from '../../../lambda/core/notify/notified';
import { type DrillRequest, drillCode } from '../../../lambda/core/silences/drill-request';
import { NEW_STATE, type ServiceState } from '../../../lambda/core/state/service-state';
import { type Finding, failed, ok, skipped } from '../../../local/doctor/finding';
import { findingsText } from '../../../local/doctor/reports';
import type { DrillOutcome } from '../../../local/verify/conduct-drill';
import { messageIn } from '../../../local/verify/conduct-drill';
import { drillFindings, limitsOf, removalFinding } from '../../../local/verify/drill-findings';
import { findLeftovers } from '../../../local/verify/leftovers';
import { askPeople, channelsOf } from '../../../local/verify/people';
import type { VerifyApis } from '../../../local/verify/verify-apis';
import { deployable } from '../../support/aws/synthesis';
import { refusing } from '../../support/core/memory-receivers';
import { known } from '../doctor/facts';

const NOW = Date.parse('2026-12-06T02:00:00.000Z');
const MINUTE_MS = 60_000;
const DRILL: DrillRequest = { id: '4f2a', service: null, from: NOW, until: NOW + 60 * MINUTE_MS, secret: 's' };
const INCIDENT_ID = '20261206T020000.000Z-1-drill-4f2a';
const LIMITS = { openedMs: 150_000, resolvedMs: 390_000 };
const REMOVED = { removed: [], failed: [] };

const lineOf = ({ mark, about, text }: Finding) => `${mark} ${about}: ${text}`;

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
  const proofsOf = (outcome: Partial<DrillOutcome>, refusal: string | null = null, drill = DRILL) =>
    drillFindings(
      { openedMs: 65_000, resolvedMs: 305_000, alarmMs: null, state: null, removal: REMOVED, ...outcome },
      { drill, receivers: [TOPIC, 'pager'], limits: LIMITS },
      known([
        {
          id: 'pager',
          refusal: refusal === null ? null : refusing({ message: refusal }),
          pendingAlerts: 0,
          last: null,
        },
      ]),
    ).map(lineOf);
  const sent = { first: { event: 'opened', sentAt: NOW + 60_000 }, last: { event: 'resolved' }, count: 2 } as never;
  const DONE = { due: NOW, opened: NOW, over: NOW + 1, sent };

  it('may take as many runs as its service needs, and no more', () => {
    const config = { intervalMs: MINUTE_MS };
    expect(limitsOf(config, { failureThreshold: 1, successThreshold: 2 })).toEqual(LIMITS);
    expect(limitsOf(config, { failureThreshold: 5, successThreshold: 1 }).resolvedMs).toBe(6 * MINUTE_MS + 90_000);
  });

  it('passes once all receivers accepted the alert and its recovery', () => {
    expect(proofsOf({ state: stateWith({ [TOPIC]: DONE, pager: DONE }) })).toEqual([
      'ok drill: the scheduled runs picked up the drill',
      'ok opened: the alert "opened" arrived after 1 min 5 s; the limit is 2 min 30 s',
      'ok resolved: the alert "resolved" arrived after 5 min 5 s; the limit is 6 min 30 s',
      'ok topic: it accepted the alert and its recovery; the run that sent it began after 1 min',
      'ok receiver pager: it accepted the alert and its recovery; the run that sent it began after 1 min',
    ]);
  });

  it('fails if no run picks it up, or if its alerts are late or missing', () => {
    const [runs, opened, resolved, topic] = proofsOf({ openedMs: 200_000, resolvedMs: null });
    expect(runs).toBe('failed drill: no scheduled run picked up the drill within 2 min 30 s');
    expect(opened).toBe('failed opened: the alert "opened" arrived after 3 min 20 s; the limit is 2 min 30 s');
    expect(resolved).toBe('failed resolved: the alert "resolved" did not arrive within 6 min 30 s');
    expect(topic).toMatch(/^skipped topic: nothing is due to it/);
  });

  it.each([
    ['failed receiver pager: it rejects alerts: refused with 401', { due: NOW }, 'refused with 401'],
    ['failed receiver pager: it was sent an alert and did not answer', { due: NOW, tried: {} as never }, null],
    ['failed receiver pager: it did not accept the alert: the log of the checker says why', { due: NOW }, null],
    ['failed receiver pager: it accepted the alert, but not its recovery', { due: NOW, opened: NOW }, null],
    ['skipped receiver pager: its filter excludes these events', { over: NOW }, null],
    [
      'skipped receiver pager: nothing is due to it: its filter excludes this service, or a silence holds it back',
      {},
      null,
    ],
  ])('says of a receiver: %s', (expected, record, refusal) => {
    const state = stateWith({ [TOPIC]: DONE, pager: record });
    expect(proofsOf({ state }, refusal, { ...DRILL, service: 'cart' }).at(-1)).toBe(expected);
  });

  it('names what could not be removed', () => {
    expect(lineOf(removalFinding({ removal: REMOVED }, 'shop'))).toBe(
      'ok cleanup: everything that verify created is removed',
    );
    expect(lineOf(removalFinding({ removal: { removed: [], failed: ['the queue q: denied'] } }, 'shop'))).toBe(
      'failed cleanup: not removed: the queue q: denied',
    );
  });
});

it('does not touch queues whose names only begin like its own', async () => {
  const arnOf = (name: string) => `arn:aws:sqs:eu-central-1:123456789012:${name}`;
  const names = ['shop-verify-4f2a00c1', 'shop-verify-orders', 'shop-verify-eu-verify-4f2a00c1'];
  const apis = {
    listQueues: async () => names.map((name) => ({ url: name, arn: arnOf(name) })),
    listSubscriptions: async () => names.map((name) => ({ protocol: 'sqs', arn: `of ${name}`, endpoint: arnOf(name) })),
  } as unknown as VerifyApis;
  const subscriptions = ['of shop-verify-4f2a00c1'];
  const queues = [{ url: 'shop-verify-4f2a00c1', arn: arnOf('shop-verify-4f2a00c1') }];
  expect(await findLeftovers('shop', null, 'topic', apis)).toEqual({ drill: null, subscriptions, queues });
  for (const [drill, left] of [
    ['4f2a00c1', { subscriptions, queues }],
    ['00000000', { subscriptions: [], queues: [] }],
  ] as const)
    expect(await findLeftovers('shop', drill, 'topic', apis)).toEqual({ drill, ...left });
});

describe('what arrives in the queue', () => {
  const body = (message: object) => JSON.stringify({ Type: 'Notification', Message: JSON.stringify(message) });
  const alert = { drill: true, event: 'opened', incidentId: `shop/cart/${INCIDENT_ID}` };

  it('is an alert of the drill, or a message of the alarm', () => {
    expect(messageIn(body(alert), DRILL)).toEqual({ kind: 'alert', event: 'opened' });
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
  ])('is neither: %s', (text) => {
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

  it('are asked about each channel that shows the alert, with one code per receiver', () => {
    expect(channels).toEqual([
      { name: 'the mail to all@a.test', receiver: TOPIC, code: drillCode(DRILL, TOPIC) },
      { name: 'the Slack channel C0123ABCD', receiver: TOPIC, code: drillCode(DRILL, TOPIC) },
      { name: 'the alert in phone', receiver: 'phone', code: drillCode(DRILL, 'phone') },
    ]);
  });

  it('are asked again after a wrong code, and may say that they see none', async () => {
    const [topic, phone] = [drillCode(DRILL, TOPIC), drillCode(DRILL, 'phone')];
    const answers = [phone, ` ${topic.toLowerCase().slice(0, 3)}-${topic.slice(3)}`, '', ''];
    const questions: string[] = [];
    const ask = async (question: string) => {
      questions.push(question);
      return answers.shift() ?? '';
    };
    expect((await askPeople(channels.slice(0, 2), ask)).map(lineOf)).toEqual([
      'ok people: somebody read the code in the mail to all@a.test',
      'failed people: nobody saw the code in the Slack channel C0123ABCD',
    ]);
    expect(questions).toEqual([
      'Which code does the mail to all@a.test show? (Enter if nobody sees it)',
      'That is not its code. Which code does the mail to all@a.test show?',
      'Which code does the Slack channel C0123ABCD show? (Enter if nobody sees it)',
    ]);
  });
});

it('prints findings as a text with a summary', () => {
  const findings = [
    ok('opened', 'it arrived', 65_000),
    failed('people', 'nobody saw the phone', 'Look.'),
    skipped('page', 'the config has no page'),
  ];
  expect(findingsText(findings, { color: false, out: process.stdout }).split('\n')).toEqual([
    '  ✓ opened  it arrived',
    '  ✕ people  nobody saw the phone',
    '            Look.',
    '  – page    the config has no page',
    '',
    '  1 ok, 1 failed, 1 skipped',
  ]);
});
