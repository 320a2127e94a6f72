/** What a run knows of the other services that fail, as a clue in its notifications. */

import { mailText } from '../../../../lambda/core/forms/mail';
import type { Observation } from '../../../../lambda/core/probe/observation';
import { runCheck } from '../../../../lambda/run-check';
import { memoryHistory } from '../../../support/histories';
import { memoryOutputs } from '../../../support/memory-outputs';
import { answer, failure, NOW, reportOf } from '../../../support/observations';
import { configOf, NO_CONDITIONS } from '../../../support/runs';
import { MINUTE_MS } from '../../../support/story';

const IDS = ['a', 'b', 'c', 'd', 'e', 'f'];
const at = (remoteAddress: string | null) => failure('connection_refused', { remoteAddress });
const wellAt = (id: string, remoteAddress: string): Observation => ({
  ...answer(200, reportOf({ service: id })),
  remoteAddress,
});

/** What one notification after the other says of others, in runs a minute apart; a service that is not named is well. */
async function cluesIn(minutes: readonly Readonly<Record<string, Observation>>[], alerts = 'groupFrom: 2') {
  const memory = memoryOutputs();
  const config = configOf(Object.fromEntries(IDS.map((id) => [id, `https://${id}.internal`])), [
    ...['retry: { attempts: 1 }', `alerts: { ${alerts} }`, NO_CONDITIONS],
  ]);
  const { store, send } = memory;
  const outputs = { store, send, publish: async () => undefined, history: memoryHistory([]) };
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
  return memory.notifications.map((notification) => {
    const { alerts } = notification;
    const clues = alerts[0].clues.map(({ code, message }) => `${code}: ${message}`);
    for (const { message } of alerts[0].clues) expect(mailText(notification)).toContain(message);
    return [`${alerts[0].event} ${alerts.map(({ service }) => service.id).join()}`, ...clues].join(' | ');
  });
}

const failing = (ids: string, address: string | null = '10.0.4.17') =>
  Object.fromEntries(Array.from(ids, (id) => [id, at(address)]));

it('the first alert waits for no other, the next notification says where all are', async () => {
  expect(await cluesIn([failing('abcd')])).toEqual([
    'opened a',
    'opened b,c,d | others_failing: 1 more service fails since 12:00, all on 10.0.4.17',
  ]);
});

it('a reminder knows what the first alerts could not', async () => {
  const others = 'others_failing: 3 more services fail since 12:00, all on 10.0.4.17';
  expect(await cluesIn([failing('abcd'), failing('abcd')], 'groupFrom: never, remindEvery: 1m')).toEqual([
    'opened a',
    ...['b', 'c', 'd'].map((id) => `opened ${id} | ${others}`),
    'reminder a',
    ...['b', 'c', 'd'].map((id) => `reminder ${id} | ${others}`),
  ]);
});

it.each([
  ['at another address', { ...failing('abc'), d: at('10.0.4.18') }],
  ['at an address that is not known', { ...failing('abc'), d: at(null) }],
  ['and others at the same address are well', { ...failing('abcd'), f: wellAt('f', '10.0.4.17') }],
])('names no address if one fails %s', async (_, found) => {
  expect((await cluesIn([found])).at(-1)).toMatch(/others_failing: 1 more service fails since 12:00$/);
});

it('counts those that are no incident yet, and none that have failed for long', async () => {
  const severely = 'failureThreshold: 2, remindEvery: never, groupFrom: never';
  const story = [failing('a'), failing('a'), failing('a'), failing('abc'), failing('abcd')];
  expect(await cluesIn(story, severely)).toEqual([
    'opened a',
    'opened b',
    'opened c | others_failing: 2 more services fail since 12:03, all on 10.0.4.17',
  ]);
});

it('says of services that fail alone that they are all at one address', async () => {
  const story = [failing('a'), {}, {}, {}, {}, failing('abcd')];
  expect((await cluesIn(story, 'groupFrom: 2, successThreshold: 1')).at(-1)).toBe(
    'opened b,c,d | others_failing: 1 more service fails since 12:05, all on 10.0.4.17',
  );
  const alone = [failing('a'), failing('a'), failing('a'), failing('a'), failing('abcd')];
  expect((await cluesIn(alone, 'groupFrom: 2, remindEvery: 1m')).at(-1)).toBe(
    'opened b,c,d | others_failing: they are all on 10.0.4.17',
  );
});
