/** Stories of an Alertmanager: what it is sent again, run after run, and what is open there. A minute of a story is the time of its run. */

import { createReceiverKeeper } from '../../../../lambda/core/deliver/keep-receivers';
import { noticeSummary } from '../../../../lambda/core/message/receiver-notice';
import type { Silence } from '../../../../lambda/core/silences/silence';
import { startProcess, storedState } from '../../../support/core/keeping';
import { memoryAlertmanager } from '../../../support/core/memory-alertmanager';
import { memoryOutputs } from '../../../support/core/memory-outputs';
import { memoryReceivers } from '../../../support/core/memory-receivers';
import { NOW } from '../../../support/core/observations';
import { ackAt, silenceAt } from '../../../support/core/silences';
import { MINUTE_MS } from '../../../support/core/story';

const at = (minute: number) => NOW + minute * MINUTE_MS;

/** A deployment with two instances of an Alertmanager. `asked` are the silences and acknowledgements of people. */
function begin(asked: readonly Silence[] = [], validMs?: number) {
  const outputs = memoryOutputs();
  let minute = 0;
  const instances = ['am', 'am-2'].map((id) => memoryAlertmanager(id, () => at(minute), validMs));
  const silences = { read: async (now: number) => asked.filter(({ from, until }) => from <= now && now < until) };
  const records = memoryReceivers();
  const ids = instances.map(({ receiver }) => receiver.id);
  const clock = { now: () => at(minute) };
  const notices: string[] = [];
  const start = () =>
    startProcess(
      {
        store: outputs.store,
        send: outputs.send,
        sendNotice: async (notice) => void notices.push(noticeSummary(notice)),
      },
      {
        silences,
        more: instances.map(({ receiver }) => receiver),
        receiverKeeper: createReceiverKeeper({ store: records.store, receivers: ids, clock }),
      },
    );
  let process = start();
  /** A run: what each instance was sent, and what failed. */
  const run = async (when: number, found: Readonly<Record<string, string>>) => {
    minute = when;
    const { failures } = await process.run(when, found);
    const [first = [], second = []] = instances.map(({ log }) => log.splice(0));
    return { first, second, failures: failures.map(({ message }) => message) };
  };
  const [am, am2] = instances as [(typeof instances)[0], (typeof instances)[0]];
  const restart = () => {
    process = start();
  };
  return { outputs, records, notices, am, am2, run, restart, openAt: (when: number) => am.openAt(at(when)) };
}

it('is sent open incidents in each run, and a recovery for five minutes', async () => {
  const { run } = begin();
  const firsts: string[] = [];
  for (const [minute, reason] of ['http_503', 'http_503', 'dns_failure', ...Array(7).fill('well')].entries())
    firsts.push((await run(minute, { a: reason })).first.join(', '));
  const over = 'again a over';
  // The update is sent in its turn, so it is not said again in that run.
  expect(firsts).toEqual(['sent a', 'again a', 'sent a', 'sent a over', over, over, over, over, over, '']);
});

it('marks nothing: the record of what it knows stays the same', async () => {
  const { run, outputs } = begin();
  await run(0, { a: 'http_503' });
  await run(1, { a: 'http_503' });
  const { notified } = storedState(outputs, 'a');
  expect((await run(2, { a: 'http_503' })).first).toEqual(['again a']);
  expect(storedState(outputs, 'a').notified).toEqual(notified);
});

it('follows with its annotations, and keeps its beginning', async () => {
  const { run, am } = begin([ackAt(at(1), { services: ['a'], until: at(60), by: 'ana' })]);
  await run(0, { a: 'http_503' });
  expect(am.annotationsOf('a')).toMatchObject({ reason: 'http_503' });
  await run(1, { a: 'http_503' });
  expect(am.annotationsOf('a')?.acknowledged).toMatch(/^by ana, until /);
  await run(2, { a: 'dns_failure' });
  expect(am.annotationsOf('a')).toMatchObject({ summary: expect.stringContaining('it is dns_failure') });
});

it('reaches each instance separately: one that was away gets what it has missed, then the open incidents', async () => {
  const { run, am, am2 } = begin();
  am2.isAway = true;
  const down = await run(0, { a: 'http_503', b: 'well' });
  expect([down.first, down.second]).toEqual([['sent a'], []]);
  expect(down.failures).toEqual([expect.stringMatching(/can't be sent to am-2: no connection \(ECONNREFUSED\)$/)]);
  // A receiver that accepts nothing is not tried twice in a run.
  expect((await run(1, { a: 'well', b: 'http_503' })).failures).toHaveLength(2);
  am2.isAway = false;
  const back = await run(2, { a: 'well', b: 'http_503' });
  expect(back.second.sort()).toEqual(['sent a', 'sent a over', 'sent b']);
  expect(back.failures).toEqual([]);
  expect([am, am2].map(({ openAt }) => openAt(at(2)))).toEqual([['b'], ['b']]);
});

it('reports that it could not be sent again, and repeats no alert for that', async () => {
  const { run, am, am2, outputs } = begin();
  await run(0, { a: 'http_503' });
  am.isAway = true;
  const away = await run(1, { a: 'http_503' });
  expect(away).toEqual({
    first: [],
    second: ['again a'],
    failures: ["the alert that it knows can't be sent again to am: no connection (ECONNREFUSED)"],
  });
  am.isAway = false;
  expect(await run(2, { a: 'http_503' })).toEqual({ first: ['again a'], second: ['again a'], failures: [] });
  expect([am, am2].map(({ openAt }) => openAt(at(2)))).toEqual([['a'], ['a']]);
  expect(outputs.sent.map(({ event }) => event)).toEqual(['opened']);
});

it('notifies others of an instance that has refused this for an hour, and that it accepts it again', async () => {
  const { run, am, notices, records } = begin();
  await run(0, { a: 'http_503' });
  am.isAway = true;
  for (let minute = 1; minute <= 62; minute++) await run(minute, { a: 'http_503' });
  const away = 'am has not accepted alerts for 1 h 1 min: no connection (ECONNREFUSED)';
  expect(notices).toEqual([away]);
  am.isAway = false;
  for (const minute of [63, 64, 65]) await run(minute, { a: 'http_503' });
  expect(notices).toEqual([away, 'am accepts alerts again, after 1 h 2 min']);
  expect(records.stored.size).toBe(0);
});

it('notifies nobody if a recovery could not be re-sent: nothing would follow to clear it', async () => {
  const { run, am, records } = begin();
  await run(0, { a: 'http_503' });
  await run(1, { a: 'well' });
  am.isAway = true;
  expect((await run(2, { a: 'well' })).failures).toHaveLength(1);
  expect(records.stored.size).toBe(0);
});

it('is open again after a restart of the Alertmanager, and after one of the checker', async () => {
  const { run, am, restart, openAt } = begin();
  await run(0, { a: 'http_503' });
  am.restart();
  expect(openAt(0)).toEqual([]);
  restart();
  expect((await run(1, { a: 'http_503' })).first).toEqual(['again a']);
  expect(openAt(1)).toEqual(['a']);
});

it('stays open while statuswatch silences it, and nothing begins that is silenced', async () => {
  const { run, openAt } = begin([silenceAt(at(1), { services: ['a', 'b'], until: at(10) })]);
  await run(0, { a: 'http_503', b: 'well' });
  expect((await run(1, { a: 'http_503', b: 'http_503' })).first).toEqual(['again a']);
  // It is over: its end is held back, and the Alertmanager ends it by itself.
  for (const minute of [2, 3]) expect((await run(minute, { a: 'well', b: 'http_503' })).first).toEqual([]);
  expect([openAt(4), openAt(5)]).toEqual([['a'], []]);
  expect((await run(10, { a: 'well', b: 'http_503' })).first.sort()).toEqual(['sent a over', 'sent b']);
});

it('never resolves the next incident about a problem by the recovery of the previous one', async () => {
  const { run, openAt } = begin();
  await run(0, { a: 'http_503' });
  await run(1, { a: 'well' });
  expect((await run(2, { a: 'well' })).first).toEqual(['again a over']);
  expect((await run(3, { a: 'http_503' })).first).toEqual(['sent a']);
  expect((await run(4, { a: 'http_503' })).first).toEqual(['again a']);
  expect(openAt(4)).toEqual(['a']);
});

it.each([
  ['a minute', 1],
  ['an hour', 60],
])('stays open with runs every %s, also if two are missed, and ends if more are', async (_, every) => {
  const { run, openAt } = begin([], 4 * every * MINUTE_MS);
  await run(0, { a: 'http_503' });
  await run(3 * every, { a: 'http_503' });
  expect([openAt(3 * every), openAt(7 * every - 1), openAt(7 * every)]).toEqual([['a'], ['a'], []]);
});

it('is not sent what it was not notified of: other services, and resolved incidents', async () => {
  const { run } = begin();
  await run(0, { a: 'well', b: 'http_503' });
  expect((await run(1, { a: 'well', b: 'http_503' })).first).toEqual(['again b']);
  expect((await run(2, { a: 'http_503' })).first.sort()).toEqual(['sent a', 'sent b over']);
});
