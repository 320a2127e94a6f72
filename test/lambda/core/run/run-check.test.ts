/** One run over real loopback servers: how often each service is asked, in what order, and which verdict counts. */

import { httpProbe } from '../../../../lambda/adapters/http/http-probe';
import { systemClock } from '../../../../lambda/adapters/system/system-clock';
import type { CheckResult } from '../../../../lambda/core/probe/check-result';
import type { WarmProbe } from '../../../../lambda/core/probe/probe-request';
import { runCheck } from '../../../../lambda/core/run/run-check';
import type { Clock } from '../../../../lambda/core/words/clock';
import { configOf } from '../../../support/core/runs';
import { closedPort, startHttp, stopAfterEach } from '../../../support/http/servers';

const stopLater = stopAfterEach();
const ports = { probe: httpProbe, clock: systemClock };

/** A clock whose pauses are noted and over at once. */
function restlessClock(): { readonly clock: Clock; readonly pauses: number[] } {
  const pauses: number[] = [];
  const sleep = async (milliseconds: number) => {
    pauses.push(milliseconds);
  };
  return { clock: { ...systemClock, sleep }, pauses };
}

/** A server whose every service answers with the statuses given for it, one a request, the last one from then on. */
async function serverWith(statuses: Readonly<Record<string, readonly number[]>>) {
  const asked: string[] = [];
  const server = await stopLater(
    startHttp((request, response) => {
      const [, id = ''] = (request.url ?? '').split('/');
      const answers = statuses[id] ?? [200];
      const status = answers[Math.min(asked.filter((other) => other === id).length, answers.length - 1)] ?? 200;
      asked.push(id);
      response.writeHead(status).end(JSON.stringify(status === 200 ? { status: 'healthy', service: id } : {}));
    }),
  );
  const urls = Object.fromEntries(Object.keys(statuses).map((id) => [id, `${server.url()}/${id}`]));
  return { asked, urls };
}

const inShort = ({ service, kind, reason, attempts }: CheckResult) => `${service.id} ${kind} ${reason} ${attempts}`;

describe('a service', () => {
  it('has the time and the timings of its last attempt', async () => {
    const refusing = configOf({ a: `http://127.0.0.1:${await closedPort()}` }, ['retry: { attempts: 2 }']);
    let now = 1_000;
    const clock = { ...restlessClock().clock, now: () => now++ };
    const seen: number[] = [];
    const probe: typeof httpProbe = async (request, signal) => {
      const observation = await httpProbe(request, signal);
      seen.push(observation.timings.totalMs);
      return observation;
    };
    const { startedAt, results } = await runCheck(refusing, { probe, clock });
    // The start of the run, then for each attempt its start and its verdict.
    expect([startedAt, results[0]?.at]).toEqual([1_000, 1_003]);
    expect(seen).toHaveLength(2);
    expect(results[0]?.timings.totalMs).toBe(seen[1]);
  });
});

describe('the results', () => {
  it('stand in the order of the config, and are handed on one by one as they come', async () => {
    const waiting = new Map<string, () => void>();
    const finishing = ['c', 'b', 'a'];
    const answerNext = () => waiting.get(finishing.shift() ?? '')?.();
    const server = await stopLater(
      startHttp((request, response) => {
        const [, id = ''] = (request.url ?? '').split('/');
        waiting.set(id, () => response.end(`{"status":"healthy","service":"${id}"}`));
        if (waiting.size === 3) answerNext();
      }),
    );
    const order: string[] = [];
    const config = configOf(Object.fromEntries(['a', 'b', 'c'].map((id) => [id, `${server.url()}/${id}`])));
    const { results } = await runCheck(config, ports, {
      onResult: ({ service }) => {
        order.push(service.id);
        answerNext();
      },
    });
    expect(order).toEqual(['c', 'b', 'a']);
    expect(results.map(inShort)).toEqual(['a healthy ok 1', 'b healthy ok 1', 'c healthy ok 1']);
  });

  it('come with the time of the whole run', async () => {
    const { urls } = await serverWith({ a: [200], b: [200] });
    const { durationMs, results } = await runCheck(configOf(urls), ports);
    // Timings are rounded to a hundredth of a millisecond.
    expect(durationMs + 0.01).toBeGreaterThanOrEqual(Math.max(...results.map(({ timings }) => timings.totalMs)));
  });
});

it('asks nobody before what its requests need is loaded', async () => {
  const { asked, urls } = await serverWith({ a: [200], b: [200] });
  const warmed: string[] = [];
  const warm: WarmProbe = async (requests) => {
    await new Promise(setImmediate);
    expect(asked).toEqual([]);
    warmed.push(...requests.map(({ url }) => url));
  };
  await runCheck(configOf(urls), { ...ports, warm });
  expect(warmed).toEqual(Object.values(urls).map((url) => `${url}/status`));
  expect(asked.toSorted()).toEqual(['a', 'b']);
});
