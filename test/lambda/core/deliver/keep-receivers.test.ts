/** What is kept of receivers that refuse: when others are notified, who, and what failures and other processes leave to the next run. */

import { createReceiverKeeper } from '../../../../lambda/core/deliver/keep-receivers';
import { type NoticeSink, type Receiver, TOPIC } from '../../../../lambda/core/deliver/receiver';
import { AWAY_MS, readRecord } from '../../../../lambda/core/deliver/receiver-record';
import { noticeSummary } from '../../../../lambda/core/message/receiver-notice';
import { memoryReceivers, refusing } from '../../../support/core/memory-receivers';
import { NOW } from '../../../support/core/observations';
import { virtualClock } from '../../../support/core/virtual-clock';

const MINUTE_MS = 60_000;
const LINKS = { dashboard: null, logs: null, runbook: null };

/** A topic, a pager, a phone, and a team that is notified of its own services only; `fails` has those whose notices are refused. */
function world() {
  const refusals = memoryReceivers();
  const clock = virtualClock(NOW);
  const got: string[] = [];
  const fails = new Set<string>();
  const send: Receiver['send'] = async () => undefined;
  const sendNoticeTo =
    (id: string): NoticeSink =>
    async (notice) => {
      await Promise.resolve();
      if (fails.has(id)) throw new Error(`no ${id}`);
      got.push(`${id}: ${noticeSummary(notice)}`);
    };
  const receivers: Receiver[] = [
    ...[TOPIC, 'pager', 'phone'].map((id) => ({ id, send, sendNotice: sendNoticeTo(id) })),
    { id: 'team', send },
  ];
  const processOf = (own = receivers) => {
    const { keep } = createReceiverKeeper({
      ...{ store: refusals.store, receivers: own, clock, deployment: 'shop' },
    });
    /** A run, by receivers: why each refuses, or `null` if it has taken all. */
    return async (news: Readonly<Record<string, string | null>>, isLate = false) => {
      const all = Object.entries(news).map(([receiver, fault]) => ({ receiver, fault, busyUntil: null }));
      const failures = await clock.run(keep(all, { isLate, links: LINKS }));
      return failures.map(({ message }) => message);
    };
  };
  const after = (minutes: number) => clock.set(minutes * MINUTE_MS);
  /** What was got since the last look. */
  const take = () => got.splice(0);
  return { ...refusals, receivers, fails, processOf, after, take };
}

const AWAY = 'pager has not taken its alerts for 1 h: refused with 401';
const AGAIN = 'pager takes its alerts again, after 1 h 30 min';

it('notifies nobody of what lasts less than an hour, and forgets it', async () => {
  const { processOf, after, take, stored } = world();
  const run = processOf();
  await run({ pager: 'refused with 401' });
  expect([...stored.keys()]).toEqual(['pager']);
  after(59);
  await run({ pager: 'refused with 401' });
  await run({ pager: null });
  expect(take()).toEqual([]);
  expect(stored.size).toBe(0);
  // An hour later it begins anew.
  after(2);
  await run({ pager: 'refused with 401' });
  expect(take()).toEqual([]);
});

it('notifies the others once, and of its end once: nobody by way of itself, and no team of some services', async () => {
  const { processOf, after, take, stored, calls } = world();
  const run = processOf();
  await run({ pager: 'refused with 401' });
  after(60);
  expect(await run({ pager: 'refused with 401', sns: null })).toEqual([]);
  expect(take()).toEqual([`sns: ${AWAY}`, `phone: ${AWAY}`]);
  after(30);
  await run({ pager: 'refused with 401' });
  await run({ sns: null });
  expect(take()).toEqual([]);
  await run({ pager: null });
  expect(take()).toEqual([`sns: ${AGAIN}`, `phone: ${AGAIN}`]);
  expect(stored.size).toBe(0);
  // Whoever is sent nothing has no news, and nothing is asked.
  calls.length = 0;
  await run({});
  expect(calls).toEqual([]);
});

it('says what it answers now, not what it has answered first', async () => {
  const { processOf, after, take, stored } = world();
  const run = processOf();
  await run({ pager: 'refused with 500' });
  await run({ pager: 'refused with 401' });
  expect(stored.get('pager')?.message).toBe('refused with 401');
  after(60);
  await run({ pager: 'refused with 401' });
  expect(take()).toContain(`sns: ${AWAY}`);
});

it('goes on until the next process, and if the end was lost with one', async () => {
  const { processOf, after, take, failing } = world();
  await processOf()({ pager: 'refused with 401' });
  after(60);
  await processOf()({ pager: 'refused with 401' });
  expect(take()).toHaveLength(2);
  after(30);
  const [lost, next] = [processOf(), processOf()];
  failing.add('read');
  expect(await lost({ pager: null })).toEqual([
    "since when receivers refuse alerts can't be read or saved: read fails",
  ]);
  failing.clear();
  expect(await next({ pager: null })).toEqual([]);
  expect(take()).toEqual([`sns: ${AGAIN}`, `phone: ${AGAIN}`]);
  await lost({});
  expect(take()).toEqual([]);
});

it.each([
  ['there is no time', [{ pager: null }, true], []],
  ['the table is away', [{ pager: null }, false], ['read']],
  ['it can not be saved', [{ pager: null }, false], ['save']],
] as const)('ends in the next run if %s, even if that has no news', async (_, [news, isLate], fails) => {
  const { processOf, after, take, failing } = world();
  const run = processOf();
  await run({ pager: 'refused with 401' });
  after(60);
  await run({ pager: 'refused with 401' });
  take();
  after(30);
  for (const one of fails) failing.add(one);
  expect(await run(news, isLate)).toHaveLength(fails.length);
  expect(take()).toEqual([]);
  failing.clear();
  await run({});
  expect(take()).toEqual([`sns: ${AGAIN}`, `phone: ${AGAIN}`]);
});

it('tries a notice again that could not be sent, with those alone who lack it', async () => {
  const { processOf, after, take, fails, stored } = world();
  const run = processOf();
  await run({ pager: 'refused with 401' });
  after(60);
  fails.add('phone');
  expect(await run({ pager: 'refused with 401' })).toEqual([
    `"pager has not taken its alerts for 1 h" can't be sent to phone: no phone`,
  ]);
  expect(take()).toEqual([`sns: ${AWAY}`]);
  fails.clear();
  await run({ pager: 'refused with 401' });
  expect(take()).toEqual([`phone: ${AWAY}`]);
  after(30);
  fails.add('phone');
  expect(await run({ pager: null })).toHaveLength(1);
  expect(take()).toEqual([`sns: ${AGAIN}`]);
  fails.clear();
  await run({});
  expect(take()).toEqual([`phone: ${AGAIN}`]);
  expect(stored.size).toBe(0);
});

it('notifies nobody if all are away, and then whoever comes back first', async () => {
  const { processOf, after, take } = world();
  const run = processOf();
  const all = { sns: 'no', pager: 'refused with 401', phone: 'no' };
  await run(all);
  after(60);
  expect(await run(all)).toEqual([]);
  expect(take()).toEqual([]);
  await run({ ...all, phone: null });
  expect(take()).toEqual([]);
  await run({ sns: 'no', pager: 'refused with 401' });
  expect(take().sort()).toEqual([`phone: ${AWAY}`, 'phone: sns has not taken its alerts for 1 h: no']);
});

it('is noticed by one of several parts, and ended by any', async () => {
  const { processOf, after, take, stored } = world();
  const parts = [processOf(), processOf(), processOf()];
  const [first, second] = parts;
  for (const run of parts) await run({ pager: 'refused with 401' });
  expect(stored.get('pager')?.since).toBe(NOW);
  after(60);
  for (const run of parts) await run({ pager: 'refused with 401' });
  expect(take()).toHaveLength(2);
  after(30);
  await second?.({ pager: null });
  expect(take()).toEqual([`sns: ${AGAIN}`, `phone: ${AGAIN}`]);
  // Another one is refused later: that is another hour.
  await first?.({ pager: 'refused with 401' });
  expect(stored.get('pager')).toMatchObject({ since: NOW + 90 * MINUTE_MS, notified: [] });
});

it('leaves to a run what that is at, and takes over from one that has died', async () => {
  const { processOf, after, take, stored } = world();
  const run = processOf();
  stored.set('pager', refusing({ since: NOW - AWAY_MS, message: '', claimedAt: NOW }));
  await run({ pager: 'refused with 401' });
  expect(take()).toEqual([]);
  after(1);
  await run({ pager: 'refused with 401' });
  expect(take()).toHaveLength(2);
});

it('waits for nobody who has left the config', async () => {
  const { processOf, after, take, receivers, stored } = world();
  const run = processOf();
  await run({ pager: 'refused with 401' });
  after(60);
  await run({ pager: 'refused with 401' });
  take();
  await processOf(receivers.filter(({ id }) => id === 'pager' || id === 'team'))({ pager: null });
  expect(stored.size).toBe(0);
});

it('goes by the events of a filter', async () => {
  const { processOf, after, take, receivers, stored } = world();
  const filter = { wants: () => false, events: ['opened'], afterMs: AWAY_MS } as const;
  const run = processOf(receivers.map((one) => (one.id === 'phone' ? { ...one, filter } : one)));
  await run({ pager: 'refused with 401' });
  after(60);
  await run({ pager: 'refused with 401' });
  expect(take()).toEqual([`sns: ${AWAY}`, `phone: ${AWAY}`]);
  after(30);
  await run({ pager: null });
  expect(take()).toEqual([`sns: ${AGAIN}`]);
  expect(stored.size).toBe(0);
});

it('begins anew after a refusal whose end nobody has kept', async () => {
  const { processOf, after, take, stored } = world();
  await processOf()({ pager: 'refused with 401' });
  after(60 * 24 * 60);
  await processOf()({ pager: 'refused with 500' });
  expect(take()).toEqual([]);
  expect(stored.get('pager')).toMatchObject({ since: NOW + 60 * 24 * 60 * MINUTE_MS, message: 'refused with 500' });
});

it('reads back what is stored, with its keys in one order', () => {
  const record = refusing({ message: 'no', busyUntil: NOW + 5, notified: ['sns'], claimedAt: NOW });
  const reversed = Object.fromEntries(Object.entries(record).reverse());
  expect(JSON.stringify(readRecord(reversed))).toBe(JSON.stringify(record));
  for (const raw of [null, [], { ...record, since: 'then' }, { ...record, receiver: 7 }, { ...record, busyUntil: 'x' }])
    expect(readRecord(raw)).toBeNull();
});
