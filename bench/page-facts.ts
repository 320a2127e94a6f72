/** The facts of a watch after many runs: real runs of an invented probe, on a clock that runs ahead. */

import { systemClock } from '../lambda/adapters/system/system-clock';
import type { Config } from '../lambda/core/config/config';
import type { HistoryStore } from '../lambda/core/history/history-items';
import type { Observation } from '../lambda/core/probe/observation';
import type { Probe } from '../lambda/core/probe/probe-request';
import { runCheck } from '../lambda/core/run/run-check';
import type { Snapshots } from '../lambda/core/state/snapshot';
import type { StateStore } from '../lambda/core/state/store';
import type { Clock } from '../lambda/core/words/clock';
import { createLiveSource, type LiveSource } from '../local/page/source/live-source';
import { createMemoryHistory, createMemoryStore } from '../local/store/memory-store';
import { writeLongPast } from './long-past';

/** A service in so many is down in the last runs, and another in so many was down earlier. */
const ONE_IN = 6;
const LAST_RUNS = 5;
/** A failing service answers 503, and refuses in a run in so many. */
const REFUSES_ONE_IN = 5;

export interface SimulatedWatch {
  readonly source: LiveSource;
  /** Does another run, in which the failing service may change its verdict. `really` asks before an answer is invented. */
  run(really?: Probe): Promise<void>;
  /** Saves states there from now on. */
  moveTo(store: StateStore): Promise<void>;
  readonly history: HistoryStore;
}

/** `days` is the length of the history before the first run. */
export async function simulateWatch(config: Config, runs: number, days?: number): Promise<SimulatedWatch> {
  let run = 0;
  const start = Date.now() - runs * config.intervalMs;
  const clock: Clock = { ...systemClock, now: () => start + run * config.intervalMs, sleep: async () => undefined };
  const history = createMemoryHistory();
  const ids = config.services.map(({ id }) => id);
  await writeLongPast(ids, history, start, days);
  const places = new Map(config.services.map(({ statusUrl }, index) => [statusUrl, index]));
  const source = createLiveSource(config, history, clock, { states: new Map(), silences: [] });
  const observed = (url: string) => observe(config, places.get(url) ?? 0, clock.now(), { run, runs });
  let outputs = {
    store: createMemoryStore() as StateStore,
    history,
    receivers: [],
    publish: async () => undefined,
    links: { dashboard: null, logs: null },
  };
  let remembered: Snapshots = new Map();
  const once = async (really?: Probe) => {
    run++;
    const probe: Probe = async (request, signal) => {
      await really?.(request, signal);
      return observed(request.url);
    };
    const done = await runCheck(config, { probe, clock, outputs }, { remembered });
    remembered = done.states;
    source.update(done);
  };
  for (let count = 0; count < runs; count++) await once();
  const moveTo = async (store: StateStore) => {
    for (const [id, { state }] of remembered) await store.save(id, state, null);
    outputs = { ...outputs, store };
    remembered = new Map();
  };
  return { source, run: once, moveTo, history };
}

interface Moment {
  readonly run: number;
  readonly runs: number;
}

function observe(config: Config, index: number, now: number, { run, runs }: Moment): Observation {
  const totalMs = 20 + 10 * chance(run, index) + (chance(index, run) > 0.95 ? 40 : 0);
  const timings = { dnsMs: 1, connectMs: 2, tlsMs: 9, firstByteMs: totalMs - 13, downloadMs: 1, totalMs };
  const seen = { timings, remoteAddress: '10.0.0.1', certificateExpiresAt: now + 61 * 86_400_000 };
  const isDown = index % ONE_IN === 0 && run > runs - LAST_RUNS;
  const wasDown = index % ONE_IN === 1 && run > runs - 40 && run < runs - 34;
  if (isDown && run % REFUSES_ONE_IN === 0) {
    const refused = { reason: 'connection_refused', detail: 'ECONNREFUSED', errorCode: 'ECONNREFUSED' } as const;
    return { ...seen, kind: 'failure', ...refused, httpStatus: null };
  }
  const { id } = config.services[index] ?? { id: '' };
  const headers = { contentType: 'application/json', location: null };
  const body = new TextEncoder().encode(reportText(id, now, run));
  const httpStatus = isDown || wasDown ? 503 : 200;
  return { ...seen, kind: 'answer', httpStatus, headers, announcedBytes: body.length, body, bodyTooLarge: false };
}

/** A number from 0 to 1, the same for the same numbers. */
function chance(left: number, right: number): number {
  const value = Math.sin(left * 12.9898 + right * 78.233) * 43_758.5453;
  return value - Math.floor(value);
}

function reportText(service: string, now: number, run: number): string {
  return JSON.stringify({
    status: 'healthy',
    service,
    timestamp: new Date(now).toISOString(),
    environment: 'bench',
    version: `1.${Math.floor(run / 100)}.0`,
    uptime: 1e5 + run * 60,
    memory: { used: 100 + (run % 50), total: 512 },
  });
}
