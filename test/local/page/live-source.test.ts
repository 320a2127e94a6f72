/** What a watch knows, run by run, and how well it does: its own `/status`, held against its own contract. */

import { httpProbe } from '../../../lambda/adapters/http-probe';
import { systemClock } from '../../../lambda/adapters/system-clock';
import type { Config } from '../../../lambda/core/config/config';
import type { Run } from '../../../lambda/core/run/run';
import { recall, type Snapshots } from '../../../lambda/core/state/snapshot';
import { runCheck } from '../../../lambda/run-check';
import { memoryHistory } from '../../../local/history/history-log';
import { createLiveSource } from '../../../local/page/live-source';
import { createMemoryStore } from '../../../local/store/memory-store';
import { askedFor } from '../../support/asked';
import { reportText } from '../../support/asking';
import { askPage, startPage } from '../../support/page';
import { configOf } from '../../support/runs';
import { type RunningServer, startHttp, stopAfterEach } from '../../support/servers';

const stopLater = stopAfterEach();
const NO_STATES: Snapshots = new Map();
/** Three intervals of a minute, and a run in which every attempt runs out of time. */
const STALE_AFTER_MS = 3 * 60_000 + 2 * 1_000 + 100;

/** The system's clock, with time that has passed unseen. */
function movableClock() {
  let ahead = 0;
  return {
    ...systemClock,
    now: () => systemClock.now() + ahead,
    elapsed: () => systemClock.elapsed() + ahead,
    move: (milliseconds: number) => {
      ahead += milliseconds;
    },
  };
}

async function startWatch() {
  const shop = { isWell: true };
  const server = await stopLater(
    startHttp((_, response) => {
      response.statusCode = shop.isWell ? 200 : 503;
      response.end(shop.isWell ? reportText({ service: 'shop' }) : '{"error":"down"}');
    }),
  );
  const config = configOf({ shop: server.url() }, [
    'name: family',
    'interval: 1m',
    'timeout: 1s',
    'retry: { attempts: 2, backoff: 100ms }',
  ]);
  const [clock, store, history] = [movableClock(), createMemoryStore(), memoryHistory()];
  const outputs = { store, send: async () => {}, publish: async () => {}, links: { dashboard: null, logs: null } };
  const begin = async () =>
    createLiveSource(config, history, clock, (await recall(store, NO_STATES, askedFor([]))).snapshots);
  const run = async (): Promise<Run> => {
    const found = await runCheck(config, { probe: httpProbe, clock, outputs });
    await history.record(found.results, clock.now());
    return found;
  };
  return { shop, config, clock, begin, run };
}

describe('what is known', () => {
  it('grows with each run, and its readers are notified', async () => {
    const { shop, begin, run } = await startWatch();
    const source = await begin();
    expect(source.known()).toMatchObject({ deployment: 'family', intervalMs: 60_000, staleAfterMs: STALE_AFTER_MS });
    expect(source.known().services).toMatchObject([
      { service: { id: 'shop' }, state: null, checkedAt: null, responseMs: null, history: [] },
    ]);
    let heard = 0;
    const unsubscribe = source.subscribe(() => heard++);
    source.update(await run());
    const [well] = source.known().services;
    expect(well).toMatchObject({ state: { latest: { kind: 'healthy' } }, responseMs: expect.any(Number) });
    expect(well?.checkedAt).toBe(well?.state?.latest?.at);
    expect(well?.history).toMatchObject([{ checks: 1, failures: {} }]);

    shop.isWell = false;
    source.update(await run());
    expect(source.known().services).toMatchObject([{ state: { open: [{ verdict: 'unhealthy' }] } }]);
    expect(source.states().get('shop')?.open).toMatchObject([{ reason: 'http_503' }]);
    expect(source.known().services[0]?.history).toHaveLength(2);
    expect(heard).toBe(2);
    unsubscribe();
    source.update(await run());
    expect(heard).toBe(2);
  });

  it('is there before the first run, if it was kept', async () => {
    const { begin, run } = await startWatch();
    await run();
    expect((await begin()).known().services).toMatchObject([{ state: { latest: { kind: 'healthy' } } }]);
  });

  it('keeps no problem for longer than it lasts', async () => {
    const { begin, run } = await startWatch();
    const source = await begin();
    const failures = [
      { output: 'store', service: 'shop', message: "can't be saved" } as const,
      { output: 'store', service: null, message: 'the disk is full' } as const,
    ];
    source.update({ ...(await run()), failures });
    expect(source.known().problems).toEqual(["shop: can't be saved", 'the disk is full']);
    source.update(await run());
    expect(source.known().problems).toEqual([]);
  });
});

it('a history is looked up when it is read, and once: what needs none costs none', async () => {
  const { config, clock } = await startWatch();
  const lookedUp: string[] = [];
  const of = (service: string) => {
    lookedUp.push(service);
    return [];
  };
  const history = { ...memoryHistory(), of };
  const source = createLiveSource(config, history, clock, NO_STATES);
  const page = await stopLater(startPage(source));
  for (const path of ['/status', '/badge/shop.svg', '/nowhere']) await askPage(page, path);
  expect(lookedUp).toEqual([]);
  const [shop] = source.known().services;
  expect([shop?.history, shop?.history]).toEqual([[], []]);
  expect(lookedUp).toEqual(['shop']);
});

it('a run is under way until it has ended, however it ends', async () => {
  const { begin } = await startWatch();
  const source = await begin();
  expect(source.running()).toBeNull();
  const run = source.during(Promise.resolve('found'));
  expect(source.running()).not.toBeNull();
  expect(await run).toBe('found');
  expect(source.running()).toBeNull();
  await expect(source.during(Promise.reject(new Error('a bug')))).rejects.toThrow('a bug');
  expect(source.running()).toBeNull();
});

describe('GET /status of the watcher', () => {
  /** A check of the watcher by its own means. */
  async function verdictOn(page: RunningServer) {
    const watched: Config = configOf({ statuswatch: page.url() }, ['environment: family', 'retry: { attempts: 1 }']);
    const { results } = await runCheck(watched, { probe: httpProbe, clock: systemClock });
    return results[0];
  }

  it('keeps the contract that it checks', async () => {
    const { begin, run } = await startWatch();
    const source = await begin();
    const page = await stopLater(startPage(source));
    expect(await verdictOn(page)).toMatchObject({ kind: 'healthy', warnings: [] });
    source.update(await run());
    expect(await verdictOn(page)).toMatchObject({ kind: 'healthy', reason: 'ok', warnings: [], httpStatus: 200 });
    const { headers, text } = await askPage(page, '/status');
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' });
    const number = expect.any(Number);
    expect(JSON.parse(text)).toEqual({
      status: 'healthy',
      service: 'statuswatch',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      environment: 'family',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      uptime: number,
      memory: { used: number, total: number },
    });
  });

  it('a sick service is no sickness of the watcher', async () => {
    const { shop, begin, run } = await startWatch();
    shop.isWell = false;
    const source = await begin();
    source.update(await run());
    expect(await verdictOn(await stopLater(startPage(source)))).toMatchObject({ kind: 'healthy' });
  });

  it('says unhealthy, and why, when its last run had trouble', async () => {
    const { begin, run } = await startWatch();
    const source = await begin();
    const page = await stopLater(startPage(source));
    source.update({ ...(await run()), failures: [{ output: 'store', service: null, message: 'the disk is full' }] });
    expect(await verdictOn(page)).toMatchObject({
      kind: 'unhealthy',
      reason: 'reported_unhealthy',
      httpStatus: 503,
      warnings: [],
      report: { service: 'statuswatch', others: { error: 'the last run had a problem: the disk is full' } },
      errorBody: null,
    });
    source.update(await run());
    expect(await verdictOn(page)).toMatchObject({ kind: 'healthy' });
  });

  it('says unhealthy when no run has ended for long, also when none ever did', async () => {
    const { clock, begin, run } = await startWatch();
    const source = await begin();
    const trouble = () => source.trouble();
    clock.move(STALE_AFTER_MS - 1_000);
    expect(trouble()).toBeNull();
    clock.move(2_000);
    expect(trouble()).toBe('no run has been completed for 3 min 3 s');
    source.update(await run());
    expect(trouble()).toBeNull();
    clock.move(STALE_AFTER_MS + 1_000);
    expect(trouble()).toMatch(/^no run has been completed for 3 min/);
    expect((await askPage(await stopLater(startPage(source)), '/status')).status).toBe(503);
  });
});
