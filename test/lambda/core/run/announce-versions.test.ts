/** How new versions get to a receiver: in requests of some, within a time; what it refuses for good is not sent again. */

import { UnfitError } from '../../../../lambda/core/deliver/notification-sink';
import type { ChangeSink } from '../../../../lambda/core/deliver/receiver';
import { ANNOUNCING_MS } from '../../../../lambda/core/run/announce-versions';
import { runCheck } from '../../../../lambda/core/run/run-check';
import type { Snapshots } from '../../../../lambda/core/state/snapshot';
import { memoryHistory } from '../../../support/core/histories';
import { memoryOutputs } from '../../../support/core/memory-outputs';
import { answer, NOW, reportOf } from '../../../support/core/observations';
import { configOf } from '../../../support/core/runs';
import { MINUTE_MS } from '../../../support/core/story';
import { virtualClock } from '../../../support/core/virtual-clock';

/** So many services, all with another version in each run, and a receiver that takes two changes a request. */
async function begin(
  count: number,
  send: (services: readonly string[], sleep: (ms: number) => Promise<void>) => Promise<void>,
  memory = memoryOutputs(),
) {
  const ids = Array.from({ length: count }, (_, index) => `s${index}`);
  const config = configOf(Object.fromEntries(ids.map((id) => [id, `https://${id}.internal`])));
  const clock = virtualClock(NOW);
  const requests: string[] = [];
  const changes: ChangeSink = {
    wants: ({ service }) => service !== 's0',
    most: 2,
    send: async (sent) => {
      await send(
        sent.map(({ service }) => service.id),
        clock.sleep,
      );
      requests.push(sent.map(({ service, to }) => `${service.id} ${to}`).join());
    },
  };
  let version = 0;
  let remembered: Snapshots = new Map();
  const run = async (isDeployed: boolean) => {
    if (isDeployed) version += 1;
    clock.pass(MINUTE_MS);
    const outputs = {
      store: memory.store,
      receivers: [{ id: 'bus', send: async () => undefined, changes }],
      publish: async () => undefined,
      history: memoryHistory([]),
      links: { dashboard: null, logs: null },
    };
    const probe = async ({ url }: { readonly url: string }) => {
      const service = new URL(url).hostname.split('.')[0];
      return answer(200, reportOf({ service, version: String(version), timestamp: undefined, uptime: undefined }));
    };
    const done = await clock.run(runCheck(config, { clock, probe, outputs }, { remembered }));
    remembered = done.states;
    return { sent: requests.splice(0), failures: done.failures.map(({ message }) => message) };
  };
  expect(await run(true)).toEqual({ sent: [], failures: [] });
  return run;
}

it('takes those that it wants, in requests of two', async () => {
  const run = await begin(6, async () => undefined);
  expect(await run(true)).toEqual({ sent: ['s1 2,s2 2', 's3 2,s4 2', 's5 2'], failures: [] });
  expect(await run(false)).toEqual({ sent: [], failures: [] });
});

it('is sent what there is time for, and the rest in the next run', async () => {
  const run = await begin(21, (_, sleep) => sleep(1_000));
  const first = await run(true);
  expect(first.sent).toHaveLength(ANNOUNCING_MS / 1_000);
  expect(first.failures).toEqual([
    "changes of version can't be sent to bus: sending is slow, so the rest waits for the next run",
  ]);
  const next = [await run(false), await run(false)];
  expect(next.map(({ failures }) => failures.length)).toEqual([1, 0]);
  const all = [first, ...next].flatMap(({ sent }) => sent.join().split(','));
  expect([all.length, new Set(all).size]).toEqual([20, 20]);
});

it('is not sent again what it refuses for its content, which is reported once; the others of the request are sent', async () => {
  const run = await begin(6, async (services) => {
    if (services.includes('s3')) throw new UnfitError('too long');
  });
  expect(await run(true)).toEqual({
    sent: ['s1 2,s2 2', 's4 2', 's5 2'],
    failures: ["changes of version can't be sent to bus: too long"],
  });
  expect(await run(false)).toEqual({ sent: [], failures: [] });
});

it('is not waited for if it never answers', async () => {
  let hangs = true;
  const run = await begin(3, () => (hangs ? new Promise(() => undefined) : Promise.resolve()));
  expect(await run(true)).toEqual({
    sent: [],
    failures: ["changes of version can't be sent to bus: no answer within 4000 ms"],
  });
  hangs = false;
  expect((await run(false)).sent).toEqual(['s1 2,s2 2']);
});

it('is sent also while states can not be saved, which is reported once', async () => {
  const memory = memoryOutputs();
  const run = await begin(2, async () => undefined, memory);
  memory.failing.add('save s1');
  expect(await run(true)).toEqual({
    sent: ['s1 2'],
    failures: [expect.stringMatching(/^the state can't be saved: save s1/)],
  });
  memory.failing.clear();
  expect(await run(false)).toEqual({ sent: [], failures: [] });
});

it('waits for the alerts of services whose checks take long', async () => {
  const config = configOf({ new: 'https://new.internal', slow: 'https://slow.internal' }, ['retry: { attempts: 1 }']);
  const clock = virtualClock(NOW);
  const memory = memoryOutputs();
  const sent: string[] = [];
  let version = 1;
  let remembered: Snapshots = new Map();
  const probe = async ({ url }: { readonly url: string }) => {
    const service = new URL(url).hostname.split('.')[0];
    if (service === 'new' || version === 1)
      return answer(200, reportOf({ service, version: String(version), timestamp: undefined, uptime: undefined }));
    await clock.sleep(18_000);
    return answer(503, { error: 'down', service });
  };
  const changes: ChangeSink = { wants: () => true, most: 10, send: async () => void sent.push('a version') };
  const receiver = { id: 'bus', send: async () => void sent.push('an alert'), changes };
  for (; version <= 2; version += 1) {
    const from = clock.elapsed();
    const outputs = {
      store: memory.store,
      receivers: [receiver],
      publish: async () => undefined,
      history: memoryHistory([]),
      links: { dashboard: null, logs: null },
    };
    const done = await clock.run(runCheck(config, { clock, probe, outputs }, { remembered }));
    remembered = done.states;
    if (version === 2) expect([sent, clock.elapsed() - from]).toEqual([['an alert', 'a version'], 18_000]);
  }
});
