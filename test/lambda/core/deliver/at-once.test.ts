/** Runs of several processes at once: one of them sends, and what the others lose is joined in their next run. */

import type { Alert } from '../../../../lambda/core/message/alert';
import type { StateStore } from '../../../../lambda/core/state/store';
import { leftOf, startProcess } from '../../../support/core/keeping';
import { type MemoryOutputs, memoryOutputs } from '../../../support/core/memory-outputs';

const eventsOf = (alerts: readonly Alert[]) => alerts.map(({ event }) => event);

function begin() {
  const outputs = memoryOutputs();
  return { ...outputs, outputs, process: startProcess(outputs) };
}

describe('two runs at once', () => {
  it('notify once, also when the loser goes on', async () => {
    const { outputs, sent, calls } = begin();
    const processes = [startProcess(outputs), startProcess(outputs), startProcess(outputs)];
    await Promise.all(processes.map((process) => process.run(1, { a: 'http_503' })));
    expect(calls.filter((call) => call === 'save a 1')).toHaveLength(3);
    for (const process of processes) await process.run(2, { a: 'http_503' });
    await Promise.all(processes.map((process) => process.run(3, { a: 'well' })));
    expect(eventsOf(sent)).toEqual(['opened', 'resolved']);
  });

  /** Another run of another process takes place before the save that is named. */
  const overtakenBefore = (outputs: MemoryOutputs, name: string, minute: number) => {
    const other = startProcess(outputs);
    let saves = 0;
    const save: StateStore['save'] = async (...saving) => {
      saves++;
      if (name === ['what is due', 'what was sent'][saves - 1]) await other.run(minute, { a: 'http_503' });
      return outputs.store.save(...saving);
    };
    return { other, process: startProcess({ ...outputs, store: { ...outputs.store, save } }) };
  };

  it('send once: one whose save of what is due comes too late sends nothing, and goes on', async () => {
    const { outputs, sent } = begin();
    const { other, process } = overtakenBefore(outputs, 'what is due', 1.1);
    expect(await process.run(1, { a: 'http_503' })).toMatchObject({ sent: [], failures: [] });
    expect(eventsOf(sent)).toEqual(['opened']);
    for (const minute of [2, 3]) expect(await process.run(minute, { a: 'http_503' })).toMatchObject({ sent: [] });
    await process.run(4, { a: 'dns_failure' });
    await other.run(5, { a: 'dns_failure' });
    await process.run(6, { a: 'well' });
    expect(eventsOf(sent)).toEqual(['opened', 'updated', 'resolved']);
    expect(new Set(sent.map(({ incidentId }) => incidentId)).size).toBe(1);
    expect(leftOf(outputs, 'a')).toEqual([]);
  });

  it('send twice at most under one id, if what was sent is saved too late', async () => {
    const { outputs, sent } = begin();
    const { other, process } = overtakenBefore(outputs, 'what was sent', 1.1);
    await process.run(1, { a: 'http_503' });
    expect(eventsOf(sent)).toEqual(['opened', 'opened']);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
    await process.run(2, { a: 'http_503' });
    await other.run(3, { a: 'well' });
    await process.run(4, { a: 'well' });
    expect(eventsOf(sent)).toEqual(['opened', 'opened', 'resolved']);
    expect(leftOf(outputs, 'a')).toEqual([]);
  });

  it('send what waits once', async () => {
    const { outputs, process, failing, sent } = begin();
    failing.add('send');
    await process.run(1, { a: 'http_503' });
    failing.clear();
    await Promise.all([process, startProcess(outputs)].map((each) => each.run(2, { a: 'http_503' })));
    expect(eventsOf(sent)).toEqual(['opened']);
  });
});
