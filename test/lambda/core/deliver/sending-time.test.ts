/** When due alerts are sent in a run, how long a run sends at most, and how receivers delay each other. */

import { type Shard, WHOLE } from '../../../../lambda/core/config/shard';
import { UnansweredError, UnfitError } from '../../../../lambda/core/deliver/notification-sink';
import {
  SENDING_LIMIT_MS,
  SINGLE_SLOT_MS,
  SINGLES_AT_ONCE,
  sendingLimitMs,
} from '../../../../lambda/core/deliver/pace';
import { fits, snsMessageOf } from '../../../../lambda/core/message/forms/sns-message';
import type { Notification } from '../../../../lambda/core/message/notification';
import type { Advanced } from '../../../../lambda/core/run/advance';
import { type Delivered, deliver } from '../../../../lambda/core/run/deliver';
import { FIRST_BATCH_MS, type RunContext, startRun } from '../../../../lambda/core/run/run-context';
import { NO_SILENCING } from '../../../../lambda/core/silences/silencing';
import { nextState } from '../../../../lambda/core/state/next-state';
import { NEW_STATE } from '../../../../lambda/core/state/service-state';
import { NEW_SNAPSHOT, type Snapshot, type Snapshots } from '../../../../lambda/core/state/snapshot';
import type { StateStore } from '../../../../lambda/core/state/store';
import { resultsBy } from '../../../../lambda/core/words/time-limit';
import { memoryHistory } from '../../../support/core/histories';
import { leftOf, resultAt } from '../../../support/core/keeping';
import { memoryOutputs } from '../../../support/core/memory-outputs';
import { NOW } from '../../../support/core/observations';
import { configOf } from '../../../support/core/runs';
import { MINUTE_MS } from '../../../support/core/story';
import { type VirtualClock, virtualClock } from '../../../support/core/virtual-clock';

const CONFIG = configOf({ a: 'https://a.internal' }, ['name: shop']);
const FACTS = { intervalMs: MINUTE_MS, silences: [] };

/** A service that fails for the first time. */
function failing(id: string): Snapshot {
  return { ...NEW_SNAPSHOT, state: nextState(NEW_STATE, resultAt(0, id, 'http_503'), FACTS) };
}

type Send = (notification: Notification, clock: VirtualClock) => Promise<void>;

interface Plan {
  readonly shard?: Shard;
  readonly groupFrom?: number | null;
  /** How long a save takes. */
  readonly saveMs?: number;
  /** How long the sending to each receiver takes; what it throws is the answer. */
  readonly receivers?: Readonly<Record<string, Send>>;
  /** Which of them get each alert by itself. */
  readonly singles?: readonly string[];
}

const AT_ONCE: Send = async () => undefined;

/** As a run does: the services whose checks are done by 15 s, and the rest. */
async function deliverInTime(checking: readonly Promise<Advanced>[], run: RunContext): Promise<Delivered> {
  const inTime = await resultsBy(checking, run.start + FIRST_BATCH_MS, run.clock);
  const late = checking.filter((_, index) => inTime[index] === null);
  return deliver(
    inTime.flatMap((one) => one ?? []),
    late.length === 0 ? null : Promise.all(late),
    run,
  );
}

/** Runs that share a store; each begins at once after the one before. */
function begin({ shard = WHOLE, groupFrom = 3, saveMs = 0, receivers = { all: AT_ONCE }, singles = [] }: Plan = {}) {
  const outputs = memoryOutputs();
  const clock = virtualClock(NOW);
  const store: StateStore = {
    ...outputs.store,
    save: async (...saving) => {
      if (saveMs > 0) await clock.sleep(saveMs);
      return outputs.store.save(...saving);
    },
  };
  const arrived: string[] = [];
  /** When each message was begun, after the start of its run, to whom and about which services. */
  let begun: (readonly [at: number, receiver: string, services: string])[] = [];
  /** `verdicts`: when that of each service is there, in milliseconds after the start. */
  const run = async (verdicts: Readonly<Record<string, number>>, known: Snapshots = new Map()): Promise<Delivered> => {
    const start = clock.elapsed();
    begun = [];
    const checking = Object.entries(verdicts).map(async ([id, ms]): Promise<Advanced> => {
      if (ms > 0) await clock.sleep(ms);
      const before = known.get(id) ?? failing(id);
      return { id, now: NOW, remindEveryMs: null, check: null, before, next: before.state, failures: [] };
    });
    const run: RunContext = {
      ...startRun(
        { ...CONFIG, groupFrom },
        { clock, probe: () => Promise.reject(new Error('nobody is asked')) },
        { shard },
      ),
      outputs: {
        store,
        receivers: Object.entries(receivers).map(([id, send]) => ({
          id,
          fits,
          ...(singles.includes(id) && { sendsAlertsAlone: true as const }),
          send: async (notification) => {
            const services = notification.alerts.map(({ service }) => service.id).join();
            begun.push([clock.elapsed() - start, id, services]);
            await send(notification, clock);
            arrived.push(...notification.alerts.map((alert) => `${id} ${alert.id}`));
          },
        })),
        publish: async () => undefined,
        history: memoryHistory([]),
        links: { dashboard: null, logs: null },
      },
      known: { certain: true, snapshots: known, warnings: [], failures: [] },
      silencing: { ...NO_SILENCING, drill: null, failures: [] },
      neededElsewhere: new Map(),
      pauses: new Map(),
    };
    const delivering = deliverInTime(checking, run);
    return clock.run(delivering);
  };
  const to = (receiver: string) =>
    begun.flatMap(([at, id, services]) => (id === receiver ? [`${at} ${services}`] : []));
  return { run, to, arrived, outputs, begun: () => begun };
}

const at = (ms: number, ...ids: readonly string[]) => Object.fromEntries(ids.map((id) => [id, ms]));
const MANY = Array.from({ length: 64 }, (_, index) => `s${index}`);

describe('what is due', () => {
  it('is sent in this run even if its verdict comes while others are sent', async () => {
    const slow: Send = async (_, clock) => clock.sleep(500);
    const { run, to } = begin({ receivers: { all: slow } });
    const { snapshots } = await run({ a: 0, b: 15_100 });
    expect(to('all')).toEqual(['15000 a', '15500 b']);
    expect([...snapshots.values()].map(({ unsaved }) => unsaved)).toEqual([false, false]);
  });

  it('says of itself and of others what is known by then', async () => {
    const messages: [number, number | null][] = [];
    const send: Send = async ({ alerts, down }) => void messages.push([alerts.length, down]);
    await begin({ receivers: { all: send } }).run({ ...at(100, 'a', 'b', 'c'), d: 17_000 });
    expect(messages).toEqual([
      [3, null],
      [1, 4],
    ]);
  });
});

describe('a run', () => {
  it.each([1, 4, 40])(
    'of one of %d parts begins no message later than its limit after its last verdict',
    async (shards) => {
      const shard = { index: 0, count: shards };
      const { run, begun } = begin({
        shard,
        groupFrom: null,
        receivers: { all: async (_, clock) => clock.sleep(2_000) },
      });
      const { failures } = await run({ ...at(0, ...MANY), ...at(4_900, 'a', 'b', 'c') });
      expect(begun().at(-1)?.[0]).toBeLessThanOrEqual(4_900 + sendingLimitMs(shard));
      expect(failures).toMatchObject([{ output: 'alerts', message: expect.stringMatching(/wait for the next/) }]);
    },
  );

  it('begins no alert after its time, says so, and the next one goes on where it stopped', async () => {
    const slow: Send = async (_, clock) => clock.sleep(SENDING_LIMIT_MS * 0.75);
    const { run, arrived } = begin({ groupFrom: null, receivers: { all: slow } });
    const verdicts = at(0, 'a', 'b', 'c', 'd');
    const first = await run(verdicts);
    expect(arrived).toHaveLength(2);
    expect(first.failures).toEqual([
      {
        output: 'alerts',
        service: null,
        message: 'alerts of 2 incidents for all wait for the next run: sending is slow, or too many alerts are due',
      },
    ]);
    expect(await run(verdicts, first.snapshots)).toMatchObject({ failures: [] });
    expect(arrived.map((one) => one.slice(0, 10))).toEqual(['a', 'b', 'c', 'd'].map((id) => `all shop/${id}`));
  });
});

it('stores as the time of an alert when its receiver accepted it', async () => {
  const slow: Send = (_, clock) => clock.sleep(4_000);
  const { run } = begin({ receivers: { all: slow } });
  const { snapshots } = await run({ a: 0 });
  const { incidents, notified } = snapshots.get('a')?.state ?? NEW_STATE;
  expect(notified[incidents[0]?.id ?? '']?.all?.sent?.first.sentAt).toBe(NOW + 4_000);
});

describe('of two receivers', () => {
  const hanging: Send = async (_, clock) => {
    await clock.sleep(5_000);
    throw new UnansweredError('no answer within 5000 ms');
  };
  const WAYS: Readonly<Record<string, Send>> = {
    'refuses all': async () => {
      throw new Error('no such topic');
    },
    'refuses each for what it holds': async () => {
      throw new UnfitError('unfit');
    },
    'hangs for 5 s': hanging,
    'does not answer': async () => {
      throw new UnansweredError('no answer');
    },
  };
  /** The last ones while the other receiver may still hang. */
  const verdicts = { ...at(100, 'a', 'b', 'c', 'd'), ...at(17_000, 'e', 'f', 'g') };

  it.each(Object.entries(WAYS))('one that %s delays the other by nothing, and costs it nothing', async (_, send) => {
    const { run, to, arrived } = begin({ receivers: { bad: send, good: AT_ONCE } });
    const first = await run(verdicts);
    expect(to('good')).toEqual(['15000 a,b,c,d', '17000 e,f,g']);
    expect(first.failures).not.toEqual([]);
    expect(first.failures.every(({ output }) => output === 'alerts')).toBe(true);
    expect([...first.snapshots.values()].some(({ unsaved }) => unsaved)).toBe(false);
    // Each is marked for itself.
    await run(verdicts, first.snapshots);
    expect(to('good')).toEqual([]);
    expect(arrived.filter((one) => one.startsWith('good'))).toHaveLength(7);
  });

  it('both are marked, although one gets its alert while that of the other is saved as sent', async () => {
    const slow: Send = async (_, clock) => clock.sleep(500);
    const { run, outputs } = begin({ saveMs: 1_000, receivers: { fast: AT_ONCE, slow } });
    const { snapshots, failures } = await run({ a: 0 });
    expect(failures).toEqual([]);
    expect(leftOf(outputs, 'a')).toEqual([expect.stringMatching(/^has .* open$/)]);
    expect(snapshots.get('a')).toMatchObject({ unsaved: false, revision: outputs.stored.get('a')?.revision });
  });

  it.each(Object.entries(WAYS))('one that %s for a run is notified of all in the next', async (way, send) => {
    let isBad = true;
    const some: Send = async (notification, clock) => (isBad ? send(notification, clock) : undefined);
    const { run, arrived } = begin({ receivers: { bad: some, good: AT_ONCE } });
    const first = await run(verdicts);
    isBad = false;
    const second = await run(verdicts, first.snapshots);
    expect(second.failures).toEqual([]);
    const isGivenUp = way.startsWith('refuses each');
    expect(arrived.filter((one) => one.startsWith('bad'))).toHaveLength(isGivenUp ? 0 : 7);
    expect(new Set(arrived).size).toBe(arrived.length);
    expect([...second.snapshots.values()].some(({ unsaved }) => unsaved)).toBe(false);
  });
});

describe('what a receiver has done in a run of two batches', () => {
  const verdicts = { ...at(100, 'a'), ...at(17_000, 'b') };
  const newsOf = async (send: Send, known: Snapshots = new Map()) => {
    const { run } = begin({ receivers: { pager: send } });
    return (await run(verdicts, known)).news;
  };
  const refusing =
    (id: string): Send =>
    async ({ alerts }) => {
      if (alerts.some(({ service }) => service.id === id)) throw new Error('no such key');
    };

  it.each(['a', 'b'])('is that it refused, whichever batch that was in: %s', async (id) => {
    expect(await newsOf(refusing(id))).toEqual([{ receiver: 'pager', fault: 'no such key', busyUntil: null }]);
  });

  it('is said once if it has taken all', async () => {
    expect(await newsOf(AT_ONCE)).toEqual([{ receiver: 'pager', fault: null, busyUntil: null }]);
  });
});

it('the second batch goes on at the pace of the first', async () => {
  const { run, to } = begin({ groupFrom: null });
  await run({ a: 0, b: 15_001, c: 15_001 });
  const times = to('all').map((line) => Number(line.split(' ')[0]));
  expect(times).toEqual([15_000, 15_250, 15_500]);
});

it('a receiver that does not answer is named while its alerts wait', async () => {
  const silent: Send = async () => {
    throw new UnansweredError('no answer');
  };
  const { run } = begin({ receivers: { team: silent, good: AT_ONCE } });
  const verdicts = { a: 0 };
  const first = await run(verdicts);
  expect(first.failures.map(({ message }) => message).join()).toContain("can't be sent to team: no answer");
  const second = await run(verdicts, first.snapshots);
  const third = await run(verdicts, second.snapshots);
  expect(third.failures).toEqual([
    {
      output: 'alerts',
      service: 'a',
      message: 'alerts of a were sent to team and not answered: they are sent again after a pause',
    },
  ]);
});

describe('a receiver that gets each alert separately', () => {
  const ids = Array.from({ length: 150 }, (_, index) => `s${index}`);

  it('gets a hundred in a run however long it takes, and the others in the next, while the topic waits for none of them', async () => {
    const slow: Send = async (_, clock) => clock.sleep(300);
    const { run, to, arrived } = begin({ receivers: { pager: slow, topic: AT_ONCE }, singles: ['pager'] });
    const first = await run(at(0, ...ids));
    expect(to('pager').slice(0, 3)).toEqual(['0 s0', '50 s1', '100 s10']);
    expect(to('pager')).toHaveLength(SENDING_LIMIT_MS / SINGLE_SLOT_MS + 1);
    expect(to('topic')).toEqual([expect.stringMatching(/^0 s0,/)]);
    expect(first.failures).toMatchObject([
      { service: null, message: expect.stringMatching(/^alerts of 49 incidents for pager wait for the next run/) },
    ]);
    const second = await run(at(0, ...ids), first.snapshots);
    expect(second.failures).toEqual([]);
    expect(to('pager')).toHaveLength(49);
    const got = arrived.filter((one) => one.startsWith('pager'));
    expect([got.length, new Set(got).size]).toEqual([150, 150]);
  });

  it('is waited for once it leaves twenty unanswered', async () => {
    const hang: Send = async (_, clock) => {
      await clock.sleep(5_000);
      throw new UnansweredError('no answer');
    };
    const { run, to } = begin({ receivers: { pager: hang }, singles: ['pager'] });
    const { failures } = await run(at(0, ...ids));
    expect(to('pager')).toHaveLength(SINGLES_AT_ONCE + 1);
    expect(failures.at(-1)?.message).toMatch(
      /^alerts of 129 incidents for pager wait for the next run: sending is slow/,
    );
  });

  it('has its turn in no other part: its parts do not wait for each other', async () => {
    const shard = { index: 3, count: 50 };
    const { run, to } = begin({ receivers: { pager: AT_ONCE }, singles: ['pager'], shard });
    await run(at(0, ...ids.slice(0, 3)));
    expect(to('pager')).toEqual(['0 s0', '50 s1', '100 s2']);
  });
});

describe('one bad alert', () => {
  it('that is refused for what it holds lets all others arrive within a few runs, each once', async () => {
    const refuse: Send = async ({ alerts }) => {
      if (alerts.some(({ service }) => service.id === 's33')) throw new UnfitError('s33 is refused');
    };
    const { run, arrived } = begin({ receivers: { all: refuse } });
    let known: Snapshots = new Map();
    for (let count = 0; count < 4; count++) {
      const { snapshots } = await run(at(0, ...MANY), known);
      known = snapshots;
    }
    expect(new Set(arrived).size).toBe(MANY.length - 1);
    expect(arrived).toHaveLength(MANY.length - 1);
    expect(await run(at(0, ...MANY), known)).toMatchObject({ sent: [], failures: [] });
  });

  it('that can not be rendered costs the others nothing', async () => {
    const { run, arrived } = begin({ receivers: { all: async (notification) => void snsMessageOf(notification) } });
    const { state, ...rest } = failing('s33');
    const incidents = state.incidents.map((one) => ({ ...one, message: null as never }));
    const { failures } = await run(at(0, ...MANY), new Map([['s33', { ...rest, state: { ...state, incidents } }]]));
    expect(arrived).toHaveLength(MANY.length - 1);
    expect(failures).toMatchObject([{ service: 's33' }]);
  });
});
