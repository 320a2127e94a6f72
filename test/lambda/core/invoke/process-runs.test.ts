/** Tests of the runs of a process, one after the other. */

import { WHOLE } from '../../../../lambda/core/config/shard';
import { createReceiverKeeper } from '../../../../lambda/core/deliver/keep-receivers';
import { createBeat } from '../../../../lambda/core/deliver/pulses';
import { type ProcessPorts, processRuns } from '../../../../lambda/core/invoke/process-runs';
import type { LogLine } from '../../../../lambda/core/invoke/run-log';
import { noticeSummary, type ReceiverNotice } from '../../../../lambda/core/message/receiver-notice';
import type { Probe } from '../../../../lambda/core/probe/probe-request';
import { briefsIn, type Overview } from '../../../../lambda/core/state/overview';
import { NEW_STATE, type ServiceState } from '../../../../lambda/core/state/service-state';
import { memoryHistory } from '../../../support/core/histories';
import { type MemoryOutputs, memoryOutputs } from '../../../support/core/memory-outputs';
import { memoryReceivers } from '../../../support/core/memory-receivers';
import { answer, failure, NOW, reportOf } from '../../../support/core/observations';
import { configOf, wholeOf } from '../../../support/core/runs';
import { MINUTE_MS } from '../../../support/core/story';

const LINES = ['name: shop', 'retry: { attempts: 1 }', 'alerts: { successThreshold: 1 }'];
const HEADERS = { 'X-Token': { kind: 'secret', secret: 'shop/token', key: null } } as const;

const serviceOf = (url: string) => new URL(url).hostname.split('.')[0] as string;
const well: Probe = async ({ url }) => answer(200, reportOf({ service: serviceOf(url) }));
const down: Probe = async () => failure('connection_refused');

const clockAt = (now: () => number) => ({ now, elapsed: () => 0, sleep: async () => undefined });

/** The ports of a process that publishes nothing and logs nothing. */
function portsOf(
  memory: MemoryOutputs,
  ports: Partial<ProcessPorts>,
  outputs: Partial<ProcessPorts['outputs']> = {},
): ProcessPorts {
  return {
    probe: well,
    clock: clockAt(() => NOW),
    outputs: {
      ...memory,
      publish: async () => undefined,
      history: memoryHistory([]),
      links: { dashboard: null, logs: null },
      ...outputs,
    },
    readSecret: async () => '',
    look: null,
    afterRun: null,
    beat: null,
    log: () => undefined,
    ...ports,
  };
}

it('a service whose secret can not be read is not checked, but its pending alerts are sent, and its state stays', async () => {
  const config = configOf({ mail: 'https://mail.internal', cart: 'https://cart.internal' }, LINES);
  const services = config.services.map((service) =>
    service.id === 'mail' ? { ...service, headers: HEADERS } : service,
  );
  const memory = memoryOutputs();
  const asked: string[] = [];
  const overviews: Overview[] = [];
  let probe = down;
  let secret: string | null = 't0ken';
  let now = NOW;
  const run = processRuns(
    wholeOf({ ...config, services }),
    portsOf(
      memory,
      {
        probe: (request, signal) => {
          asked.push(serviceOf(request.url));
          return probe(request, signal);
        },
        clock: clockAt(() => now),
        readSecret: async () => secret ?? Promise.reject(new Error('it was deleted')),
      },
      { saveOverview: async (overview) => void overviews.push(overview) },
    ),
  );
  memory.failing.add('send');
  await expect(run(WHOLE)).rejects.toThrow("can't be sent");
  memory.failing.clear();
  [probe, secret, now] = [well, null, NOW + MINUTE_MS];
  asked.length = 0;

  const message = /shop\/token can't be read: it was deleted; a secret is missing, so mail was not checked$/;
  await expect(run(WHOLE)).rejects.toThrow(message);
  expect(asked).toEqual(['cart']);
  const notified = memory.sent.map(({ service, event }) => `${service.id} ${event}`);
  expect(notified.sort()).toEqual(['cart opened', 'cart resolved', 'mail opened']);
  const shown = briefsIn(overviews.slice(-1).map(({ briefs }) => briefs));
  expect(shown.get('mail')).toMatchObject({ kind: 'unreachable' });
});

// EventBridge Scheduler user guide, "Adding context attributes": "<aws.scheduler.scheduled-time> – The time you specified for the
// schedule to invoke its target, for example, 2022-03-22T18:59:43Z." AWS Lambda developer guide, "How Lambda handles errors and
// retries with asynchronous invocation": "Even if your function doesn't return an error, it's possible for it to receive the same
// event from Lambda multiple times". "Ensure that your function code gracefully handles duplicate events".
describe('a retried run', () => {
  const SERVICES = { mail: 'https://mail.internal', cart: 'https://cart.internal' };
  const HOUR_MS = 3_600_000;

  /** Hourly runs, each in a process of its own unless it goes on in the same one. */
  function hourly() {
    const memory = memoryOutputs();
    const asked: string[] = [];
    const published: number[] = [];
    const world = { now: NOW, probe: well };
    const startProcess = () =>
      processRuns(
        wholeOf(configOf(SERVICES, ['retry: { attempts: 1 }', 'interval: 1h', 'alerts: { failureThreshold: 2 }'])),
        portsOf(
          memory,
          {
            probe: (request, signal) => {
              asked.push(serviceOf(request.url));
              return world.probe(request, signal);
            },
            clock: clockAt(() => world.now),
          },
          { publish: async ({ results }) => void published.push(results.length) },
        ),
      );
    const since = () => [asked.splice(0).sort(), published.splice(0)];
    return { memory, world, startProcess, since };
  }

  it('does not count or measure a check twice', async () => {
    const { world, startProcess, since } = hourly();
    const due = world.now;
    world.now += 30_000;
    await startProcess()({ ...WHOLE, due });
    expect(since()).toEqual([['cart', 'mail'], [2]]);
    world.now += 60_000;
    await startProcess()({ ...WHOLE, due });
    expect(since()).toEqual([['cart', 'mail'], []]);
    // The next run is one of its own, and so is one that no schedule started.
    await startProcess()(WHOLE);
    expect(since()).toEqual([['cart', 'mail'], [2]]);
    world.now = due + HOUR_MS + 20_000;
    await startProcess()({ ...WHOLE, due: due + HOUR_MS });
    expect(since()).toEqual([['cart', 'mail'], [2]]);
  });

  // EventBridge Scheduler user guide, "What is Amazon EventBridge Scheduler": it "provides at-least-once event delivery to targets".
  it('opens no incident if one start is delivered three times', async () => {
    const { memory, world, startProcess } = hourly();
    world.probe = down;
    const due = world.now;
    const one = startProcess();
    await one({ ...WHOLE, due });
    world.now += 200;
    await one({ ...WHOLE, due });
    await startProcess()({ ...WHOLE, due });
    expect([...memory.stored.values()].map(({ state }) => (state as ServiceState).pending?.runs)).toEqual([1, 1]);
    expect(memory.sent).toEqual([]);
  });

  it('opens no incident that needs a second failing run', async () => {
    const { memory, world, startProcess, since } = hourly();
    world.probe = down;
    const due = world.now;
    await startProcess()({ ...WHOLE, due });
    world.now += 60_000;
    await startProcess()({ ...WHOLE, due });
    expect([since()[1], memory.sent]).toEqual([[2], []]);
    world.now = due + HOUR_MS;
    await startProcess()({ ...WHOLE, due: due + HOUR_MS });
    expect(memory.sent.map(({ service, event }) => `${service.id} ${event}`).sort()).toEqual([
      'cart opened',
      'mail opened',
    ]);
  });

  it('sends the alerts that the first try could not send', async () => {
    const { memory, world, startProcess, since } = hourly();
    world.probe = down;
    await startProcess()(WHOLE);
    const due = world.now + HOUR_MS;
    world.now = due + 1_000;
    memory.failing.add('send');
    await expect(startProcess()({ ...WHOLE, due })).rejects.toThrow("can't be sent");
    since();
    memory.failing.clear();
    world.now += 60_000;
    await startProcess()({ ...WHOLE, due });
    expect(since()).toEqual([['cart', 'mail'], []]);
    expect(memory.sent.map(({ event }) => event)).toEqual(['opened', 'opened']);
  });

  it('counts the checks that the first try missed', async () => {
    const { memory, world, startProcess, since } = hourly();
    const due = world.now;
    await startProcess()({ ...WHOLE, due });
    memory.stored.delete('cart');
    since();
    world.now += 60_000;
    await startProcess()({ ...WHOLE, due });
    expect(since()).toEqual([['cart', 'mail'], [1]]);
  });

  it('counts all checks if the table can not be read, except those of the same process', async () => {
    const { memory, world, startProcess, since } = hourly();
    const due = world.now;
    const first = startProcess();
    await first({ ...WHOLE, due });
    since();
    memory.failing.add('load');
    world.now += 60_000;
    await expect(first({ ...WHOLE, due })).rejects.toThrow("can't be read");
    expect(since()).toEqual([['cart', 'mail'], []]);
    await expect(startProcess()({ ...WHOLE, due })).rejects.toThrow("can't be read");
    expect(since()).toEqual([['cart', 'mail'], [2]]);
  });
});

it('a state of another schema is replaced, which is logged and does not fail the run', async () => {
  const memory = memoryOutputs();
  memory.stored.set('mail', { service: 'mail', revision: 4, state: { ...NEW_STATE, schema: 2, incidents: 7 } });
  const lines: LogLine[] = [];
  const config = configOf({ mail: 'https://mail.internal' }, LINES);
  const run = processRuns(wholeOf(config), portsOf(memory, { log: (line) => lines.push(line) }));
  expect(await run(WHOLE)).toMatchObject({ level: 'INFO', failures: [] });
  expect(lines).toMatchObject([
    { level: 'WARN', event: 'warning', message: 'the stored state of mail has another schema and was reset' },
    { level: 'INFO', event: 'run' },
  ]);
  expect(memory.stored.get('mail')).toMatchObject({ revision: 5, state: { schema: 1, about: { id: 'mail' } } });
  lines.length = 0;
  await run(WHOLE);
  expect(lines).toMatchObject([{ event: 'run' }]);
});

describe('the pulse after a run', () => {
  const PULSES = [{ id: 'outside', url: { kind: 'literal', value: '' }, failPath: false }] as const;

  /** Runs minute by minute, in processes that each know what the store has. */
  function pulsing() {
    const memory = memoryOutputs();
    const records = memoryReceivers();
    const lines: LogLine[] = [];
    const notices: string[] = [];
    const world = { now: NOW, fault: null as string | null, pulses: [] as boolean[], publishes: true };
    const clock = clockAt(() => world.now);
    const sendNotice = async (notice: ReceiverNotice) => void notices.push(noticeSummary(notice));
    const config = { ...configOf({ mail: 'https://mail.internal' }, LINES), pulses: PULSES };
    const beat = () =>
      createBeat(PULSES, async (_, { isDone }) => {
        world.pulses.push(isDone);
        if (world.fault !== null) throw new Error(world.fault);
      });
    const startProcess = () =>
      processRuns(
        wholeOf(config),
        portsOf(
          memory,
          { probe: down, clock, beat: beat(), log: (line) => void lines.push(line) },
          {
            receivers: memory.receivers.map((topic) => ({ ...topic, sendNotice })),
            receiverKeeper: createReceiverKeeper({ store: records.store, receivers: ['sns', '@outside'], clock }),
            publish: async () => {
              if (!world.publishes) throw new Error('throttled');
            },
          },
        ),
      );
    return { world, records, lines, notices, startProcess };
  }

  it('is sent also if services fail, but not if an output failed', async () => {
    const { world, startProcess } = pulsing();
    const run = startProcess();
    await run(WHOLE);
    expect(world.pulses).toEqual([true]);
    world.publishes = false;
    await expect(run(WHOLE)).rejects.toThrow('throttled');
    expect(world.pulses).toEqual([true]);
  });

  it('does not fail a run if it is not delivered; people are notified after an hour, also by another process', async () => {
    const { world, records, lines, notices, startProcess } = pulsing();
    let run = startProcess();
    world.fault = 'refused with 404';
    for (const minute of [0, 1, 30, 61, 62, 63]) {
      if (minute === 30) run = startProcess();
      world.now = NOW + minute * MINUTE_MS;
      await run(WHOLE);
    }
    const message = 'the pulse outside was not delivered: refused with 404';
    expect(lines.filter(({ event }) => event === 'pulse').map((line) => [line.level, line.message])).toEqual(
      Array.from({ length: 6 }, () => ['WARN', message]),
    );
    expect(notices).toEqual(['the pulse outside was not delivered for 1 h 1 min: refused with 404']);
    world.fault = null;
    for (const minute of [90, 91, 92]) {
      world.now = NOW + minute * MINUTE_MS;
      await run(WHOLE);
    }
    expect(notices.slice(1)).toEqual(['the pulse outside is delivered again, after 1 h 30 min']);
    expect(records.stored.size).toBe(0);
  });

  it('reads nothing from the store while it is delivered', async () => {
    const { records, startProcess } = pulsing();
    const run = startProcess();
    for (let runs = 0; runs < 5; runs++) await run(WHOLE);
    // For pauses, after the alert of the first run, and for what a process before may have left of the pulse.
    expect(records.calls).toEqual(['read', 'read', 'read']);
  });
});
