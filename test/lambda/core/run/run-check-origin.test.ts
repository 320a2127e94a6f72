/** A service is asked differently once, when its outage opens, if that may explain a 500 or a 403: each request is counted. */

import { httpProbe } from '../../../../lambda/adapters/http/http-probe';
import type { Observation } from '../../../../lambda/core/probe/observation';
import type { Probe } from '../../../../lambda/core/probe/probe-request';
import { SECOND_LOOK_MS } from '../../../../lambda/core/run/explain-outages';
import type { Run } from '../../../../lambda/core/run/run';
import { runCheck } from '../../../../lambda/core/run/run-check';
import type { Outputs } from '../../../../lambda/core/run/run-context';
import type { Snapshots } from '../../../../lambda/core/state/snapshot';
import { startSampleServices } from '../../../../local/sample/sample-services';
import { memoryHistory } from '../../../support/core/histories';
import { memoryOutputs } from '../../../support/core/memory-outputs';
import { answer, NOW, reportOf } from '../../../support/core/observations';
import { configOf } from '../../../support/core/runs';
import { MINUTE_MS } from '../../../support/core/story';
import { virtualClock } from '../../../support/core/virtual-clock';
import { startHttp, stopAfterEach } from '../../../support/http/servers';

const stopLater = stopAfterEach();
const RETRY = 'retry: { attempts: 2, backoff: 10ms }';
const SHOP = 'https://shop.example.com';
const NONE = '(none)';

function outputsOf(memory: ReturnType<typeof memoryOutputs>): Outputs {
  const { store, receivers, calls } = memory;
  return {
    store,
    receivers,
    publish: async () => undefined,
    history: memoryHistory(calls),
    links: { dashboard: null, logs: null },
  };
}

/** Runs over a server that answers by the `Origin` of a request; each is written down, by run. */
async function watch(
  lines: readonly string[],
  statusOf: (origin: string | undefined, count: number) => number | object,
) {
  const asked: string[] = [];
  const server = await stopLater(
    startHttp((request, response) => {
      const { origin } = request.headers;
      const found = statusOf(origin, asked.push(origin ?? NONE));
      const status = typeof found === 'number' ? found : 500;
      const body = typeof found === 'number' ? (found === 200 ? reportOf({ service: 'a' }) : { error: 'no' }) : found;
      response.writeHead(status).end(JSON.stringify(body));
    }),
  );
  const memory = memoryOutputs();
  const config = configOf({ a: server.url() }, [RETRY, ...lines]);
  let remembered: Snapshots = new Map();
  const run = async (minute: number, outputs: Outputs | null = outputsOf(memory)): Promise<Run> => {
    const clock = { now: () => NOW + minute * MINUTE_MS, elapsed: () => 0, sleep: async () => undefined };
    const done = await runCheck(config, { probe: httpProbe, clock, ...(outputs && { outputs }) }, { remembered });
    remembered = done.states;
    return done;
  };
  const clues = () =>
    memory.sent.map(({ event, clues: found }) =>
      [event, ...found.flatMap(({ code, message }) => (code === 'origin_matters' ? [message] : []))].join(' '),
    );
  return { own: server.url(), run, clues, memory, takeAsked: () => asked.splice(0) };
}

const needsOrigin = (status: number) => (origin: string | undefined) => (origin === undefined ? status : 200);
const takesNone = (status: number) => (origin: string | undefined) => (origin === undefined ? 200 : status);

it.each([500, 403])(
  'a service that answers %i without Origin is asked with its own, once in its incident',
  async (status) => {
    const { own, run, clues, takeAsked } = await watch(['alerts: { remindEvery: 2m }'], needsOrigin(status));
    const { results } = await run(0);
    expect(takeAsked()).toEqual([NONE, NONE, own]);
    // The verdict is that of asking as it is configured.
    expect(results).toMatchObject([{ reason: `http_${status}`, httpStatus: status, attempts: 2 }]);
    for (const minute of [1, 2, 3]) {
      await run(minute);
      expect(takeAsked()).toEqual([NONE, NONE]);
    }
    const clue =
      'it answered 200 with a report when checked with an Origin: set origin in its config, here to the origin of its baseUrl';
    expect(clues()).toEqual([`opened ${clue}`, `reminder ${clue}`]);
  },
);

it.each([
  ['origin', [`origin: ${SHOP}`], 'origin'],
  ['a header', [`headers: { oriGin: "${SHOP}" }`], 'headers.oriGin'],
  ['both', [`headers: { Origin: "${SHOP}" }`, 'origin: https://other.example.com'], 'origin and headers.Origin'],
])('a service with %s is asked without', async (_, lines, keys) => {
  const { run, clues, takeAsked } = await watch(lines, takesNone(500));
  await run(0);
  expect(takeAsked()).toEqual([SHOP, SHOP, NONE]);
  expect(clues()).toEqual([
    `opened it answered 200 with a report when checked without Origin: remove ${keys} from its config`,
  ]);
});

it('the sample checkout-service, without the origin that it asks for', async () => {
  const services = await startSampleServices(0);
  try {
    const checkout = services.find(({ id }) => id === 'checkout-service');
    const memory = memoryOutputs();
    const config = configOf({ 'checkout-service': checkout?.baseUrl ?? '' }, [RETRY]);
    const clock = { now: () => NOW, elapsed: () => 0, sleep: async () => undefined };
    await runCheck(config, { probe: httpProbe, clock, outputs: outputsOf(memory) });
    expect(memory.sent[0]?.clues).toMatchObject([{ code: 'origin_matters', at: '2026-03-01T12:00:00.000Z' }]);
  } finally {
    await Promise.all(services.map((service) => service.stop()));
  }
});

it('says nothing where that makes no difference', async () => {
  const { own, run, clues, takeAsked } = await watch([], () => 500);
  await run(0);
  expect(takeAsked()).toEqual([NONE, NONE, own]);
  expect(clues()).toEqual(['opened']);
});

it('asks in the run that opens the outage, and again when the next one opens', async () => {
  let isWell = false;
  const lines = ['alerts: { failureThreshold: 3, successThreshold: 1 }'];
  const { own, run, takeAsked } = await watch(lines, (origin) => (isWell || origin ? 200 : 500));
  const requests: number[] = [];
  for (const [minute, well] of [false, false, false, false, true, false, false, false].entries()) {
    isWell = well;
    await run(minute);
    requests.push(takeAsked().filter((origin) => origin === own).length);
  }
  expect(requests).toEqual([0, 0, 1, 0, 0, 0, 0, 1]);
});

describe('is not asked differently', () => {
  it.each<[string, (origin: string | undefined, count: number) => number | object]>([
    ['that is well', () => 200],
    ['that is well at the second attempt', (_, count) => (count === 1 ? 500 : 200)],
    ['that answers another status', () => 503],
    ['of which one attempt was answered otherwise', (_, count) => (count === 1 ? 503 : 500)],
    ['that reports itself unhealthy under a 500', () => reportOf({ status: 'unhealthy', service: 'a' })],
  ])('a service %s', async (_, statusOf) => {
    const { run, takeAsked } = await watch([], statusOf);
    await run(0);
    const asked = takeAsked();
    expect(asked.length).toBeLessThanOrEqual(2);
    expect(new Set(asked)).toEqual(new Set([NONE]));
  });

  it('a service in a run that keeps nothing', async () => {
    const { run, takeAsked } = await watch([], () => 500);
    await run(0, null);
    expect(takeAsked()).toEqual([NONE, NONE]);
  });

  it('a service whose state is unknown because the store is unreachable', async () => {
    const { run, takeAsked, memory } = await watch([], () => 500);
    memory.failing.add('load');
    await run(0);
    expect(takeAsked()).toEqual([NONE, NONE]);
    expect(memory.sent).toHaveLength(1);
  });
});

describe('the request', () => {
  const broken = answer(500, {});
  const CONFIG = configOf({ a: 'https://a.internal' }, [RETRY, 'timeout: 1s']);

  interface Plan {
    readonly lines?: readonly string[];
    /** How long it takes to read the states. */
    readonly stateMs?: number;
  }

  /** A run whose attempts take these milliseconds each, and the last one as long as it may. */
  async function runTaking(tookMs: readonly number[], { lines = ['timeout: 1s'], stateMs = 0 }: Plan = {}) {
    const config = configOf({ a: 'https://a.internal' }, [RETRY, ...lines]);
    const clock = virtualClock(NOW);
    const limits: number[] = [];
    const sentAfterMs: number[] = [];
    const left = [...tookMs];
    const probe: Probe = async ({ timeoutMs }, signal): Promise<Observation> => {
      limits.push(timeoutMs);
      await clock.sleep(left.shift() ?? timeoutMs, signal);
      return broken;
    };
    const memory = memoryOutputs();
    const { store, ...outputs } = outputsOf(memory);
    const receivers = outputs.receivers.map((receiver) => ({
      ...receiver,
      send: async () => void sentAfterMs.push(clock.elapsed()),
    }));
    const load: typeof store.load = async (asked) => {
      await clock.sleep(stateMs);
      return store.load(asked);
    };
    await clock.run(runCheck(config, { probe, clock, outputs: { ...outputs, receivers, store: { ...store, load } } }));
    return { limits, sentAfterMs };
  }

  it('has the time that attempts have', async () => {
    expect((await runTaking([20, 20])).limits).toEqual([1_000, 1_000, 1_000]);
  });

  it('has 3 s at most, and has ended 15 s after the start of the run; if no time is left, it is not made', async () => {
    const limits = async (lines: readonly string[], tookMs: readonly number[], stateMs = 0) =>
      (await runTaking(tookMs, { lines, stateMs })).limits;
    expect(await limits(['timeout: 10s'], [20, 20])).toEqual([10_000, 10_000, 3_000]);
    expect(await limits(['timeout: 10s'], [9_000, 4_000])).toEqual([10_000, 10_000, 1_990]);
    expect(await limits(['timeout: 10s'], [9_000, 6_000])).toEqual([10_000, 10_000]);
    expect(await limits(['timeout: 1s'], [20, 20], 14_500)).toEqual([1_000, 1_000, 500]);
    expect(await limits(['timeout: 1s'], [20, 20], 60_000)).toEqual([1_000, 1_000]);
  });

  it('delays alerts by 3 s at most, also if the probe does not keep its limit', async () => {
    const { sentAfterMs } = await runTaking([20, 20, 60_000]);
    expect(sentAfterMs).toEqual([20 + 10 + 20 + SECOND_LOOK_MS]);
  });

  it('ends with the run, which then keeps nothing', async () => {
    const ending = new AbortController();
    const clock = virtualClock(NOW);
    let requests = 0;
    const probe: Probe = async (_request, signal) => {
      requests++;
      if (requests === 3) ending.abort();
      if (signal?.aborted !== true) await clock.sleep(1, signal);
      return broken;
    };
    const memory = memoryOutputs();
    await clock.run(runCheck(CONFIG, { probe, clock, outputs: outputsOf(memory) }, { signal: ending.signal }));
    expect(requests).toBe(3);
    expect(memory.calls).toEqual(['load']);
  });

  it('waits until the concurrency allows it', async () => {
    const config = configOf({ a: 'https://a.internal', b: 'https://b.internal', c: 'https://c.internal' }, [
      RETRY,
      'concurrency: 2',
    ]);
    const clock = virtualClock(NOW);
    let underWay = 0;
    let most = 0;
    let requests = 0;
    const probe: Probe = async () => {
      most = Math.max(most, ++underWay);
      requests++;
      await clock.sleep(10);
      underWay--;
      return broken;
    };
    await clock.run(runCheck(config, { probe, clock, outputs: outputsOf(memoryOutputs()) }));
    expect([most, requests]).toEqual([2, 9]);
  });
});
