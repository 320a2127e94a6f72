/** A receiver that asks to be sent less: nothing more is sent to it before the time that it names, and others notice nothing. */

import { createReceiverKeeper } from '../../../../lambda/core/deliver/keep-receivers';
import { BusyError } from '../../../../lambda/core/deliver/notification-sink';
import type { Receiver } from '../../../../lambda/core/deliver/receiver';
import { startProcess, storedState } from '../../../support/core/keeping';
import { memoryOutputs } from '../../../support/core/memory-outputs';
import { memoryReceivers } from '../../../support/core/memory-receivers';
import { NOW } from '../../../support/core/observations';
import { MINUTE_MS } from '../../../support/core/story';

/** Runs each minute. `answer` says until which minute the receiver asks to wait; `undefined` if it takes the alert, `null` if it names no time. */
function begin(answer: (minute: number) => number | null | undefined) {
  const outputs = memoryOutputs();
  let minute = 0;
  const tries: string[] = [];
  const topic: string[] = [];
  const pager: Receiver = {
    id: 'pager',
    sendsAlertsAlone: true,
    send: async ({ alerts: [{ service, event }] }) => {
      const until = answer(minute);
      tries.push(`${minute} ${service.id} ${event}${until === undefined ? '' : ' refused'}`);
      if (until !== undefined) throw new BusyError('refused with 429', until === null ? null : NOW + until * MINUTE_MS);
    },
  };
  const send: Receiver['send'] = async ({ alerts }) => {
    topic.push(...alerts.map(({ service, event }) => `${minute} ${service.id} ${event}`));
  };
  // What is sent is sent some seconds after the checks, and answered before the next is sent.
  const sleep = () => new Promise<void>((resolve) => void setImmediate(resolve));
  const clock = { now: () => NOW + minute * MINUTE_MS + 5_000, elapsed: () => 0, sleep };
  const records = memoryReceivers();
  const receiverKeeper = () =>
    createReceiverKeeper({
      store: records.store,
      receivers: ['pager'],
      clock,
    });
  const start = () =>
    startProcess(
      { store: outputs.store, send },
      { more: [pager], groupFrom: null, clock, receiverKeeper: receiverKeeper() },
    );
  let process = start();
  const failures: string[] = [];
  return {
    outputs,
    records,
    tries,
    topic,
    failures,
    restart: () => {
      process = start();
    },
    run: async (at: number, found: Readonly<Record<string, string>>) => {
      minute = at;
      const run = await process.run(minute, found);
      failures.push(...run.failures.map(({ message }) => `${minute}: ${message}`));
    },
  };
}

const BOTH = { a: 'http_503', b: 'http_503' };

it('gets nothing more in that run, and nothing before its time, whichever process runs', async () => {
  const world = begin((minute) => (minute < 3 ? 3 : undefined));
  for (const minute of [0, 1, 2, 3, 4]) {
    await world.run(minute, BOTH);
    world.restart();
  }
  expect(world.tries).toEqual(['0 a opened refused', '3 a opened', '3 b opened']);
  expect(world.topic).toEqual(['0 a opened', '0 b opened']);
  expect(world.failures).toEqual([
    expect.stringMatching(/^0: the alert "a is .*" can't be sent to pager: refused with 429$/),
    '0: alerts of 1 incident for pager wait until 12:03:00 UTC, as it has asked',
    '1: alerts of 2 incidents for pager wait until 12:03:00 UTC, as it has asked',
    '2: alerts of 2 incidents for pager wait until 12:03:00 UTC, as it has asked',
  ]);
  expect(storedState(world.outputs, 'a').notified).toEqual({
    [storedState(world.outputs, 'a').incidents[0]?.id as string]: {
      sns: expect.objectContaining({ opened: NOW }),
      pager: expect.objectContaining({ opened: NOW + 3 * MINUTE_MS }),
    },
  });
});

it('is tried again in the next run if it names no time, or one that is over', async () => {
  for (const until of [null, -1]) {
    const world = begin((minute) => (minute === 0 ? until : undefined));
    for (const minute of [0, 1]) await world.run(minute, { a: 'http_503', b: 'well' });
    expect(world.tries).toEqual(['0 a opened refused', '1 a opened']);
  }
  const world = begin((minute) => (minute === 0 ? null : undefined));
  for (const minute of [0, 1]) await world.run(minute, BOTH);
  expect(world.tries).toEqual(['0 a opened refused', '1 a opened', '1 b opened']);
  expect(world.failures.at(-1)).toBe('0: alerts of 1 incident for pager wait for the next run: too much was sent');
});

it('can mute itself for a quarter of an hour at most, and each run until then has failed', async () => {
  const world = begin((minute) => (minute < 40 ? 1e9 : undefined));
  for (let minute = 0; minute < 50; minute++) await world.run(minute, { a: 'http_503', b: 'well' });
  expect(world.tries).toEqual(['0 a opened refused', '15 a opened refused', '30 a opened refused', '45 a opened']);
  const failed = world.failures.map((one) => Number.parseInt(one, 10));
  expect(new Set(failed)).toEqual(new Set(Array.from({ length: 45 }, (_, minute) => minute)));
});

it('of a time that only a clock can have made that was set back since, nothing waits', async () => {
  const world = begin((minute) => (minute === 100 ? 110 : undefined));
  await world.run(100, { a: 'http_503', b: 'well' });
  await world.run(50, { a: 'http_503', b: 'well' });
  expect(world.tries).toEqual(['100 a opened refused', '50 a opened']);
});

it('is asked again by a process that can not read its record, which then remembers the answer', async () => {
  const world = begin((minute) => (minute < 2 ? 3 : undefined));
  await world.run(0, { a: 'http_503', b: 'well' });
  world.restart();
  world.records.failing.add('read');
  // An alert that comes too early is better than none.
  await world.run(1, { a: 'http_503', b: 'well' });
  await world.run(2, { a: 'http_503', b: 'well' });
  expect(world.tries).toEqual(['0 a opened refused', '1 a opened refused']);
  await world.run(3, { a: 'http_503', b: 'well' });
  expect(world.tries).toHaveLength(3);
});
