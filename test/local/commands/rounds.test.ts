/** The rounds of a watch beside a history that can't be kept, or whose disk hangs. */

import { httpProbe } from '../../../lambda/adapters/http-probe';
import { systemClock } from '../../../lambda/adapters/system-clock';
import type { Run } from '../../../lambda/core/run/run';
import { startRounds } from '../../../local/commands/rounds';
import { type History, memoryHistory } from '../../../local/history/history-log';
import { reportText } from '../../support/asking';
import { memoryOutputs } from '../../support/memory-outputs';
import { configOf } from '../../support/runs';
import { startHttp, stopAfterEach } from '../../support/servers';

const stopLater = stopAfterEach();

/** A watch of one service, with a page, on a clock that can be moved. */
async function startWatch(record: History['record'], sleep = systemClock.sleep) {
  const server = await stopLater(startHttp((_, response) => response.end(reportText({ service: 'shop' }))));
  const said: string[] = [];
  let ahead = 0;
  const { of, record: keep } = memoryHistory();
  const rounds = await startRounds({
    config: configOf({ shop: server.url() }, ['retry: { attempts: 1 }']),
    ports: {
      probe: httpProbe,
      clock: { ...systemClock, elapsed: () => systemClock.elapsed() + ahead, sleep },
      outputs: { ...memoryOutputs(), publish: async () => undefined, links: { dashboard: null, logs: null } },
    },
    history: {
      of,
      record: (results, now) => {
        void keep(results, now);
        return record(results, now);
      },
    },
    place: { host: '127.0.0.1', port: 0 },
    screen: { say: (text) => said.push(text), draw: () => undefined, end: () => undefined },
    interrupted: new AbortController().signal,
  });
  const url = /http:\/\/[^/]+/.exec(said.join())?.[0] ?? '';
  return {
    rounds,
    said,
    pass: (milliseconds: number) => {
      ahead += milliseconds;
    },
    ask: async (path: string) => (await fetch(url + path)).text(),
  };
}

const messagesOf = (run: Run | null) => run?.failures.map(({ message }) => message);
const NEVER = new Promise<void>(() => undefined);

it('go on while the disk hangs, with a page that is up to date, and tell of it', async () => {
  const { rounds, said, pass, ask } = await startWatch(
    () => NEVER,
    async () => undefined,
  );
  expect(messagesOf(await rounds.next())).toEqual([]);
  const [shop] = JSON.parse(await ask('/api/services'));
  expect(shop).toMatchObject({ state: 'healthy', availability: 1 });
  pass(29_000);
  expect(messagesOf(await rounds.next())).toEqual([]);
  pass(91_000);
  const hung = [expect.stringMatching(/^the history has not been written for 2 min\b/)];
  expect(messagesOf(await rounds.next())).toEqual(hung);
  expect(await ask('/')).toContain('the history has not been written for 2 min');
  expect(JSON.parse(await ask('/status'))).toMatchObject({ status: 'unhealthy' });
  pass(60_000);
  await rounds.end();
  expect(said.at(-1)).toMatch(/^ {2}problem: the history has not been written for 3 min/);
});

it('tell with the next one why a round could not be written, until one can', async () => {
  const outcomes: (() => Promise<void>)[] = [
    async () => undefined,
    () => Promise.reject(new Error('ENOSPC')),
    () => Promise.reject(new Error('ENOSPC')),
    async () => undefined,
    async () => undefined,
  ];
  const { rounds, said } = await startWatch(() => (outcomes.shift() as () => Promise<void>)());
  const told: unknown[] = [];
  while (outcomes.length > 0) told.push(messagesOf(await rounds.next()));
  const full = ["the history can't be kept: ENOSPC"];
  expect(told).toEqual([[], [], full, full, []]);
  await rounds.end();
  expect(said.join('\n')).not.toContain('problem');
});

it('end when the last is written, and tell where it was not', async () => {
  let isWritten = false;
  const slow = await startWatch(async () => {
    for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
    isWritten = true;
  });
  await slow.rounds.next();
  expect(isWritten).toBe(false);
  await slow.rounds.end();
  expect([isWritten, slow.said.join().includes('problem')]).toEqual([true, false]);

  const full = await startWatch(() => Promise.reject(new Error('ENOSPC')));
  expect(messagesOf(await full.rounds.next())).toEqual([]);
  await full.rounds.end();
  expect(full.said.at(-1)).toBe("  problem: the history can't be kept: ENOSPC");
});
