/** What a run knows of the other services that fail, as a clue in its notifications. */

import { TOPIC } from '../../../../lambda/core/deliver/receiver';
import { cluesTo, createOthersFailing } from '../../../../lambda/core/incident/clues/others-failing';
import type { Incident } from '../../../../lambda/core/incident/incident';
import { mailText } from '../../../../lambda/core/message/forms/mail';
import { summaryOf } from '../../../../lambda/core/message/summary';
import type { Observation } from '../../../../lambda/core/probe/observation';
import { runCheck } from '../../../../lambda/core/run/run-check';
import { memoryHistory } from '../../../support/core/histories';
import { storedState } from '../../../support/core/keeping';
import { memoryOutputs } from '../../../support/core/memory-outputs';
import { answer, failure, NOW, reportOf } from '../../../support/core/observations';
import { configOf, NO_CONDITIONS } from '../../../support/core/runs';
import { MINUTE_MS } from '../../../support/core/story';

const IDS = ['a', 'b', 'c', 'd', 'e', 'f'];
const at = (remoteAddress: string | null) => failure('connection_refused', { remoteAddress });
const wellAt = (id: string, remoteAddress: string): Observation => ({
  ...answer(200, reportOf({ service: id })),
  remoteAddress,
});

/** What one notification after the other says of others, in runs a minute apart; a service that is not named is well. */
async function cluesIn(
  minutes: readonly Readonly<Record<string, Observation>>[],
  alerts = 'groupFrom: 2',
  groups: Readonly<Record<string, string>> = {},
) {
  const notifications = await notificationsOf(minutes, alerts, groups);
  return notifications.map((notification) => {
    const { alerts } = notification;
    const clues = alerts[0].clues.map(({ code, message }) => `${code}: ${message}`);
    for (const { message } of alerts[0].clues) expect(mailText(notification)).toContain(message);
    return [`${alerts[0].event} ${alerts.map(({ service }) => service.id).join()}`, ...clues].join(' | ');
  });
}

async function storyOf(
  minutes: readonly Readonly<Record<string, Observation>>[],
  alerts: string,
  groups: Readonly<Record<string, string>>,
) {
  const memory = memoryOutputs();
  const ungrouped = configOf(Object.fromEntries(IDS.map((id) => [id, `https://${id}.internal`])), [
    'retry: { attempts: 1 }',
    `alerts: { ${alerts} }`,
    NO_CONDITIONS,
  ]);
  const services = ungrouped.services.map((service) => ({ ...service, group: groups[service.id] ?? null }));
  const config = { ...ungrouped, services };
  const { store, send } = memory;
  const outputs = {
    store,
    receivers: [{ id: TOPIC, send }],
    publish: async () => undefined,
    history: memoryHistory([]),
  };
  for (const [minute, found] of minutes.entries()) {
    await runCheck(config, {
      probe: async ({ url }) => {
        const id = new URL(url).hostname.slice(0, 1);
        return found[id] ?? wellAt(id, '10.0.0.9');
      },
      clock: { now: () => NOW + minute * MINUTE_MS, elapsed: () => 0, sleep: async () => undefined },
      outputs: { ...outputs, links: { dashboard: null, logs: null } },
    });
  }
  const incidentOf = (id: string) => storedState(memory, id).incidents.at(-1);
  return { notifications: memory.notifications, incidentOf };
}

async function notificationsOf(
  minutes: readonly Readonly<Record<string, Observation>>[],
  alerts: string,
  groups: Readonly<Record<string, string>>,
) {
  return (await storyOf(minutes, alerts, groups)).notifications;
}

const failing = (ids: string, address: string | null = '10.0.4.17') =>
  Object.fromEntries(Array.from(ids, (id) => [id, at(address)]));

it('services that fail a minute after another one say where all are', async () => {
  expect(await cluesIn([failing('a'), failing('abcd')])).toEqual([
    'opened a',
    'opened b,c,d | others_failing: also failing since 12:00: a (all on 10.0.4.17)',
  ]);
});

it('a reminder knows what the first alerts could not', async () => {
  const clue = (others: string) => `others_failing: also failing since 12:00: ${others} (all on 10.0.4.17)`;
  const story = [failing('a'), failing('abcd'), failing('abcd')];
  expect(await cluesIn(story, 'groupFrom: never, remindEvery: 1m')).toEqual([
    'opened a',
    `opened b | ${clue('a, c, d')}`,
    `opened c | ${clue('a, b, d')}`,
    `opened d | ${clue('a, b, c')}`,
    `reminder a | ${clue('b, c, d')}`,
    `reminder a | ${clue('b, c, d')}`,
    `reminder b | ${clue('a, c, d')}`,
    `reminder c | ${clue('a, b, d')}`,
    `reminder d | ${clue('a, b, c')}`,
  ]);
});

it.each([
  ['at another address', { ...failing('abc'), d: at('10.0.4.18') }],
  ['at an address that is not known', { ...failing('abc'), d: at(null) }],
  ['and others at the same address are well', { ...failing('abcd'), f: wellAt('f', '10.0.4.17') }],
])('names no address if one fails %s', async (_, found) => {
  expect((await cluesIn([failing('a'), found])).at(-1)).toMatch(/others_failing: also failing since 12:00: a$/);
});

it('counts those that are no incident yet, and none that have failed for long', async () => {
  const severely = 'failureThreshold: 2, remindEvery: never, groupFrom: never';
  const story = [failing('a'), failing('a'), failing('a'), failing('abc'), failing('abcd')];
  expect(await cluesIn(story, severely)).toEqual([
    'opened a',
    'opened b | others_failing: also failing since 12:03: c, d (all on 10.0.4.17)',
    'opened c | others_failing: also failing since 12:03: b, d (all on 10.0.4.17)',
  ]);
});

it('says of services that fail alone that they are all at one address', async () => {
  const story = [failing('a'), {}, {}, {}, {}, failing('abcd')];
  expect((await cluesIn(story, 'groupFrom: 2, successThreshold: 1')).at(-1)).toBe(
    'opened a,b,c,d | others_failing: they are all on 10.0.4.17',
  );
  const alone = [failing('a'), failing('a'), failing('a'), failing('a'), failing('abcd')];
  expect((await cluesIn(alone, 'groupFrom: 2, remindEvery: never')).at(-1)).toBe(
    'opened b,c,d | others_failing: they are all on 10.0.4.17',
  );
});

describe('the group of the config', () => {
  const payments = { a: 'payments', b: 'payments', c: 'payments', d: 'payments', f: 'shop' };
  const linesOf = async (groups: Readonly<Record<string, string>>) =>
    (await notificationsOf([{}, failing('a'), failing('abcd')], 'groupFrom: 2', groups)).map(summaryOf);

  it('is said of services that share it, of the others too', async () => {
    expect(await linesOf(payments)).toEqual([
      expect.stringMatching(/^a is down: /),
      '3 more services in payments are down, 4 of 6 now: connection refused',
    ]);
    expect((await cluesIn([failing('a'), failing('abcd')], 'groupFrom: 2', payments)).at(-1)).toBe(
      'opened b,c,d | others_failing: also failing since 12:00: a (all in payments, all on 10.0.4.17)',
    );
  });

  it.each([
    ['one is in another', { ...payments, d: 'shop' }],
    ['one is in none', { a: 'payments', b: 'payments', c: 'payments' }],
    ['none is in any', {}],
  ])('is not if %s', async (_, groups) => {
    expect((await linesOf(groups)).join()).not.toContain('all in');
    expect((await cluesIn([failing('a'), failing('abcd')], 'groupFrom: 2', groups)).join()).not.toContain('all in');
  });
});

it('keeps of an outage how many failed with it, also once all are well, so that views show the clue of its alert', async () => {
  const { notifications, incidentOf } = await storyOf(
    [failing('a'), failing('abcd'), {}, {}],
    'groupFrom: 2, successThreshold: 1',
    {
      a: 'payments',
      b: 'payments',
      c: 'payments',
      d: 'payments',
    },
  );
  const others = { count: 3, since: NOW, address: '10.0.4.17', group: 'payments' };
  expect(['a', 'b'].map((id) => incidentOf(id)?.others)).toEqual([
    { ...others, ids: ['b', 'c', 'd'] },
    { ...others, ids: ['a', 'c', 'd'] },
  ]);
  expect(cluesTo(incidentOf('a') as Incident).map(({ message }) => message)).toEqual([
    'also failed at 12:00: b, c, d (all in payments, all on 10.0.4.17)',
  ]);
  // A message leaves out those that it names itself.
  expect(notifications[1]?.alerts.map(({ clues }) => clues[0]?.message)).toEqual(
    Array(3).fill('also failing since 12:00: a (all in payments, all on 10.0.4.17)'),
  );
});

it('counts the others also after a relapse, though the service itself fails since later', () => {
  const service = (since: number, address: string | null = '10.0.4.17') => ({
    id: String(since),
    since,
    address,
    group: null,
  });
  const begun = [service(NOW), service(NOW + MINUTE_MS)];
  const own = service(NOW + 20 * MINUTE_MS);
  const othersOf = createOthersFailing([...begun, own], new Set());
  expect(othersOf(NOW, own)).toEqual({
    count: 2,
    ids: begun.map(({ id }) => id),
    since: NOW,
    address: '10.0.4.17',
    group: null,
  });
  expect(othersOf(NOW, service(NOW + 20 * MINUTE_MS, '10.0.9.9'))).toMatchObject({ count: 2, address: null });
  expect(othersOf(NOW, begun[0] as (typeof begun)[0])).toMatchObject({ count: 1 });
  expect(
    createOthersFailing([begun[0] as (typeof begun)[0]], new Set())(NOW, begun[0] as (typeof begun)[0]),
  ).toBeNull();
});
