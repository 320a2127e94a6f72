/** Who is notified of a receiver that refuses, when, and of its end. */

import type { Receiver } from '../../../../lambda/core/deliver/receiver';
import {
  ADDRESSES,
  AWAY_MS,
  DIFFERING_MS,
  type ReceiverRecord,
  withRefusals,
} from '../../../../lambda/core/deliver/receiver-record';
import { noticeDocument } from '../../../../lambda/core/message/forms/notice-content';
import { joinStates, NEW_STATE, type ServiceState } from '../../../../lambda/core/state/service-state';
import { readState, storedForm } from '../../../../lambda/core/state/stored-state';
import { DEPLOYMENT, RECEIVER_ID_LIMIT } from '../../../../lambda/core/words/ids';
import { storedState } from '../../../support/core/keeping';
import { refusing } from '../../../support/core/memory-receivers';
import { NOW } from '../../../support/core/observations';
import { createRefusalsStory, type RefusalsStory } from './refusals-story';

/** Runs in these minutes. */
async function runAt(story: RefusalsStory, ...minutes: readonly number[]): Promise<void> {
  for (const minute of minutes) await story.run(minute);
}

/** Since the end of the first run. */
const AWAY = 'pager has not accepted alerts for 1 h: refused with 401';
const THREAD = 'shop/receivers/pager/20260301T120000.250Z';
const AGAIN = 'pager accepts alerts again, after 1 h 30 min';

function messagesOf({ world }: RefusalsStory): readonly string[] {
  return world.failures.map(({ message }) => message);
}

/** The pager refuses for an hour and a half, from the beginning on. */
async function away(story: RefusalsStory): Promise<void> {
  story.sending.set('pager', 'fails');
  await runAt(story, 0, 30, 60, 61);
}

async function again(story: RefusalsStory): Promise<void> {
  story.sending.delete('pager');
  await runAt(story, 90, 91);
}

it('notifies nobody of what lasts less than an hour, and keeps nothing of it', async () => {
  const story = createRefusalsStory();
  story.sending.set('pager', 'fails');
  await runAt(story, 0, 59);
  story.sending.delete('pager');
  await runAt(story, 60, 61, 62);
  expect(story.take()).toEqual([]);
  expect(story.world.records.stored.size).toBe(0);
  expect(story.world.stored.has(DEPLOYMENT)).toBe(false);
});

it('notifies the others once in the run after the hour, and once of the recovery, although everything is silenced', async () => {
  const story = createRefusalsStory();
  await away(story);
  expect(story.take()).toEqual([`sns: ${AWAY}`, `phone: ${AWAY}`]);
  await runAt(story, 62, 63);
  expect(story.take()).toEqual([]);
  story.sending.delete('pager');
  await runAt(story, 90);
  story.options.isSilenced = true;
  await runAt(story, 91, 92, 93);
  expect(story.take()).toEqual([`sns: ${AGAIN}`, `phone: ${AGAIN}`]);
  expect(story.open()).toEqual([]);
});

it('says what it answers now, and uses the same thread for the opening and the recovery', async () => {
  const story = createRefusalsStory();
  await away(story);
  await again(story);
  const [opened, , resolved] = story.world.notices.map(({ notice }) => noticeDocument(notice));
  expect(opened).toMatchObject({ event: 'opened', threadId: THREAD });
  expect(resolved).toMatchObject({ event: 'resolved', threadId: opened?.threadId, message: 'refused with 401' });
});

it('keeps what the notices were as their own alerts, each once', async () => {
  const story = createRefusalsStory();
  await away(story);
  await again(story);
  const { notified } = storedState(story.world, DEPLOYMENT);
  const [records = {}] = Object.values(notified);
  expect(Object.keys(records)).toEqual(['sns', 'phone']);
  expect(records.sns?.sent).toMatchObject({
    first: { id: `${THREAD}/opened`, summary: AWAY },
    last: { id: `${THREAD}/resolved`, summary: AGAIN },
    count: 2,
  });
});

it('goes on until another process, which is what a deployment begins', async () => {
  const story = createRefusalsStory();
  story.sending.set('pager', 'fails');
  for (const minute of [0, 30, 60, 61]) {
    await runAt(story, minute);
    story.world.restart();
  }
  expect(story.take()).toEqual([`sns: ${AWAY}`, `phone: ${AWAY}`]);
  story.sending.delete('pager');
  for (const minute of [90, 91]) {
    await runAt(story, minute);
    story.world.restart();
  }
  expect(story.take()).toEqual([`sns: ${AGAIN}`, `phone: ${AGAIN}`]);
});

it('is resolved although a run has died after it removed the record', async () => {
  const story = createRefusalsStory();
  await away(story);
  story.take();
  story.world.records.stored.delete('pager');
  story.sending.delete('pager');
  story.options.isSilenced = true;
  await runAt(story, 90, 91);
  const found = 'pager accepts alerts again, after 1 h 29 min';
  expect(story.take()).toEqual([`sns: ${found}`, `phone: ${found}`]);
});

it('is tried again where it was refused, with those alone who lack it', async () => {
  const story = createRefusalsStory();
  story.sending.set('pager', 'fails');
  await runAt(story, 0, 60);
  story.sending.set('phone', 'fails');
  await runAt(story, 61);
  expect(story.take()).toEqual([`sns: ${AWAY}`]);
  expect(messagesOf(story)).toContain(`the alert "${AWAY}" can't be sent to phone: refused with 401`);
  story.sending.delete('phone');
  await runAt(story, 62);
  expect(story.take()).toEqual([`phone: ${AWAY}`]);
});

it('reaches the receiver that comes back first if all are away, and the others later', async () => {
  const story = createRefusalsStory();
  for (const id of ['sns', 'pager', 'phone']) story.sending.set(id, 'fails');
  await runAt(story, 0, 60, 61);
  expect(story.take()).toEqual([]);
  story.sending.delete('phone');
  await runAt(story, 62);
  const of = (id: string) => `${id} has not accepted alerts for 1 h: refused with 401`;
  expect(story.take()).toEqual([`phone: ${of('sns')}`, `phone: ${of('pager')}`]);
  story.sending.delete('sns');
  await runAt(story, 63);
  const got = story.take().filter((one) => one.startsWith('sns: '));
  expect(got).toEqual([
    `sns: ${of('pager')}`,
    `sns: ${of('phone')}`,
    'sns: phone accepts alerts again, after 1 h 2 min',
  ]);
});

it('ends if the receiver has left the config, and says so', async () => {
  const story = createRefusalsStory();
  await away(story);
  story.take();
  story.left.add('pager');
  story.world.restart();
  await runAt(story, 90, 91, 92);
  const gone = 'pager has left the config; it had not accepted alerts for 1 h 30 min';
  expect(story.take()).toEqual([`sns: ${gone}`, `phone: ${gone}`]);
  expect(story.open()).toEqual([]);
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
  const story = createRefusalsStory({ of: (id) => (id === 'phone' && filter ? { filter } : {}) });
  await away(story);
  await again(story);
  const got = story.take().filter((one) => one.startsWith('phone: '));
  expect(got).toEqual(expected.map((text) => `phone: ${text}`));
  expect(story.open()).toEqual([]);
});

describe('two receivers that refuse', () => {
  const ids = ['a', 'b'].map((letter) => letter.repeat(RECEIVER_ID_LIMIT));
  const records = ids.map((receiver) => refusing({ receiver, seenAt: NOW + AWAY_MS }));
  const now = NOW + AWAY_MS;

  it('are two incidents, also if two processes count them alike, and once they were stored', () => {
    const [one, other] = records.map((record) =>
      withRefusals(NEW_STATE, { records: [record], receivers: ids, pulses: [], now }),
    );
    const joined = joinStates(one ?? NEW_STATE, other ?? NEW_STATE);
    expect(joined.incidents.map(({ subject, openedAt, noticedAt }) => [subject?.id, openedAt, noticedAt])).toEqual(
      ids.map((id) => [id, NOW, now]),
    );
    expect(new Set(joined.incidents.map(({ id }) => id)).size).toBe(2);
    expect(readState(JSON.parse(JSON.stringify(storedForm(joined))))?.incidents).toEqual(joined.incidents);
  });

  it('end apart', () => {
    const open = withRefusals(NEW_STATE, { records, receivers: ids, pulses: [], now });
    const ended = withRefusals(open, { records: records.slice(1), receivers: ids, pulses: [], now: now + 1 });
    expect(ended.incidents.map(({ over }) => over?.at ?? null)).toEqual([now + 1, null]);
  });
});

it('addresses that differ from the config are an incident after a day, until they match it again', () => {
  const record = (seenAt: number) => refusing({ receiver: ADDRESSES, seenAt });
  const after = (before: ServiceState, records: readonly ReceiverRecord[], now: number) =>
    withRefusals(before, { records, receivers: ['sns'], pulses: [], now });
  expect(after(NEW_STATE, [record(NOW + DIFFERING_MS - 1)], NOW + DIFFERING_MS).incidents).toEqual([]);
  const open = after(NEW_STATE, [record(NOW + DIFFERING_MS)], NOW + DIFFERING_MS);
  expect(open.incidents).toMatchObject([
    { reason: 'addresses_differ', subject: { kind: 'topic', id: 'sns' }, over: null },
  ]);
  expect(readState(JSON.parse(JSON.stringify(storedForm(open))))?.incidents).toEqual(open.incidents);
  expect(after(open, [], NOW + 2 * DIFFERING_MS).incidents).toMatchObject([{ over: { why: 'well' } }]);
});

describe('a pulse that is not delivered', () => {
  const pulses = [{ id: 'outside', record: '@outside' }];
  const records = [refusing({ receiver: '@outside', seenAt: NOW + AWAY_MS })];
  const open = withRefusals(NEW_STATE, { records, receivers: ['outside'], pulses, now: NOW + AWAY_MS });

  it('is an incident of its own, also beside a receiver of its name', () => {
    expect(open.incidents).toMatchObject([
      { reason: 'pulse_undelivered', subject: { kind: 'pulse', id: 'outside' }, over: null },
    ]);
    expect(readState(JSON.parse(JSON.stringify(storedForm(open))))?.incidents).toEqual(open.incidents);
  });

  it.each([
    ['once it is delivered', pulses, 'well'],
    ['once it has left the config', [], 'removed'],
  ] as const)('is over %s', (_, left, why) => {
    const given = { records: [], receivers: ['outside'], pulses: left, now: NOW + 2 * AWAY_MS };
    expect(withRefusals(open, given).incidents).toMatchObject([{ over: { why } }]);
  });
});
