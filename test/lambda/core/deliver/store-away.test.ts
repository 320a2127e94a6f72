/** While the store is away alerts go out all the same; when it is back, each beginning that was sent has its end. */

import type { Alert } from '../../../../lambda/core/message/alert';
import { unsentAlerts } from '../../../../lambda/core/notify/unsent-alerts';
import { leftOf, startProcess, storedState } from '../../../support/core/keeping';
import { type MemoryOutputs, memoryOutputs } from '../../../support/core/memory-outputs';

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

describe.each(['load', 'save'])('while "%s" fails', (call) => {
  it('alerts go out, marked as possibly repeated, and once by one process', async () => {
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

  it('an end waits for 15 minutes after the last save', async () => {
    const { process, failing, sent } = begin();
    await process.run(0, { a: 'http_503' });
    failing.add(call);
    for (let minute = 1; minute < 15; minute++) await process.run(minute, { a: 'well' });
    expect(storyOf(sent)).toEqual(['opened']);
    await process.run(15, { a: 'well' });
    expect(storyOf(sent)).toEqual(['opened', 'resolved?']);
  });

  it('nobody reads of an end that the next process does not know of', async () => {
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

  it('what can not be sent either is kept in mind, and sent when both are back', async () => {
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

  it('begins an incident that the store then takes over, and ends', async () => {
    const { process, outputs, sent } = begin();
    await process.run(0, { a: 'well' });
    const blind = await blindRun(outputs, [[1, 'http_503']]);
    await blind.run(2, { a: 'http_503' });
    expect(storedState(outputs, 'a').incidents[0]?.id).toBe('20260301T120100.000Z-1');
    await startProcess(outputs).run(3, { a: 'well' });
    expect(storyOf(sent)).toEqual(['opened?', 'resolved']);
    expectEachEnded(sent);
  });

  it('may send an open incident under another id, which then ends with it', async () => {
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

  it('leaves a whole incident that it sent to the history', async () => {
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

  const AT_SECOND = ['alerts: { failureThreshold: 2, remindEvery: never }'];

  it('counts its failing run with the next one, so that both open an incident', async () => {
    const { process, outputs, failing, sent } = begin();
    for (const [minute, reason] of ['http_503', 'well', 'well'].entries())
      await process.run(minute, { a: reason }, AT_SECOND);
    const blind = startProcess(outputs);
    failing.add('load');
    await blind.run(3, { a: 'http_503' }, AT_SECOND);
    failing.clear();
    await blind.run(4, { a: 'http_503' }, AT_SECOND);
    expect(sent.map(({ event, openedAt }) => [event, openedAt])).toEqual([['opened', '2026-03-01T12:03:00.000Z']]);
  });

  it('counts its failing run with the stored one before it', async () => {
    const lines = ['alerts: { failureThreshold: 3, remindEvery: never }'];
    const { process, outputs, failing, sent } = begin();
    await process.run(0, { a: 'http_503' }, lines);
    const blind = startProcess(outputs);
    failing.add('load');
    await blind.run(1, { a: 'http_503' }, lines);
    failing.clear();
    await blind.run(2, { a: 'http_503' }, lines);
    expect(sent.map(({ event, openedAt }) => [event, openedAt])).toEqual([['opened', '2026-03-01T12:00:00.000Z']]);
  });

  it('begins the count anew with its healthy run', async () => {
    const { process, outputs, failing, sent } = begin();
    await process.run(0, { a: 'http_503' }, AT_SECOND);
    const blind = startProcess(outputs);
    failing.add('load');
    await blind.run(1, { a: 'well' }, AT_SECOND);
    failing.clear();
    await blind.run(2, { a: 'http_503' }, AT_SECOND);
    expect(sent).toEqual([]);
  });

  it('counts a minute once in which another process has read the store', async () => {
    const lines = ['alerts: { failureThreshold: 3, remindEvery: never }'];
    const { process, outputs, failing, sent } = begin();
    const blind = startProcess(outputs);
    await process.run(0, { a: 'well' }, lines);
    failing.add('load');
    await blind.run(1, { a: 'http_503' }, lines);
    failing.clear();
    await process.run(1, { a: 'http_503' }, lines);
    await blind.run(2, { a: 'http_503' }, lines);
    expect(sent).toEqual([]);
    await blind.run(3, { a: 'http_503' }, lines);
    expect(eventsOf(sent)).toEqual(['opened']);
  });

  it('does not bring back what another run has ended', async () => {
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

it('restores from memory what the store has lost', async () => {
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
  it('one process sends all, and nothing twice: what it has sent stays settled although it reads it back as owed', async () => {
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
  it('has its end also if the next save meets a faster run of another process', async () => {
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
  it('leaves what it has sent to the others, although another one saves at the same time', async () => {
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

describe('processes that take turns, and whose first save of a run fails', () => {
  it('send no update of an incident after its end', async () => {
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

  it('go on with what both know, though one of them has found the end without the store', async () => {
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

  it.each(['well', 'http_503'])('send no update after the end that one of them has sent, then %s', async (last) => {
    const { outputs, first, second, run } = beginTwo(['alerts: { successThreshold: 1, remindEvery: never }']);
    await run(first, 1, 'http_503');
    await run(second, 2, 'http_503');
    await run(first, 3, 'dns_failure', ['send']);
    await run(second, 4, 'well', ['load', 'save']);
    await run(second, 5, last);
    const expected = ['opened', 'resolved', ...(last === 'well' ? [] : ['opened'])];
    expect(eventsOf(outputs.sent)).toEqual(expected);
  });

  it('send no beginning again that one of them owed and the other has sent', async () => {
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

  it('send the end of a relapse that people know as an incident of its own, since one of them has sent the end before it', async () => {
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
