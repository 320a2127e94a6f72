/** Alerts are sent while the store is unreachable. Once it is back, each incident that was announced is resolved. */

import type { Alert } from '../../../../lambda/core/message/alert';
import { unsentAlerts } from '../../../../lambda/core/notify/unsent-alerts';
import { leftOf, startProcess, storedState } from '../../../support/core/keeping';
import { type MemoryOutputs, memoryOutputs } from '../../../support/core/memory-outputs';
import { NOW } from '../../../support/core/observations';

const eventsOf = (alerts: readonly Alert[]) => alerts.map(({ event }) => event);
const storyOf = (alerts: readonly Alert[]) =>
  alerts.map(({ event, possiblyRepeated }) => (possiblyRepeated ? `${event}?` : event));

/** Each incident that was notified has one beginning and one end, in this order. */
function expectEachEnded(sent: readonly Alert[]): void {
  for (const incidentId of new Set(sent.map((alert) => alert.incidentId))) {
    const events = eventsOf(sent.filter((alert) => alert.incidentId === incidentId));
    expect(events).toEqual(['opened', 'resolved']);
  }
}

function begin() {
  const outputs = memoryOutputs();
  return { ...outputs, outputs, process: startProcess(outputs) };
}

describe.each(['load', 'save'])('if "%s" fails', (call) => {
  it('a process sends each alert once, marked as possibly repeated', async () => {
    const { process, failing, sent, outputs } = begin();
    failing.add(call);
    const { failures } = await process.run(1, { a: 'http_503', b: 'well' });
    expect(failures.every(({ output }) => output === 'store')).toBe(true);
    expect(failures).not.toEqual([]);
    await process.run(2, { a: 'http_503', b: 'well' });
    await process.run(3, { a: 'dns_failure', b: 'well' });
    expect(storyOf(sent)).toEqual(['opened?', 'updated?']);
    failing.clear();
    await process.run(4, { a: 'dns_failure', b: 'well' });
    expect(storedState(outputs, 'a').incidents).toMatchObject([{ verdict: 'unreachable', failedRuns: 4, over: null }]);
    expect(unsentAlerts(storedState(outputs, 'a'))).toEqual([]);
    await startProcess(outputs).run(5, { a: 'well', b: 'well' });
    expect(storyOf(sent)).toEqual(['opened?', 'updated?', 'resolved']);
    expect(new Set(sent.map(({ incidentId }) => incidentId)).size).toBe(1);
  });

  it('a recovery is sent 15 minutes after the last save', async () => {
    const { process, failing, sent } = begin();
    await process.run(0, { a: 'http_503' });
    failing.add(call);
    for (let minute = 1; minute < 15; minute++) await process.run(minute, { a: 'well' });
    expect(storyOf(sent)).toEqual(['opened']);
    await process.run(15, { a: 'well' });
    expect(storyOf(sent)).toEqual(['opened', 'resolved?']);
  });

  it('no recovery is sent that the next process would not know about', async () => {
    const { process, failing, sent, outputs } = begin();
    await process.run(0, { a: 'http_503' });
    failing.add(call);
    await process.run(1, { a: 'well' });
    failing.clear();
    // The process dies. The next one finds the service failing within the stored outage.
    const next = startProcess(outputs);
    for (let minute = 2; minute < 5; minute++) await next.run(minute, { a: 'http_503' });
    expect(storyOf(sent)).toEqual(['opened']);
    await next.run(5, { a: 'well' });
    await next.run(6, { a: 'well' });
    expect(storyOf(sent)).toEqual(['opened', 'resolved']);
  });

  it('alerts that can not be sent either are remembered, and sent once both work again', async () => {
    const { process, failing, sent, outputs } = begin();
    failing.add(call).add('send');
    await process.run(1, { a: 'http_503' });
    await process.run(2, { a: 'well' });
    failing.clear();
    await process.run(3, { a: 'well' });
    expect(eventsOf(sent)).toEqual(['opened', 'resolved']);
    expect(storedState(outputs, 'a').incidents).toMatchObject([{ reason: 'http_503' }]);
    expect(leftOf(outputs, 'a')).toEqual([]);
  });
});

describe('a process that has never read the store', () => {
  const blindRun = async (outputs: MemoryOutputs, minutes: readonly [number, string][]) => {
    const process = startProcess(outputs);
    outputs.failing.add('load');
    for (const [minute, reason] of minutes) await process.run(minute, { a: reason });
    outputs.failing.clear();
    return process;
  };

  it('opens an incident that is then stored, and resolved by the next process', async () => {
    const { process, outputs, sent } = begin();
    await process.run(0, { a: 'well' });
    const blind = await blindRun(outputs, [[1, 'http_503']]);
    await blind.run(2, { a: 'http_503' });
    expect(storedState(outputs, 'a').incidents[0]?.id).toBe('20260301T120100.000Z-1');
    await startProcess(outputs).run(3, { a: 'well' });
    expect(storyOf(sent)).toEqual(['opened?', 'resolved']);
    expectEachEnded(sent);
  });

  it('may send an open incident under another id, which is resolved with it', async () => {
    const { process, outputs, sent } = begin();
    await process.run(0, { a: 'http_503' });
    const blind = await blindRun(outputs, [[1, 'http_503']]);
    await blind.run(2, { a: 'http_503' });
    expect(storyOf(sent)).toEqual(['opened', 'opened?']);
    await startProcess(outputs).run(3, { a: 'well' });
    await startProcess(outputs).run(4, { a: 'well' });
    expect(storyOf(sent)).toEqual(['opened', 'opened?', 'resolved', 'resolved']);
    expectEachEnded(sent);
    expect(leftOf(outputs, 'a')).toEqual([]);
  });

  it('stores an incident that it opened and resolved', async () => {
    const { process, outputs, sent } = begin();
    await process.run(0, { a: 'well' });
    const blind = await blindRun(outputs, [
      [1, 'http_503'],
      [2, 'well'],
    ]);
    await blind.run(3, { a: 'well' });
    expect(storyOf(sent)).toEqual(['opened?', 'resolved?']);
    expect(storedState(outputs, 'a').incidents).toMatchObject([{ id: '20260301T120100.000Z-1' }]);
    expect(leftOf(outputs, 'a')).toEqual([]);
  });

  // The verdict of each minute. `first` reads the store; the other process can't in a `blind` run, and can again in a `back` run.
  it.each([
    ['adds its failing run to the next one', 2, 'first 503, first well, first well, blind 503, back 503', [3, 4]],
    ['adds its failing run to the stored one before it', 3, 'first 503, blind 503, back 503', [0, 2]],
    ['starts the count again after its healthy run', 2, 'first 503, blind well, back 503, back 503', [2, 3]],
    ['does not count a minute twice', 3, 'first well, blind 503, first 503 at 1, back 503 at 2, back 503 at 3', [1, 3]],
  ])('%s', async (_, threshold, steps, opened) => {
    const { process: first, outputs, failing, sent } = begin();
    const other = startProcess(outputs);
    const lines = [`alerts: { failureThreshold: ${threshold}, remindEvery: never }`];
    for (const [index, step] of steps.split(', ').entries()) {
      const [by, verdict, , minute = index] = step.split(' ');
      if (by === 'blind') failing.add('load');
      const reason = verdict === '503' ? 'http_503' : 'well';
      await (by === 'first' ? first : other).run(Number(minute), { a: reason }, lines);
      failing.clear();
    }
    // The minute since which it fails, and that of the alert.
    const minuteOf = (time: string) => (Date.parse(time) - NOW) / 60_000;
    expect(sent.map(({ openedAt, at }) => [minuteOf(openedAt), minuteOf(at)])).toEqual([opened]);
  });

  it('does not reopen an incident that another run has resolved', async () => {
    const { outputs, process, sent, failing } = begin();
    await process.run(0, { a: 'http_503' });
    failing.add('save');
    await process.run(1, { a: 'dns_failure' });
    failing.clear();
    await startProcess(outputs).run(2, { a: 'well' });
    await process.run(3, { a: 'well' });
    expect(eventsOf(sent)).toEqual(['opened', 'updated', 'resolved']);
    expect(storedState(outputs, 'a').incidents).toHaveLength(1);
    expect(leftOf(outputs, 'a')).toEqual([]);
  });
});

it('a process saves again what the store has lost', async () => {
  const { process, stored, sent, outputs } = begin();
  await process.run(0, { a: 'http_503' });
  stored.clear();
  await process.run(1, { a: 'http_503' });
  expect(storedState(outputs, 'a').incidents[0]?.openedAt).toBe(Date.parse('2026-03-01T12:00:00.000Z'));
  await process.run(2, { a: 'well' });
  expectEachEnded(sent);
  expect(sent).toHaveLength(2);
});

describe('while saves take effect and their answers are lost', () => {
  it('one process sends each alert once, although it reads back that they are still pending', async () => {
    const { process, unanswered, sent, outputs } = begin();
    unanswered.add('save');
    for (const minute of [1, 2, 3, 4]) await process.run(minute, { a: 'http_503' });
    for (const minute of [5, 6, 7]) await process.run(minute, { a: 'dns_failure' });
    for (const minute of [8, 9]) await process.run(minute, { a: 'well' });
    expect(storyOf(sent)).toEqual(['opened?', 'updated?']);
    unanswered.clear();
    await process.run(10, { a: 'well' });
    expect(storyOf(sent)).toEqual(['opened?', 'updated?', 'resolved']);
    expect(storedState(outputs, 'a').incidents).toHaveLength(1);
    expect(leftOf(outputs, 'a')).toEqual([]);
    await startProcess(outputs).run(11, { a: 'well' });
    expect(sent).toHaveLength(3);
  });
});

describe('an incident that was notified while the store was away', () => {
  it('is resolved, although another process saves first in the next run', async () => {
    const { outputs, failing, overtaken, sent, process } = begin();
    failing.add('load');
    await process.run(1, { a: 'http_503' });
    failing.clear();
    const other = startProcess(outputs);
    overtaken.add('save');
    await process.run(2, { a: 'http_503' });
    overtaken.clear();
    await other.run(2, { a: 'http_503' });
    await process.run(3, { a: 'http_503' });
    for (const each of [process, other]) await each.run(4, { a: 'well' });
    expect(storyOf(sent)).toEqual(['opened?', 'opened', 'resolved', 'resolved']);
    expectEachEnded(sent);
  });

  it('is stored as soon as the store can be read again, in the same run', async () => {
    const { outputs, sent, store } = begin();
    let loads = 0;
    const load = async () => {
      loads++;
      if (loads === 1) throw new Error('not yet');
      return store.load();
    };
    await startProcess({ store: { ...store, load }, send: outputs.send }).run(1, { a: 'http_503' });
    // The process dies. The next one knows of the incident all the same.
    await startProcess(outputs).run(2, { a: 'well' });
    expect(storyOf(sent)).toEqual(['opened?', 'resolved']);
    expectEachEnded(sent);
  });
});

describe('a process that can not read the store and never runs again', () => {
  it('leaves what it has sent to the others, although one of them saves at the same time', async () => {
    const { outputs, sent, store, process: other } = begin();
    await other.run(0, { a: 'well' });
    let loads = 0;
    let saves = 0;
    const load = async () => {
      loads++;
      if (loads === 1) throw new Error('not yet');
      return store.load();
    };
    const save: typeof store.save = async (...saved) => {
      saves++;
      if (saves === 1) await other.run(1, { a: 'http_503' });
      return store.save(...saved);
    };
    // Its clock is a second behind, so that each of them finds an incident of its own.
    await startProcess({ store: { ...store, load, save }, send: outputs.send }).run(59 / 60, { a: 'http_503' });
    expect(storyOf(sent)).toEqual(['opened?', 'opened']);
    await other.run(2, { a: 'http_503' });
    for (const minute of [3, 4]) await other.run(minute, { a: 'well' });
    expect(storyOf(sent)).toEqual(['opened?', 'opened', 'resolved', 'resolved']);
    expectEachEnded(sent);
    expect(leftOf(outputs, 'a')).toEqual([]);
  });
});

describe('processes that take turns, and that fail to save first,', () => {
  it('send no update of an incident after its recovery', async () => {
    const { outputs, sent } = begin();
    const one = startProcess(outputs);
    const other = startProcess(outputs);
    await one.run(1, { a: 'http_503' });
    const failOnce = (revision: number) => outputs.failingOnce.add(`save a ${revision}`);
    failOnce(3);
    await other.run(2, { a: 'dns_failure' });
    failOnce(4);
    await one.run(3, { a: 'well' });
    await other.run(4, { a: 'dns_failure' });
    for (const each of [one, other]) await each.run(5, { a: 'well' });
    expect(storyOf(sent)).toEqual(['opened', 'updated?', 'resolved']);
    expectEachEnded(sent.filter(({ event }) => event !== 'updated'));
  });
});

describe('two processes that take turns', () => {
  const LINES = ['alerts: { successThreshold: 2, remindEvery: never }'];

  function beginTwo(lines = LINES) {
    const outputs = memoryOutputs();
    const first = startProcess(outputs);
    const second = startProcess(outputs);
    const run = async (process: typeof first, minute: number, reason: string, failing: readonly string[] = []) => {
      for (const call of failing) outputs.failing.add(call);
      await process.run(minute, { a: reason }, lines);
      outputs.failing.clear();
    };
    return { outputs, first, second, run };
  }

  it('join what both know, although one of them found the recovery without the store', async () => {
    const { outputs, first, second, run } = beginTwo();
    await run(first, 1, 'http_503');
    for (const minute of [2, 3]) await run(first, minute, 'well');
    await run(first, 4, 'http_503');
    await run(second, 5, 'well');
    for (const minute of [6, 7]) await run(first, minute, 'well');
    await run(first, 8, 'well', ['load', 'save']);
    await run(second, 17, 'http_503');
    for (const minute of [18, 19]) await run(second, minute, 'well');
    for (let minute = 20; minute < 60; minute++) await run(minute % 2 === 0 ? first : second, minute, 'well');
    expect(eventsOf(outputs.sent)).toEqual(['opened', 'resolved', 'opened', 'updated', 'resolved']);
    expect(leftOf(outputs, 'a')).toEqual([]);
  });

  it.each(['well', 'http_503'])(
    'send no update after the recovery that one of them has sent, then %s',
    async (last) => {
      const { outputs, first, second, run } = beginTwo(['alerts: { successThreshold: 1, remindEvery: never }']);
      await run(first, 1, 'http_503');
      await run(second, 2, 'http_503');
      await run(first, 3, 'dns_failure', ['send']);
      await run(second, 4, 'well', ['load', 'save']);
      await run(second, 5, last);
      const expected = ['opened', 'resolved', ...(last === 'well' ? [] : ['opened'])];
      expect(eventsOf(outputs.sent)).toEqual(expected);
    },
  );

  it('do not repeat an opening that was due to one of them and that the other has sent', async () => {
    const { process, outputs, sent, failing } = begin();
    failing.add('send');
    await process.run(0, { a: 'http_503' });
    failing.add('save');
    await process.run(1, { a: 'well' });
    failing.clear();
    await startProcess(outputs).run(2, { a: 'http_503' });
    for (const minute of [3, 4]) await process.run(minute, { a: 'well' });
    expect(storyOf(sent)).toEqual(['opened', 'resolved']);
  });

  it('send the recovery of a relapse that people know as a separate incident, since one of them has sent the previous recovery', async () => {
    const { process, outputs, sent, failing } = begin();
    const other = startProcess(outputs);
    for (const [minute, reason] of ['http_503', 'well', 'http_503'].entries()) await process.run(minute, { a: reason });
    await other.run(3, { a: 'well' });
    await process.run(4, { a: 'dns_failure' });
    failing.add('load');
    await other.run(30, { a: 'well' });
    failing.clear();
    await other.run(31, { a: 'dns_failure' });
    failing.add('load');
    await process.run(32, { a: 'well' });
    failing.clear();
    for (const minute of [33, 64, 95]) await process.run(minute, { a: 'well' });
    expect(storyOf(sent)).toEqual(['opened', 'resolved', 'opened', 'resolved?', 'opened', 'resolved']);
    expectEachEnded(sent);
  });
});
