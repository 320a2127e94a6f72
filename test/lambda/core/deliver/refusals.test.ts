/** Who is notified of a receiver that refuses, when, and of its end. */

import type { Receiver } from '../../../../lambda/core/deliver/receiver';
import { AWAY_MS, withRefusals } from '../../../../lambda/core/deliver/receiver-record';
import { noticeDocument } from '../../../../lambda/core/message/forms/notice-content';
import { joinStates, NEW_STATE } from '../../../../lambda/core/state/service-state';
import { readState, storedForm } from '../../../../lambda/core/state/stored-state';
import { DEPLOYMENT, RECEIVER_ID_LIMIT } from '../../../../lambda/core/words/ids';
import { storedState } from '../../../support/core/keeping';
import { refusing } from '../../../support/core/memory-receivers';
import { NOW } from '../../../support/core/observations';
import { createRefusalsWorld, type RefusalsWorld } from './refusals-world';

/** Runs in these minutes. */
async function runAt(world: RefusalsWorld, ...minutes: readonly number[]): Promise<void> {
  for (const minute of minutes) await world.run(minute);
}

const AWAY = 'pager has not taken its alerts for 1 h 1 min: refused with 401';
const AGAIN = 'pager takes its alerts again, after 1 h 30 min';

/** The pager refuses for an hour and a half, from the beginning on. */
async function away(world: RefusalsWorld): Promise<void> {
  world.sendingIs.set('pager', 'refused');
  await runAt(world, 0, 30, 60, 61);
}

async function again(world: RefusalsWorld): Promise<void> {
  world.sendingIs.set('pager', 'taken');
  await runAt(world, 90, 91);
}

it('notifies nobody of what lasts less than an hour, and keeps nothing of it', async () => {
  const world = createRefusalsWorld();
  world.sendingIs.set('pager', 'refused');
  await runAt(world, 0, 59);
  world.sendingIs.set('pager', 'taken');
  await runAt(world, 60, 61, 62);
  expect(world.take()).toEqual([]);
  expect(world.records.stored.size).toBe(0);
  expect(world.outputs.stored.has(DEPLOYMENT)).toBe(false);
});

it('notifies the others once in the run after the hour, and of the end once, though all is silenced', async () => {
  const world = createRefusalsWorld();
  await away(world);
  expect(world.take()).toEqual([`sns: ${AWAY}`, `phone: ${AWAY}`]);
  await runAt(world, 62, 63);
  expect(world.take()).toEqual([]);
  world.sendingIs.set('pager', 'taken');
  await runAt(world, 90);
  world.options.isSilenced = true;
  await runAt(world, 91, 92, 93);
  expect(world.take()).toEqual([`sns: ${AGAIN}`, `phone: ${AGAIN}`]);
  expect(world.open()).toEqual([]);
});

it('says what it answers now, and names the same thread at the beginning and the end', async () => {
  const world = createRefusalsWorld();
  await away(world);
  await again(world);
  const [opened, , resolved] = world.notices.map(({ notice }) => noticeDocument(notice));
  expect(opened).toMatchObject({ event: 'opened', threadId: 'shop/receivers/pager/20260301T120000.000Z' });
  expect(resolved).toMatchObject({ event: 'resolved', threadId: opened?.threadId, message: 'refused with 401' });
});

it('keeps what the notices were as their own alerts, each once', async () => {
  const world = createRefusalsWorld();
  await away(world);
  await again(world);
  const { notified } = storedState(world.outputs, DEPLOYMENT);
  const [records = {}] = Object.values(notified);
  expect(Object.keys(records)).toEqual(['sns', 'phone']);
  expect(records.sns?.sent).toMatchObject({
    first: { id: 'shop/receivers/pager/20260301T120000.000Z/opened', summary: AWAY },
    last: { id: 'shop/receivers/pager/20260301T120000.000Z/resolved', summary: AGAIN },
    count: 2,
  });
});

it('goes on until another process, which is what a deployment begins', async () => {
  const world = createRefusalsWorld();
  world.sendingIs.set('pager', 'refused');
  for (const minute of [0, 30, 60, 61]) {
    await runAt(world, minute);
    world.restart();
  }
  expect(world.take()).toEqual([`sns: ${AWAY}`, `phone: ${AWAY}`]);
  world.sendingIs.set('pager', 'taken');
  for (const minute of [90, 91]) {
    await runAt(world, minute);
    world.restart();
  }
  expect(world.take()).toEqual([`sns: ${AGAIN}`, `phone: ${AGAIN}`]);
});

it('ends although a run has died between the end of the record and that of the incident', async () => {
  const world = createRefusalsWorld();
  await away(world);
  world.take();
  world.records.stored.delete('pager');
  world.sendingIs.set('pager', 'taken');
  world.options.isSilenced = true;
  await runAt(world, 90, 91);
  expect(world.take()).toEqual([`sns: ${AGAIN}`, `phone: ${AGAIN}`]);
});

it('is tried again where it was refused, with those alone who lack it', async () => {
  const world = createRefusalsWorld();
  world.sendingIs.set('pager', 'refused');
  await runAt(world, 0, 60);
  world.sendingIs.set('phone', 'refused');
  await runAt(world, 61);
  expect(world.take()).toEqual([`sns: ${AWAY}`]);
  expect(world.failures).toContain(`the alert "${AWAY}" can't be sent to phone: refused with 401`);
  world.sendingIs.set('phone', 'taken');
  await runAt(world, 62);
  expect(world.take()).toEqual([`phone: ${AWAY}`]);
});

it('reaches whoever comes back first if all are away, and the others later', async () => {
  const world = createRefusalsWorld();
  for (const id of ['sns', 'pager', 'phone']) world.sendingIs.set(id, 'refused');
  await runAt(world, 0, 60, 61);
  expect(world.take()).toEqual([]);
  world.sendingIs.set('phone', 'taken');
  await runAt(world, 62);
  const of = (id: string) => `${id} has not taken its alerts for 1 h 1 min: refused with 401`;
  expect(world.take()).toEqual([`phone: ${of('sns')}`, `phone: ${of('pager')}`]);
  world.sendingIs.set('sns', 'taken');
  await runAt(world, 63);
  const got = world.take().filter((one) => one.startsWith('sns: '));
  expect(got).toEqual([
    `sns: ${of('pager')}`,
    `sns: ${of('phone')}`,
    'sns: phone takes its alerts again, after 1 h 2 min',
  ]);
});

it('ends if the receiver has left the config, and says so', async () => {
  const world = createRefusalsWorld();
  await away(world);
  world.take();
  world.left.add('pager');
  world.restart();
  await runAt(world, 90, 91, 92);
  const gone = 'pager has left the config; it had not taken its alerts for 1 h 30 min';
  expect(world.take()).toEqual([`sns: ${gone}`, `phone: ${gone}`]);
  expect(world.open()).toEqual([]);
});

it.each<[string, Receiver['filter'], readonly string[]]>([
  ['the events', { wants: () => true, events: ['opened'], afterMs: 0 }, [AWAY]],
  [
    'how long something lasts',
    { wants: () => true, events: ['opened', 'resolved'], afterMs: 86_400_000 },
    [AWAY, AGAIN],
  ],
  ['its services', { wants: ({ service }) => service !== DEPLOYMENT, events: ['opened', 'resolved'], afterMs: 0 }, []],
])('of a receiver that filters by %s', async (_, filter, expected) => {
  const world = createRefusalsWorld({ of: (id) => (id === 'phone' && filter ? { filter } : {}) });
  await away(world);
  await again(world);
  const got = world.take().filter((one) => one.startsWith('phone: '));
  expect(got).toEqual(expected.map((text) => `phone: ${text}`));
  expect(world.open()).toEqual([]);
});

it('is begun anew if the stored state makes no sense, which is said once', async () => {
  const world = createRefusalsWorld();
  const state = { schema: 1, removedAt: 'then' };
  world.outputs.stored.set(DEPLOYMENT, { service: DEPLOYMENT, revision: 3, state });
  await away(world);
  expect(world.take()).toEqual([`sns: ${AWAY}`, `phone: ${AWAY}`]);
  expect(world.failures.filter((message) => message.includes('makes no sense'))).toHaveLength(1);
});

describe('two receivers that refuse', () => {
  const ids = ['a', 'b'].map((letter) => letter.repeat(RECEIVER_ID_LIMIT));
  const records = ids.map((receiver) => refusing({ receiver, seenAt: NOW + AWAY_MS }));
  const now = NOW + AWAY_MS;

  it('are two incidents, also if two processes count them alike, and once they were stored', () => {
    const [one, other] = records.map((record) => withRefusals(NEW_STATE, { records: [record], receivers: ids, now }));
    const joined = joinStates(one ?? NEW_STATE, other ?? NEW_STATE);
    expect(joined.incidents.map(({ subject, openedAt, noticedAt }) => [subject?.id, openedAt, noticedAt])).toEqual(
      ids.map((id) => [id, NOW, now]),
    );
    expect(new Set(joined.incidents.map(({ id }) => id)).size).toBe(2);
    expect(readState(JSON.parse(JSON.stringify(storedForm(joined))))?.incidents).toEqual(joined.incidents);
  });

  it('end apart', () => {
    const open = withRefusals(NEW_STATE, { records, receivers: ids, now });
    const ended = withRefusals(open, { records: records.slice(1), receivers: ids, now: now + 1 });
    expect(ended.incidents.map(({ over }) => over?.at ?? null)).toEqual([now + 1, null]);
  });
});
