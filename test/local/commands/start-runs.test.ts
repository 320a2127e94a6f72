/** The runs of a watch beside a history that can't be kept, or whose disk hangs. */

import { httpProbe } from '../../../lambda/adapters/http-probe';
import { systemClock } from '../../../lambda/adapters/system-clock';
import type { Config } from '../../../lambda/core/config/config';
import type { Probe } from '../../../lambda/core/probe/probe-request';
import type { Run } from '../../../lambda/core/run/run';
import type { Clock } from '../../../lambda/core/words/clock';
import { startRuns } from '../../../local/commands/start-runs';
import { type History, memoryHistory } from '../../../local/history/history-log';
import { reportText } from '../../support/asking';
import { memoryOutputs } from '../../support/memory-outputs';
import { answer, failure, reportOf } from '../../support/observations';
import { configOf } from '../../support/runs';
import { startHttp, stopAfterEach } from '../../support/servers';

const stopLater = stopAfterEach();

interface Watched {
  readonly config: Config;
  readonly probe?: Probe;
  readonly record?: History['record'];
  readonly sleep?: Clock['sleep'];
}

/** A watch with a page, on a clock that can be moved. */
async function startWatchOf({ config, probe = httpProbe, record, sleep = systemClock.sleep }: Watched) {
  const said: string[] = [];
  let ahead = 0;
  const { of, record: keep } = memoryHistory();
  const runs = await startRuns({
    config,
    ports: {
      probe,
      clock: { ...systemClock, elapsed: () => systemClock.elapsed() + ahead, sleep },
      outputs: { ...memoryOutputs(), publish: async () => undefined, links: { dashboard: null, logs: null } },
    },
    history: {
      of,
      record: (results, now) => {
        const kept = keep(results, now);
        return record?.(results, now) ?? kept;
      },
    },
    place: { host: '127.0.0.1', port: 0 },
    screen: { say: (text) => said.push(text), draw: () => undefined, end: () => undefined },
    interrupted: new AbortController().signal,
  });
  const url = /http:\/\/[^/]+/.exec(said.join())?.[0] ?? '';
  return {
    runs,
    said,
    pass: (milliseconds: number) => {
      ahead += milliseconds;
    },
    ask: async (path: string) => (await fetch(url + path)).text(),
  };
}

/** A watch of one service that is well. */
async function startWatch(record: History['record'], sleep = systemClock.sleep) {
  const server = await stopLater(startHttp((_, response) => response.end(reportText({ service: 'shop' }))));
  return startWatchOf({ config: configOf({ shop: server.url() }, ['retry: { attempts: 1 }']), record, sleep });
}

const messagesOf = (run: Run | null) => run?.failures.map(({ message }) => message);
const NEVER = new Promise<void>(() => undefined);

it('go on while the disk hangs, with a page that is up to date, and report it', async () => {
  const { runs, said, pass, ask } = await startWatch(
    () => NEVER,
    async () => undefined,
  );
  expect(messagesOf(await runs.next())).toEqual([]);
  const [shop] = JSON.parse(await ask('/api/services'));
  expect(shop).toMatchObject({ state: 'healthy', availability: 1 });
  pass(29_000);
  expect(messagesOf(await runs.next())).toEqual([]);
  pass(91_000);
  const hung = [expect.stringMatching(/^the history has not been written for 2 min\b/)];
  expect(messagesOf(await runs.next())).toEqual(hung);
  expect(await ask('/')).toContain('the history has not been written for 2 min');
  expect(JSON.parse(await ask('/status'))).toMatchObject({ status: 'unhealthy' });
  pass(60_000);
  await runs.end();
  expect(said.at(-1)).toMatch(/^ {2}problem: the history has not been written for 3 min/);
});

it('report with the next run why one could not be written, until one can', async () => {
  const outcomes: (() => Promise<void>)[] = [
    async () => undefined,
    () => Promise.reject(new Error('ENOSPC')),
    () => Promise.reject(new Error('ENOSPC')),
    async () => undefined,
    async () => undefined,
  ];
  const { runs, said } = await startWatch(() => (outcomes.shift() as () => Promise<void>)());
  const shown: unknown[] = [];
  while (outcomes.length > 0) shown.push(messagesOf(await runs.next()));
  const full = ["the history can't be kept: ENOSPC"];
  expect(shown).toEqual([[], [], full, full, []]);
  await runs.end();
  expect(said.join('\n')).not.toContain('problem');
});

it('end once the last run is written, and say so if it was not', async () => {
  let isWritten = false;
  const slow = await startWatch(async () => {
    for (let pass = 0; pass < 50; pass++) await new Promise(setImmediate);
    isWritten = true;
  });
  await slow.runs.next();
  expect(isWritten).toBe(false);
  await slow.runs.end();
  expect([isWritten, slow.said.join().includes('problem')]).toEqual([true, false]);

  const full = await startWatch(() => Promise.reject(new Error('ENOSPC')));
  expect(messagesOf(await full.runs.next())).toEqual([]);
  await full.runs.end();
  expect(full.said.at(-1)).toBe("  problem: the history can't be kept: ENOSPC");
});

it('say on the page that a run is inconclusive, and show each service as it was found last', async () => {
  const ids = ['shop', 'mail', 'cart'];
  let isCutOff = false;
  const { runs, ask } = await startWatchOf({
    config: configOf(Object.fromEntries(ids.map((id) => [id, `https://${id}.internal`])), ['retry: { attempts: 1 }']),
    probe: async ({ url }) =>
      isCutOff
        ? failure('network_unreachable', { errorCode: 'ENETUNREACH' })
        : answer(200, reportOf({ service: new URL(url).hostname.split('.')[0] })),
  });
  const states = async () => JSON.parse(await ask('/api/services')).map(({ state }: { state: string }) => state);
  await runs.next();
  expect(await ask('/')).not.toContain('inconclusive');
  isCutOff = true;
  const inconclusive = /^inconclusive: none of 3 services, on 3 hosts, could be asked/;
  expect(messagesOf(await runs.next())).toEqual([expect.stringMatching(inconclusive)]);
  expect((await ask('/')).match(/inconclusive: none of 3 services/g)).toHaveLength(1);
  expect(await states()).toEqual(['healthy', 'healthy', 'healthy']);
  expect(JSON.parse(await ask('/status'))).toMatchObject({ status: 'unhealthy' });
  isCutOff = false;
  expect(messagesOf(await runs.next())).toEqual([]);
  expect(await ask('/')).not.toContain('inconclusive');
  await runs.end();
});
