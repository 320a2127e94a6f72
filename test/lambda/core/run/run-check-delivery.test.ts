/** When what a run has found is sent: once all verdicts are there, or after 15 s; and never by two runs that found the same. */

import type { Notification } from '../../../../lambda/core/message/notification';
import { unsentAlerts } from '../../../../lambda/core/notify/unsent-alerts';
import type { Observation } from '../../../../lambda/core/probe/observation';
import { runCheck } from '../../../../lambda/core/run/run-check';
import type { Snapshots } from '../../../../lambda/core/state/snapshot';
import { memoryHistory } from '../../../support/core/histories';
import { storedState } from '../../../support/core/keeping';
import { memoryOutputs } from '../../../support/core/memory-outputs';
import { answer, failure, NOW, reportOf } from '../../../support/core/observations';
import { configOf } from '../../../support/core/runs';
import { MINUTE_MS } from '../../../support/core/story';
import { virtualClock } from '../../../support/core/virtual-clock';

const LINES = [
  'name: shop',
  'timeout: 30s',
  'retry: { attempts: 1 }',
  'alerts: { successThreshold: 1, remindEvery: never }',
];
const DOWN = failure('connection_refused');

interface Answer {
  readonly afterMs: number;
  readonly observation: Observation;
}

/** Services that each answer after a time, and one process that asks them; each notification is written down with the second of its sending. */
function startWorld(ids: readonly string[]) {
  const memory = memoryOutputs();
  const config = configOf(Object.fromEntries(ids.map((id) => [id, `https://${id}.internal`])), LINES);
  const sent: string[] = [];
  let remembered: Snapshots = new Map();
  const run = async (minute: number, answers: Readonly<Record<string, Answer>>) => {
    const clock = virtualClock(NOW + minute * MINUTE_MS);
    const ports = {
      clock,
      probe: async ({ url }: { readonly url: string }) => {
        const { afterMs, observation } = answers[new URL(url).hostname.split('.')[0] ?? ''] as Answer;
        await clock.sleep(afterMs);
        return observation;
      },
      outputs: {
        store: memory.store,
        receivers: memory.receivers.map((receiver) => ({
          ...receiver,
          send: async (notification: Parameters<typeof receiver.send>[0]) => {
            const services = notification.alerts.map(({ service, event }) => `${service.id} ${event}`).sort();
            sent.push(`${Math.floor(clock.elapsed() / 1_000)} s: ${services.join(', ')}`);
            await receiver.send(notification);
          },
        })),
        publish: async () => undefined,
        history: memoryHistory([]),
        links: { dashboard: null, logs: null },
      },
    };
    const done = await clock.run(runCheck(config, ports, { remembered }));
    remembered = done.states;
    return { failures: done.failures.map(({ output, message }) => `${output}: ${message}`), sent: sent.splice(0) };
  };
  /** The process is another one from now on: it remembers nothing. */
  const replace = () => {
    remembered = new Map();
  };
  return { memory, run, replace };
}

const down = (afterMs: number): Answer => ({ afterMs, observation: DOWN });
const well = (service: string, afterMs = 0): Answer => ({ afterMs, observation: answer(200, reportOf({ service })) });

describe('what a run has found', () => {
  it('is sent together once all verdicts are there', async () => {
    const { run } = startWorld(['a', 'b', 'c', 'd']);
    const { sent, failures } = await run(0, { a: down(0), b: down(1_000), c: down(4_900), d: well('d', 3_000) });
    expect([sent, failures]).toEqual([['4 s: a opened, b opened, c opened'], []]);
  });

  it('is sent after 15 s as far as it is due, if a service takes longer, and the rest once all verdicts are there', async () => {
    const { run } = startWorld(['a', 'b', 'c', 'd']);
    const { sent, failures } = await run(0, { a: down(0), b: down(1_000), c: down(14_900), d: down(29_000) });
    expect([sent, failures]).toEqual([['15 s: a opened, b opened, c opened', '29 s: d opened'], []]);
  });

  // Of 2,000 characters each, as the longest messages are.
  it('makes at most 4 messages if 200 services are down at once', async () => {
    const ids = Array.from({ length: 200 }, (_, index) => `s${index}`);
    const { run } = startWorld(ids);
    const texts = (id: string) =>
      answer(503, JSON.stringify({ error: `${id} ${'is down '.repeat(250)}`, service: id }));
    const opened = await run(0, Object.fromEntries(ids.map((id) => [id, { afterMs: 0, observation: texts(id) }])));
    expect(opened.sent.length).toBeLessThanOrEqual(4);
    expect(opened.sent.flatMap((one) => one.split(', '))).toHaveLength(200);
    const resolved = await run(1, Object.fromEntries(ids.map((id) => [id, well(id)])));
    expect(resolved.sent.length).toBeLessThanOrEqual(4);
    expect(resolved.sent.flatMap((one) => one.split(', '))).toHaveLength(200);
    expect([opened.failures, resolved.failures]).toEqual([[], []]);
  });
});

describe('a write that another run was faster with', () => {
  it('sends nothing and is no failure', async () => {
    const { memory, run } = startWorld(['a', 'b']);
    memory.overtaken.add('save a 1');
    expect(await run(0, { a: down(0), b: down(0) })).toEqual({ sent: ['0 s: b opened'], failures: [] });
    memory.overtaken.clear();
    // The other one was only said to be faster: this process is the first to find it after all.
    expect(await run(1, { a: down(0), b: down(0) })).toEqual({ sent: ['0 s: a opened'], failures: [] });
  });

  it('after it has sent, is remembered: the next run joins it with what the other run saved, and repeats nothing', async () => {
    const { memory, run, replace } = startWorld(['a']);
    const { send } = memory;
    const saveOfAnother = async () => void (await memory.store.save('a', storedState(memory, 'a'), 1));
    // Another run, which knows only that the alert is due, saves between the sending and the second save.
    Object.assign(memory, { send: (notification: Notification) => send(notification).then(saveOfAnother) });
    expect(await run(0, { a: down(0) })).toEqual({ sent: ['0 s: a opened'], failures: [] });
    expect(unsentAlerts(storedState(memory, 'a'))).toMatchObject([{ event: 'opened' }]);
    Object.assign(memory, { send });
    expect(await run(1, { a: down(0) })).toEqual({ sent: [], failures: [] });
    // From now on everybody knows.
    expect(unsentAlerts(storedState(memory, 'a'))).toEqual([]);
    replace();
    expect(await run(2, { a: down(0) })).toEqual({ sent: [], failures: [] });
    expect(await run(3, { a: well('a') })).toEqual({ sent: ['0 s: a resolved'], failures: [] });
  });
});
