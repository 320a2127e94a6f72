/** The runs of a watch, with its page: with a history that can't be written, after a laptop's sleep, and with wrong clocks. */

import { readdirSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { httpProbe } from '../../../lambda/adapters/http/http-probe';
import { systemClock } from '../../../lambda/adapters/system/system-clock';
import type { Config } from '../../../lambda/core/config/config';
import { TOPIC } from '../../../lambda/core/deliver/receiver';
import type { ReceiverNews } from '../../../lambda/core/deliver/receiver-record';
import { HOUR_MS } from '../../../lambda/core/history/running-history';
import type { Probe } from '../../../lambda/core/probe/probe-request';
import type { SilenceStore } from '../../../lambda/core/silences/silence';
import { readState } from '../../../lambda/core/state/stored-state';
import { startRuns } from '../../../local/commands/start-runs';
import type { RunDocument } from '../../../local/documents/run-document';
import { createFileStore, readStates } from '../../../local/store/file-store';
import { createHistoryFiles } from '../../../local/store/history-files';
import { createSilenceFiles } from '../../../local/store/silence-files';
import { memoryHistory } from '../../support/core/histories';
import { memoryOutputs } from '../../support/core/memory-outputs';
import { answer, failure, reportOf } from '../../support/core/observations';
import { configOf } from '../../support/core/runs';
import { maintenanceLine, silenceAt } from '../../support/core/silences';
import { reportText } from '../../support/http/asking';
import { startHttp, stopAfterEach } from '../../support/http/servers';
import { temporaryFolder } from '../../support/laptop/command-line';
import { DAY_MS, storedIn } from '../../support/laptop/past-hours';

const stopLater = stopAfterEach();
const folders = temporaryFolder();

interface StartOptions {
  readonly config: Config;
  readonly probe?: Probe;
  readonly folder?: string;
  readonly readSilences?: SilenceStore['read'];
  readonly hasPage?: boolean;
  /** The address of the command line that alerts link to. */
  readonly linkedUrl?: string | null;
}

/** The time of a clock that is set by hand. */
const time = { aheadMs: 0 };
const clock = {
  ...systemClock,
  now: () => systemClock.now() + time.aheadMs,
  elapsed: () => systemClock.elapsed() + time.aheadMs,
};
beforeEach(() => {
  time.aheadMs = 0;
});

/** A watch with a page; in a folder if there is one, as the command keeps it. */
async function startWatchOf({
  config,
  probe = httpProbe,
  folder,
  readSilences,
  hasPage = true,
  linkedUrl = null,
}: StartOptions) {
  const output: string[] = [];
  const history = memoryHistory();
  const onDamage = (message: string) => output.push(message);
  const { store, send, sent } = memoryOutputs();
  const stores = {
    store,
    ...(readSilences && { silences: { read: readSilences } }),
    ...(folder === undefined
      ? { history }
      : {
          store: createFileStore({ folder, onDamage }),
          silences: createSilenceFiles({ folder, onDamage }),
          history: createHistoryFiles({ folder: join(folder, 'history'), onDamage, clock }),
        }),
  };
  const runs = await startRuns({
    config,
    outlets: { receivers: [{ id: TOPIC, send }] },
    ports: { probe, clock, outputs: { ...stores, publish: async () => undefined } },
    place: hasPage ? { host: '127.0.0.1', port: 0, url: linkedUrl } : null,
    screen: { say: (text) => output.push(text) },
    interrupted: new AbortController().signal,
  });
  const url = /http:\/\/[^/]+/.exec(output.join())?.[0] ?? '';
  return { runs, history, output, sent, url, ask: async (path: string) => (await fetch(url + path)).text() };
}

/** The config of one service that is well. */
async function shopConfig(): Promise<Config> {
  const server = await stopLater(startHttp((_, response) => response.end(reportText({ service: 'shop' }))));
  return configOf({ shop: server.url() }, ['retry: { attempts: 1 }']);
}

const messagesOf = (run: RunDocument | null) => run?.failures.map(({ message }) => message);

describe('alerts link to', () => {
  const failing = async (options: Partial<StartOptions>) => {
    const watched = await startWatchOf({
      config: configOf({ shop: 'https://shop.internal' }, [
        'retry: { attempts: 1 }',
        'runbook: https://wiki.internal/run',
      ]),
      probe: async () => failure('connection_refused'),
      ...options,
    });
    await watched.runs.next();
    await watched.runs.end();
    return { url: watched.url, alerts: watched.sent.map(({ links }) => links) };
  };
  const linksTo = (dashboard: string | null) => ({
    alerts: [{ dashboard, logs: null, runbook: 'https://wiki.internal/run#connection_refused' }],
  });

  it('the page of the watch', async () => {
    const { url, ...links } = await failing({});
    expect(url).toMatch(/^http:/);
    expect(links).toEqual(linksTo(`${url}/`));
  });

  it('the address of the command line', async () => {
    expect(await failing({ linkedUrl: 'https://status.example.com/' })).toMatchObject(
      linksTo('https://status.example.com/'),
    );
  });

  it('no page if there is none', async () => {
    expect(await failing({ hasPage: false })).toMatchObject(linksTo(null));
  });
});

it("continue while the history can't be written, with a current page, and report it", async () => {
  const { runs, history, ask } = await startWatchOf({ config: await shopConfig() });
  expect(messagesOf(await runs.next())).toEqual([]);
  history.failing.add('write');
  const unwritten = ["the history of shop can't be written: write shop fails"];
  for (let hour = 0; hour < 2; hour++) {
    time.aheadMs += HOUR_MS;
    expect(messagesOf(await runs.next())).toEqual(unwritten);
  }
  expect(await ask('/')).toContain('write shop fails');
  expect(JSON.parse(await ask('/status'))).toMatchObject({ status: 'unhealthy' });
  expect(JSON.parse(await ask('/api/services'))).toMatchObject([{ state: 'healthy', availability: 1 }]);
  history.failing.clear();
  time.aheadMs += HOUR_MS;
  expect(messagesOf(await runs.next())).toEqual([]);
  const now = clock.now();
  const range = { from: now - DAY_MS, to: now, resolution: 'hours' } as const;
  expect((await storedIn(history, 'shop', range)).map(([, checks]) => checks)).toEqual([1, 1, 1]);
  await runs.end();
});

it('save the results of each run after people were notified, so that other commands show them', async () => {
  const folder = await mkdtemp(join(folders.path, 'state-'));
  const { runs } = await startWatchOf({ config: await shopConfig(), folder });
  for (let minute = 0; minute < 3; minute++) {
    const run = await runs.next();
    const { states } = await readStates(folder);
    const stored = readState(states[0]?.state);
    expect(stored?.latest?.at).toBe(Date.parse(run?.services[0]?.checkedAt ?? ''));
    expect(stored?.history.checks).toHaveLength(minute + 1);
    time.aheadMs += 1_000;
  }
  await runs.end();
});

it('send no alerts during planned maintenance, and leave it out of availability', async () => {
  const config = configOf({ shop: 'https://shop.internal', till: 'https://till.internal' }, [
    maintenanceLine(['shop'], clock.now()),
    'retry: { attempts: 1 }',
  ]);
  const probe: Probe = async () => failure('connection_refused');
  const { runs, sent, ask } = await startWatchOf({ config, probe });
  await runs.next();
  expect(sent.map(({ service }) => service.id)).toEqual(['till']);
  expect(JSON.parse(await ask('/api/services'))).toMatchObject([
    { service: 'shop', state: 'unreachable', availability: null, checksInMaintenance: 1 },
    { service: 'till', state: 'unreachable', availability: 0, checksInMaintenance: 0 },
  ]);
  await runs.end();
});

it('find earlier data after hours of sleep, with clocks that jump, and in another process', async () => {
  const config = await shopConfig();
  const folder = await mkdtemp(join(folders.path, 'state-'));
  const begunAt = clock.now();
  let watched = await startWatchOf({ config, folder });
  const jumps = [0, 60_000, 9 * HOUR_MS, 100 * DAY_MS, HOUR_MS, -100 * DAY_MS, -2 * HOUR_MS, 3 * HOUR_MS, 2 * DAY_MS];
  for (const jumpMs of [...jumps, HOUR_MS, HOUR_MS]) {
    time.aheadMs += jumpMs;
    expect(messagesOf(await watched.runs.next())).toEqual([]);
    await watched.runs.end();
    watched = await startWatchOf({ config, folder });
  }
  const [shop] = JSON.parse(await watched.ask('/api/services'));
  expect(shop).toMatchObject({ state: 'healthy', availability: 1 });
  expect(await watched.ask('/?range=7d')).toContain('9 checks');
  expect(watched.output.join('\n')).not.toMatch(/problem|damaged/);
  await watched.runs.end();
  const stored = createHistoryFiles({ folder: join(folder, 'history'), onDamage: fail, clock });
  const range = { from: begunAt - HOUR_MS, to: clock.now(), resolution: 'hours' } as const;
  const checks = (await storedIn(stored, 'shop', range)).reduce((sum, [, count]) => sum + count, 0);
  // The last hour goes on, and two checks were made a hundred days ahead.
  expect(checks).toBe(jumps.length + 2 - 2 - 1);
  expect(readdirSync(join(folder, 'history')).filter((name) => !name.endsWith('.json'))).toEqual([]);
});

it('show silences on the page, at once and from the next run on', async () => {
  const shop = await shopConfig();
  const folder = await mkdtemp(join(folders.path, 'state-'));
  const silences = createSilenceFiles({ folder, onDamage: fail });
  const now = clock.now();
  const upgrade = { kind: 'once', name: 'upgrade', services: null, from: now, to: now + 2 * HOUR_MS } as const;
  await silences.put(silenceAt(now, { id: 'first', by: 'ana' }));
  const { runs, ask } = await startWatchOf({ config: { ...shop, maintenance: [upgrade] }, folder });
  const listed = async () => /id="silences".*?<\/section>/.exec(await ask('/'))?.[0] ?? '';
  const atOnce = await listed();
  await silences.put(silenceAt(now, { id: 'second', by: 'ben' }));
  await silences.remove('first');
  await runs.next();
  const afterRun = await listed();
  await runs.end();
  expect(atOnce).toMatch(/by ana.*Upgrade|Upgrade.*by ana/);
  expect(afterRun).toMatch(/by ben.*Upgrade|Upgrade.*by ben/);
  expect(afterRun).not.toContain('by ana');
});

function fail(message: string): void {
  throw new Error(message);
}

it('show on the page that a run is inconclusive, with the last result of each service', async () => {
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
  const inconclusive = /^inconclusive: none of 3 services, on 3 hosts, could be checked/;
  expect(messagesOf(await runs.next())).toEqual([expect.stringMatching(inconclusive)]);
  expect((await ask('/')).match(/inconclusive: none of 3 services/g)).toHaveLength(1);
  expect(await states()).toEqual(['healthy', 'healthy', 'healthy']);
  expect(JSON.parse(await ask('/status'))).toMatchObject({ status: 'unhealthy' });
  isCutOff = false;
  expect(messagesOf(await runs.next())).toEqual([]);
  expect(await ask('/')).not.toContain('inconclusive');
  await runs.end();
});

it('continue with a new config: services that stay keep their incidents, those that left end, and the new receivers count', async () => {
  const isSick = (url: string) => !url.includes('cart');
  const { runs, sent, ask } = await startWatchOf({
    config: configOf({ shop: 'https://shop.internal', mail: 'https://mail.internal' }, [
      'alerts: { groupFrom: never }',
    ]),
    probe: async ({ url }) =>
      isSick(url) ? failure('connection_refused') : answer(200, reportOf({ service: 'cart' })),
  });
  await runs.next();
  expect(sent.map(({ event, service }) => `${event} ${service.id}`).sort()).toEqual(['opened mail', 'opened shop']);
  const opened = sent.find(({ service }) => service.id === 'shop');

  const another = memoryOutputs();
  const upgrade = { kind: 'once', name: 'upgrade', services: ['cart'], from: clock.now(), to: clock.now() + HOUR_MS };
  const config = configOf({ shop: 'https://shop.internal', cart: 'https://cart.internal' }, ['interval: 5m']);
  runs.take({ ...config, maintenance: [upgrade as never] }, { receivers: [{ id: 'second', send: another.send }] });
  const run = await runs.next();
  expect(run?.services.map(({ service }) => service)).toEqual(['shop', 'cart']);
  // The new receiver knows of nothing before: it is notified of what fails. The old one is no longer there.
  expect(another.sent.map(({ event, service, incidentId }) => [event, service.id, incidentId])).toEqual([
    ['opened', 'shop', opened?.incidentId],
  ]);
  expect(sent).toHaveLength(2);
  const page = JSON.parse(await ask('/api/services'));
  expect(page.map(({ service, state }: { service: string; state: string }) => [service, state])).toEqual([
    ['shop', 'unreachable'],
    ['cart', 'healthy'],
  ]);
  expect(JSON.parse(await ask('/api/incidents'))).toMatchObject([
    { service: 'shop', open: true },
    { service: 'mail', open: false },
  ]);
  expect(await ask('/')).toContain('maintenance &quot;upgrade&quot;');
  await runs.end();
});

describe('the pulse of a watch', () => {
  it('delays no run, and its result is reported in a later run', async () => {
    const { store, send } = memoryOutputs();
    const kept: (string | null)[] = [];
    const receiverKeeper = {
      pauses: async () => new Map(),
      keep: async (news: readonly ReceiverNews[]) => {
        kept.push(...news.map(({ fault }) => fault));
        return { records: [], failures: [] };
      },
    };
    const told: boolean[] = [];
    let answers = () => {};
    let isWritable = true;
    const runs = await startRuns({
      config: { ...configOf({ a: 'https://a.internal' }), pulses: [] },
      outlets: {
        receivers: [{ id: TOPIC, send }],
        receiverKeeper,
        beat: ({ isDone }) => {
          told.push(isDone);
          return new Promise((resolve) => {
            answers = () => resolve([{ receiver: '@outside', fault: 'refused with 404', busyUntil: null }]);
          });
        },
      },
      ports: {
        probe: async () => failure('connection_refused'),
        clock: { ...clock, sleep: async () => {} },
        outputs: {
          store,
          history: memoryHistory(),
          publish: async () => {
            if (!isWritable) throw new Error('no');
          },
        },
      },
      place: null,
      screen: { say: () => undefined },
      interrupted: new AbortController().signal,
    });
    await runs.next();
    // The first pulse is not answered yet.
    await runs.next();
    expect({ told, faults: kept.filter((fault) => fault !== null) }).toEqual({ told: [true, true], faults: [] });
    answers();
    await new Promise(setImmediate);
    isWritable = false;
    await runs.next();
    expect({ told, faults: kept.filter((fault) => fault !== null) }).toEqual({
      told: [true, true, false],
      faults: ['refused with 404'],
    });
    answers();
    await runs.end();
  });
});
