/** What a watch would know after many runs: real runs of a made-up probe, on a clock that runs ahead. */

import { systemClock } from '../lambda/adapters/system-clock';
import type { Config } from '../lambda/core/config/config';
import type { Observation } from '../lambda/core/probe/observation';
import type { Probe } from '../lambda/core/probe/probe-request';
import type { Snapshots } from '../lambda/core/state/snapshot';
import type { Clock } from '../lambda/core/words/clock';
import { runCheck } from '../lambda/run-check';
import { createLiveSource, type LiveSource } from '../local/page/live-source';
import { createMemoryHistory } from '../local/store/memory-history';
import { createMemoryStore } from '../local/store/memory-store';
import { writeLongPast } from './long-past';

/** One service in so many is down in the last runs, another one in so many was down earlier. */
const ONE_IN = 6;
const LAST_RUNS = 5;

export interface Watched {
  readonly source: LiveSource;
  /** Does one more run, in which the service that is down changes its verdict. */
  run(): Promise<void>;
}

export async function watched(config: Config, runs: number): Promise<Watched> {
  let run = 0;
  const start = Date.now() - runs * config.intervalMs;
  const clock: Clock = { ...systemClock, now: () => start + run * config.intervalMs, sleep: async () => undefined };
  const history = createMemoryHistory();
  const ids = config.services.map(({ id }) => id);
  await writeLongPast(ids, history, start);
  const source = createLiveSource(config, history, clock, { states: new Map(), silences: [] });
  const probe: Probe = async ({ url }) => observe(config, url, clock.now(), { run, runs });
  const outputs = {
    store: createMemoryStore(),
    history,
    send: async () => undefined,
    publish: async () => undefined,
    links: { dashboard: null, logs: null },
  };
  let remembered: Snapshots = new Map();
  const once = async () => {
    run++;
    const done = await runCheck(config, { probe, clock, outputs }, { remembered });
    remembered = done.states;
    source.update(done);
  };
  for (let count = 0; count < runs; count++) await once();
  return { source, run: once };
}

interface Moment {
  readonly run: number;
  readonly runs: number;
}

function observe(config: Config, url: string, now: number, { run, runs }: Moment): Observation {
  const index = config.services.findIndex(({ statusUrl }) => statusUrl === url);
  const totalMs = 20 + 10 * Math.sin(run / 3 + index);
  const timings = { dnsMs: 1, connectMs: 2, tlsMs: 9, firstByteMs: totalMs - 13, downloadMs: 1, totalMs };
  const seen = { timings, remoteAddress: '10.0.0.1', certificateExpiresAt: now + 61 * 86_400_000 };
  const isDown = index % ONE_IN === 0 && run > runs - LAST_RUNS;
  const wasDown = index % ONE_IN === 1 && run > runs - 40 && run < runs - 34;
  if (isDown && run % 2 === 0) {
    const refused = { reason: 'connection_refused', detail: 'ECONNREFUSED', errorCode: 'ECONNREFUSED' } as const;
    return { ...seen, kind: 'failure', ...refused, httpStatus: null };
  }
  const { id } = config.services[index] ?? { id: '' };
  const headers = { contentType: 'application/json', location: null };
  const body = new TextEncoder().encode(reportText(id, now, run));
  const httpStatus = isDown || wasDown ? 503 : 200;
  return { ...seen, kind: 'answer', httpStatus, headers, announcedBytes: body.length, body, bodyTooLarge: false };
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
