/** Tests of the facts of a watch after each run, and of its own `/status`. */

import { httpProbe } from '../../../../lambda/adapters/http/http-probe';
import { systemClock } from '../../../../lambda/adapters/system/system-clock';
import type { Config } from '../../../../lambda/core/config/config';
import { START } from '../../../../lambda/core/documents/address';
import type { Run } from '../../../../lambda/core/run/run';
import { runCheck } from '../../../../lambda/core/run/run-check';
import type { Silence } from '../../../../lambda/core/silences/silence';
import { loadStates, type Snapshots } from '../../../../lambda/core/state/snapshot';
import { createLiveSource } from '../../../../local/page/source/live-source';
import { createMemoryStore } from '../../../../local/store/memory-store';
import { askedFor } from '../../../support/core/asked';
import { memoryHistory } from '../../../support/core/histories';
import { configOf } from '../../../support/core/runs';
import { silenceAt } from '../../../support/core/silences';
import { reportText } from '../../../support/http/asking';
import { type RunningServer, startHttp, stopAfterEach } from '../../../support/http/servers';
import { askPage, startPage } from '../../../support/view/page';

const stopLater = stopAfterEach();
const NO_STATES: Snapshots = new Map();
/** Three intervals of a minute, and a run in which every attempt times out. */
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
  const asked: Silence[] = [];
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
  const clock = movableClock();
  const store = createMemoryStore();
  const history = memoryHistory();
  const links = { dashboard: null, logs: null };
  const silences = { read: async () => asked };
  const outputs = { store, history, silences, receivers: [], publish: async () => {}, links };
  const begin = async () =>
    createLiveSource(config, history, clock, {
      states: (await loadStates(store, NO_STATES, { ...askedFor([]), intervalMs: 60_000 })).snapshots,
      silences: [...asked],
    });
  let remembered = NO_STATES;
  const run = async (): Promise<Run> => {
    const found = await runCheck(config, { probe: httpProbe, clock, outputs }, { remembered });
    remembered = found.states;
    return found;
  };
  return { shop, asked, config, clock, history, begin, run };
}

describe('the facts of a watch', () => {
  it('change with each run, and subscribers are called', async () => {
    const { shop, begin, run } = await startWatch();
    const source = await begin();
    expect(source.known()).toMatchObject({ deployment: 'family', intervalMs: 60_000, staleAfterMs: STALE_AFTER_MS });
    expect(source.known().services).toMatchObject([{ service: { id: 'shop' }, state: null, buckets: [] }]);
    let heard = 0;
    const unsubscribe = source.subscribe(() => heard++);
    source.update(await run());
    const [well] = source.known().services;
    expect(well).toMatchObject({ state: { latest: { kind: 'healthy' } }, buckets: [] });
    expect(well?.state?.history.checks).toMatchObject([{ kind: 'healthy' }]);

    shop.isWell = false;
    source.update(await run());
    expect(source.known().services).toMatchObject([{ state: { incidents: [{ verdict: 'unhealthy' }] } }]);
    expect(source.states().get('shop')?.incidents).toMatchObject([{ reason: 'http_503' }]);
    expect(source.known().services[0]?.state?.history.checks).toHaveLength(2);
    expect(heard).toBe(2);
    unsubscribe();
    source.update(await run());
    expect(heard).toBe(2);
  });

  it('are available before the first run if they were stored', async () => {
    const { begin, run } = await startWatch();
    await run();
    expect((await begin()).known().services).toMatchObject([{ state: { latest: { kind: 'healthy' } } }]);
  });

  it('include a silence that began during a run', async () => {
    const { asked, clock, begin, run } = await startWatch();
    const source = await begin();
    const begun = await run();
    clock.move(1_000);
    asked.push(silenceAt(clock.now()));
    source.silence([...asked]);
    source.update(begun);
    expect(source.known().silences).toEqual(asked);
    clock.move(1_000);
    asked.pop();
    source.update(await run());
    expect(source.known().silences).toEqual([]);
  });

  it('include a silence from the next run until it ends', async () => {
    const { shop, asked, clock, begin, run } = await startWatch();
    shop.isWell = false;
    const source = await begin();
    source.update(await run());
    expect(source.known().silences).toEqual([]);
    asked.push(silenceAt(clock.now()));
    source.update(await run());
    expect(source.known()).toMatchObject({ silences: asked, services: [{ state: { latest: { kind: 'unhealthy' } } }] });
    clock.move(3_600_000);
    expect(source.known().silences).toEqual([]);
  });

  it('drop a problem once it is over', async () => {
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

describe('the history', () => {
  const HOUR_MS = 3_600_000;
  const checksIn = (buckets: readonly { checks: number }[] = []) =>
    buckets.reduce((sum, { checks }) => sum + checks, 0);

  it('covers each range with stored items and the states', async () => {
    const { clock, history, begin, run } = await startWatch();
    const source = await begin();
    // A laptop that sleeps for hours, and once for a day.
    for (const passedMs of [0, 60_000, 3 * HOUR_MS, 26 * HOUR_MS, HOUR_MS, 60_000]) {
      clock.move(passedMs);
      source.update(await run());
    }
    expect(history.items('shop').length).toBeGreaterThan(0);
    const checks = async (range: '24h' | '7d' | '90d') => {
      const { services, problems } = await source.find({ ...START, range });
      expect(problems).toEqual([]);
      return checksIn(services[0]?.buckets);
    };
    expect([await checks('24h'), await checks('7d'), await checks('90d')]).toEqual([3, 6, 6]);
    expect((await source.find({ ...START, range: 'latest' })).services[0]?.state?.history.checks).toHaveLength(6);
  });

  it('counts each check once, in order, with a clock that was set back and forth', async () => {
    const { clock, begin, run } = await startWatch();
    const source = await begin();
    for (const passedMs of [0, HOUR_MS, -3 * HOUR_MS, HOUR_MS, 4 * HOUR_MS]) {
      clock.move(passedMs);
      const found = await run();
      expect(found.failures).toEqual([]);
      source.update(found);
    }
    const [shop] = (await source.find({ ...START, range: '24h' })).services;
    expect(checksIn(shop?.buckets)).toBe(5);
    const starts = shop?.buckets.map(({ from }) => from) ?? [];
    expect(starts).toEqual([...starts].sort((left, right) => left - right));
  });

  it('is read once between two runs, and only if a view needs it', async () => {
    const { history, begin, run } = await startWatch();
    const source = await begin();
    const page = await stopLater(startPage(source));
    const readings = () => history.calls.filter((call) => call === 'read').length;
    for (const path of ['/', '/services/shop', '/status', '/badge/shop.svg', '/nowhere', '/api/incidents']) {
      await askPage(page, path);
    }
    expect(readings()).toBe(0);
    await Promise.all(['/?range=90d', '/api/services', '/?range=90d&find=sh'].map((path) => askPage(page, path)));
    await askPage(page, '/api/services');
    expect(readings()).toBe(1);
    source.update(await run());
    await askPage(page, '/?range=90d');
    // A list has the uptime of 30 days of what was checked, which is read once an hour.
    expect(readings()).toBe(3);
    source.update(await run());
    for (const path of ['/', '/?find=sh']) await askPage(page, path);
    expect(readings()).toBe(3);
  });

  it('is named as a problem if it cannot be read, and the states are shown', async () => {
    const { history, begin, run } = await startWatch();
    const source = await begin();
    source.update(await run());
    history.failing.add('read');
    const { services, problems } = await source.find({ ...START, range: '7d' });
    expect(problems).toEqual(["the history can't be read: read fails"]);
    expect(checksIn(services[0]?.buckets)).toBe(1);
    const page = await stopLater(startPage(source));
    const { status, text } = await askPage(page, '/?range=24h');
    expect([status, text.includes('read fails')]).toEqual([200, true]);
    expect((await askPage(page, '/')).text).not.toContain('read fails');
    history.failing.clear();
    source.update(await run());
    expect((await source.find({ ...START, range: '7d' })).problems).toEqual([]);
  });
});

describe('GET /status of the watcher', () => {
  /** A check of the watcher by its own means. */
  async function verdictOn(page: RunningServer) {
    const watched: Config = configOf({ statuswatch: page.url() }, ['environment: family', 'retry: { attempts: 1 }']);
    const { results } = await runCheck(watched, { probe: httpProbe, clock: systemClock });
    return results[0];
  }

  it('is a status report', async () => {
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

  it('stays healthy if a service fails', async () => {
    const { shop, begin, run } = await startWatch();
    shop.isWell = false;
    const source = await begin();
    source.update(await run());
    expect(await verdictOn(await stopLater(startPage(source)))).toMatchObject({ kind: 'healthy' });
  });

  it('is unhealthy with a reason if the last run had a problem', async () => {
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

  it('is unhealthy if no run has ended for long, or ever', async () => {
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
