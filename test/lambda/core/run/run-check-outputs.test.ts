/** The outputs of a run fail apart from each other, reading the state costs no time, and an interrupted run leaves no trace. */

import { WHOLE } from '../../../../lambda/core/config/shard';
import { TOPIC } from '../../../../lambda/core/deliver/receiver';
import type { ReceiverNews } from '../../../../lambda/core/deliver/receiver-record';
import { hoursToWrite, NO_HISTORY } from '../../../../lambda/core/history/running-history';
import type { Notification } from '../../../../lambda/core/message/notification';
import { unsentAlerts } from '../../../../lambda/core/notify/unsent-alerts';
import type { Probe } from '../../../../lambda/core/probe/probe-request';
import type { Run } from '../../../../lambda/core/run/run';
import { runCheck } from '../../../../lambda/core/run/run-check';
import type { RunOptions } from '../../../../lambda/core/run/run-context';
import { briefsIn, type Overview } from '../../../../lambda/core/state/overview';
import type { Clock } from '../../../../lambda/core/words/clock';
import { memoryHistory } from '../../../support/core/histories';
import { storedState } from '../../../support/core/keeping';
import { type MemoryOutputs, memoryOutputs } from '../../../support/core/memory-outputs';
import { answer, failure, NOW, reportOf } from '../../../support/core/observations';
import { configOf } from '../../../support/core/runs';
import { virtualClock } from '../../../support/core/virtual-clock';

const LINES = [
  'name: shop',
  'retry: { attempts: 1 }',
  'alerts: { successThreshold: 1, remindEvery: never, groupFrom: never }',
];
const BASE_URLS = { mail: 'https://mail.internal', cart: 'https://cart.internal' };
const CONFIG = configOf(BASE_URLS, LINES);
const ONLY_MAIL = configOf({ mail: BASE_URLS.mail }, LINES);

const serviceOf = (url: string) => new URL(url).hostname.split('.')[0] as string;
const well: Probe = async ({ url }) => answer(200, reportOf({ service: serviceOf(url) }));
const down: Probe = async () => failure('connection_refused');

function clockAt(minute: number): Clock {
  return { now: () => NOW + minute * 60_000, elapsed: () => 0, sleep: async () => undefined };
}

interface Publication {
  readonly durationMs: number;
  readonly services: readonly string[];
  readonly shard: RunOptions['shard'];
}

/** Outputs of which each call can be made to fail, that of the metrics by `publish`. */
function createOutputs() {
  const memory = memoryOutputs();
  const history = memoryHistory(memory.calls);
  const published: Publication[] = [];
  const overviews: Overview[] = [];
  const records: (readonly [readonly ReceiverNews[], boolean])[] = [];
  const run = (
    minute: number,
    probe: Probe,
    options: RunOptions = {},
    config = CONFIG,
    clock = clockAt(minute),
  ): Promise<Run> =>
    runCheck(
      config,
      {
        probe,
        clock,
        outputs: {
          store: memory.store,
          receivers: memory.receivers,
          publish: async ({ durationMs, results, shard }) => {
            if (memory.failing.has('publish')) throw new Error('the metrics were refused');
            const services = results.map(({ service }) => service.id);
            published.push({ durationMs, services, shard });
          },
          history,
          saveOverview: async (overview) => {
            if (memory.failing.has('overview')) throw new Error('the overview was refused');
            // When it comes, nothing is left to be sent or marked.
            overviews.push(overview);
            memory.calls.push('overview');
          },
          receiverKeeper: {
            pauses: async () => new Map(),
            keep: async (news, { isLate }) => {
              records.push([news, isLate]);
              const failures = [{ output: 'store', service: null, message: 'records fail' } as const];
              return { records: null, failures: memory.failing.has('records') ? failures : [] };
            },
          },
          links: { dashboard: null, logs: null },
        },
      },
      options,
    );
  return { memory, history, published, overviews, records, run };
}

const notified = ({ sent }: MemoryOutputs) => sent.map(({ service, event }) => `${service.id} ${event}`);
/** Of which events the store owes alerts. */
const owed = (memory: MemoryOutputs, id: string) => unsentAlerts(storedState(memory, id)).map(({ event }) => event);
const messages = ({ failures }: Run) => failures.map(({ output, service, message }) => [output, service, message]);

describe('when one output fails, the others still happen and the run says what failed:', () => {
  it('nothing, where nothing does', async () => {
    const { memory, published, run } = createOutputs();
    expect(messages(await run(0, down))).toEqual([]);
    expect(notified(memory)).toEqual(['cart opened', 'mail opened']);
    expect(published).toEqual([{ durationMs: 0, services: ['mail', 'cart'], shard: WHOLE }]);
    expect(owed(memory, 'mail')).toEqual([]);
  });

  it('nothing of a part, whose metrics say which part it is', async () => {
    const { published, run } = createOutputs();
    await run(0, well, { shard: { index: 1, count: 3 } });
    expect(published).toEqual([{ durationMs: 0, services: ['mail', 'cart'], shard: { index: 1, count: 3 } }]);
  });

  it('metrics', async () => {
    const { memory, run } = createOutputs();
    memory.failing.add('publish');
    const done = await run(0, down);
    expect(messages(done)).toEqual([['metrics', null, expect.stringContaining('the metrics were refused')]]);
    expect(done.sent.flatMap(({ alerts }) => alerts.map(({ event }) => event))).toEqual(['opened', 'opened']);
    expect([...memory.stored.keys()]).toEqual(['mail', 'cart']);
  });

  it('the check of a service; nobody is notified of it then', async () => {
    const { memory, published, run } = createOutputs();
    await run(0, well);
    const before = memory.stored.get('mail');
    const done = await run(1, async (request) => {
      if (serviceOf(request.url) === 'mail') throw new Error('EMFILE: too many open files');
      return failure('connection_refused');
    });
    const message = 'it could not be checked: EMFILE: too many open files';
    expect(messages(done)).toEqual([['probe', 'mail', message]]);
    expect(notified(memory)).toEqual(['cart opened']);
    expect(memory.stored.get('mail')).toEqual(before);
    expect(done.states.get('mail')?.state.latest?.kind).toBe('healthy');
    expect(published.at(-1)?.services).toEqual(['cart']);
  });

  it('the reading of the state', async () => {
    const { memory, published, run } = createOutputs();
    memory.failing.add('load');
    expect(messages(await run(0, down))).toEqual([['store', null, expect.stringContaining('load fails')]]);
    expect(notified(memory)).toEqual(['cart opened', 'mail opened']);
    expect(memory.sent.every(({ possiblyRepeated }) => possiblyRepeated)).toBe(true);
    // What could not be read must not be written over.
    expect(memory.stored.size).toBe(0);
    expect(published).toHaveLength(1);
  });

  it('the writing of one state', async () => {
    const { memory, published, run } = createOutputs();
    memory.failing.add('save mail');
    expect(messages(await run(0, down))).toEqual([['store', 'mail', expect.stringContaining('save mail 1 fails')]]);
    expect(memory.sent.map(({ service, possiblyRepeated }) => [service.id, possiblyRepeated]).sort()).toEqual([
      ['cart', false],
      ['mail', true],
    ]);
    expect([...memory.stored.keys()]).toEqual(['cart']);
    expect(published).toHaveLength(1);
  });

  it('the alert of one service, which then stays pending in the store', async () => {
    const { memory, published, run } = createOutputs();
    memory.failing.add('send opened mail');
    expect(messages(await run(0, down))).toEqual([
      ['alerts', 'mail', expect.stringContaining('send opened mail fails')],
    ]);
    expect(notified(memory)).toEqual(['cart opened']);
    expect(owed(memory, 'mail')).toEqual(['opened']);
    expect(published).toHaveLength(1);
  });

  it('all of them, each named for itself and in one list', async () => {
    const { memory, run } = createOutputs();
    for (const call of ['load', 'send', 'publish']) memory.failing.add(call);
    const done = await run(0, down);
    expect(done.failures.map(({ output, service }) => [output, service])).toEqual([
      ['store', null],
      ['alerts', 'cart'],
      ['alerts', 'mail'],
      ['metrics', null],
    ]);
    expect(done.results.map(({ kind }) => kind)).toEqual(['unreachable', 'unreachable']);
  });
});

describe('the order of things', () => {
  const HOUR = 60;

  it('is that the history comes last, after the alerts are sent and marked', async () => {
    const { memory, run } = createOutputs();
    const { states } = await run(0, well);
    memory.calls.length = 0;
    await run(HOUR, down, { remembered: states });
    const begun = memory.calls.indexOf('read');
    expect(memory.calls.slice(begun).sort()).toEqual(['overview', 'read', 'write cart', 'write mail']);
    expect(memory.calls.slice(0, begun)).toEqual(
      expect.arrayContaining(['send opened mail', 'save mail 3', 'save cart 2']),
    );
  });

  it.each([
    ['is too late', { historyLimitMs: -1 }],
    ['was interrupted', { signal: AbortSignal.abort() }],
  ])('has no history in a run that %s, which a later one makes up for', async (_, options) => {
    const { memory, history, run } = createOutputs();
    const { states } = await run(0, well);
    const { states: after, failures } = await run(HOUR, down, { remembered: states, ...options });
    expect(failures.filter(({ output }) => output === 'history')).toEqual([]);
    expect(memory.calls).not.toContain('read');
    await run(HOUR + 1, down, { remembered: after });
    expect(history.items('mail').map(({ key }) => key)).toEqual(['fine/2026-03-01', 'hours/2026-03-01']);
  });

  it.each([
    ['with all that it sent', {}, false],
    ['and is put off if the run is late', { historyLimitMs: -1 }, true],
  ])('has what receivers did at the end, %s', async (_, options, isLate) => {
    const { memory, records, run } = createOutputs();
    memory.failing.add('records');
    const { failures } = await run(0, down, options);
    expect(records).toEqual([[[{ receiver: TOPIC, fault: null, busyUntil: null }], isLate]]);
    expect(failures.map(({ message }) => message)).toEqual(['records fail']);
    memory.failing.add('send');
    await run(1, well);
    await run(2, well);
    expect(records.at(-1)?.[0]).toEqual([
      { receiver: TOPIC, fault: expect.stringMatching(/^send resolved .* fails$/), busyUntil: null },
    ]);
    await run(3, down, { signal: AbortSignal.abort() });
    expect(records).toHaveLength(3);
  });

  it('is saved although the history is not, and the run says so once', async () => {
    const { memory, history, published, run } = createOutputs();
    const { states } = await run(0, well);
    history.failing.add('read');
    const done = await run(HOUR, down, { remembered: states });
    expect(messages(done)).toEqual([['history', null, "the history of 2 services can't be written: read fails"]]);
    expect(notified(memory)).toEqual(['cart opened', 'mail opened']);
    expect(published).toHaveLength(2);
    expect(hoursToWrite(done.states.get('mail')?.state.history ?? NO_HISTORY)).toHaveLength(1);
  });

  it('has the overview after the alerts: of all services, as the run has found them', async () => {
    const { memory, overviews, run } = createOutputs();
    await run(0, down, { shard: { index: 2, count: 3 } });
    expect(memory.calls.at(-1)).toBe('overview');
    expect(overviews).toMatchObject([{ shard: 2, expiresAt: NOW + 86_400_000 }]);
    const brief = { kind: 'unreachable', at: NOW, since: NOW, failingSince: NOW, incidentSince: NOW, conditions: [] };
    expect(briefsIn(overviews.map(({ briefs }) => briefs))).toEqual(
      new Map([
        ['mail', brief],
        ['cart', brief],
      ]),
    );
  });

  it('is saved although the overview is not, and the run says so', async () => {
    const { memory, run } = createOutputs();
    memory.failing.add('overview');
    const done = await run(0, down);
    expect(messages(done)).toEqual([['overview', null, "the overview can't be saved: the overview was refused"]]);
    expect(notified(memory)).toEqual(['cart opened', 'mail opened']);
  });

  it('is save, mark as due, send, mark as sent: an alert is pending in the store before it is sent, and not after', async () => {
    const { memory, run } = createOutputs();
    const before: string[][] = [];
    const { send } = memory;
    Object.assign(memory, {
      send: (notification: Notification) => {
        before.push([...owed(memory, 'mail')]);
        return send(notification);
      },
    });
    await run(0, down, {}, ONLY_MAIL);
    expect(memory.calls).toEqual(['load', 'save mail 1', 'send opened mail', 'save mail 2', 'overview']);
    expect([before, owed(memory, 'mail')]).toEqual([[['opened']], []]);
  });

  it('has the state read while the services are asked: a store that answers only after all were asked delays nothing', async () => {
    const { memory, run } = createOutputs();
    const asked: string[] = [];
    let allAsked = () => {};
    const whenAsked = new Promise<void>((resolve) => {
      allAsked = resolve;
    });
    const { load } = memory.store;
    Object.assign(memory.store, { load: () => whenAsked.then(load) });
    const probe: Probe = async (request) => {
      if (asked.push(serviceOf(request.url)) === 2) allAsked();
      return down(request);
    };
    // Did the run wait for the store before it asks, or ask after it, neither would ever answer.
    expect(messages(await run(0, probe))).toEqual([]);
    expect(notified(memory)).toEqual(['cart opened', 'mail opened']);
  });

  it('has the services asked while the state is read: probes that answer only once it is read are not waited for', async () => {
    const { memory, run } = createOutputs();
    let isRead = () => {};
    const whenRead = new Promise<void>((resolve) => {
      isRead = resolve;
    });
    const { load } = memory.store;
    Object.assign(memory.store, { load: () => load().finally(isRead) });
    const probe: Probe = (request) => whenRead.then(() => down(request));
    await run(0, probe);
    expect(notified(memory)).toEqual(['cart opened', 'mail opened']);
  });
});

describe('an interrupted run', () => {
  it('makes nothing of what it saw: no write, no alert, no metric, and it remembers what it knew', async () => {
    const { memory, published, run } = createOutputs();
    const before = await run(0, well);
    const calls = memory.calls.length;
    const interrupt = new AbortController();
    const probe: Probe = async (request) => {
      interrupt.abort();
      return down(request);
    };
    const { states, sent, failures } = await run(1, probe, { signal: interrupt.signal, remembered: before.states });
    expect(memory.calls.slice(calls)).toEqual(['load']);
    expect({ sent, failures, published: published.length }).toEqual({ sent: [], failures: [], published: 1 });
    expect(states).toEqual(before.states);
  });

  it('ends no incident of a service that has left the config; the next run does', async () => {
    const { memory, run } = createOutputs();
    await run(0, down);
    const interrupt = new AbortController();
    const probe: Probe = async (request) => {
      interrupt.abort();
      return down(request);
    };
    await run(1, probe, { signal: interrupt.signal }, ONLY_MAIL);
    expect(notified(memory)).toEqual(['cart opened', 'mail opened']);
    await run(2, down, {}, ONLY_MAIL);
    expect(notified(memory)).toEqual(['cart opened', 'mail opened', 'cart resolved']);
  });

  it('has notified of what was found before the interruption', async () => {
    const { memory, run } = createOutputs();
    const interrupt = new AbortController();
    const { send } = memory;
    Object.assign(memory, {
      send: (notification: Notification) => send(notification).finally(() => interrupt.abort()),
    });
    const probe: Probe = async (request, signal) => {
      if (serviceOf(request.url) === 'mail') return down(request);
      await new Promise((resolve) => signal?.addEventListener('abort', resolve));
      return down(request);
    };
    const clock = virtualClock(NOW);
    await clock.run(run(0, probe, { signal: interrupt.signal }, CONFIG, clock));
    expect(notified(memory)).toEqual(['mail opened']);
    expect(owed(memory, 'mail')).toEqual([]);
    expect(memory.stored.has('cart')).toBe(false);
  });
});
