/** What a watch would know after many rounds: made by real runs of a made-up probe, on a clock that runs ahead. */

import { systemClock } from '../lambda/adapters/system-clock';
import type { Config } from '../lambda/core/config/config';
import type { Observation } from '../lambda/core/probe/observation';
import type { Probe } from '../lambda/core/probe/probe-request';
import type { Snapshots } from '../lambda/core/state/snapshot';
import type { Clock } from '../lambda/core/words/clock';
import { runCheck } from '../lambda/run-check';
import { memoryHistory } from '../local/history/history-log';
import { createLiveSource, type LiveSource } from '../local/page/live-source';
import { createMemoryStore } from '../local/store/memory-store';

/** One in so many services is down for the last rounds, one in so many was. */
const ONE_IN = 6;
const LAST_ROUNDS = 5;

export interface Watched {
  readonly source: LiveSource;
  /** One round more, in which the service that is down changes its verdict. */
  round(): Promise<void>;
}

export async function watched(config: Config, rounds: number): Promise<Watched> {
  let round = 0;
  const start = Date.now() - rounds * config.intervalMs;
  const clock: Clock = { ...systemClock, now: () => start + round * config.intervalMs, sleep: async () => undefined };
  const history = memoryHistory();
  const source = createLiveSource(config, history, clock, new Map());
  const probe: Probe = async ({ url }) => observe(config, url, clock.now(), { round, rounds });
  const outputs = {
    store: createMemoryStore(),
    send: async () => undefined,
    publish: async () => undefined,
    links: { dashboard: null, logs: null },
  };
  let remembered: Snapshots = new Map();
  const once = async () => {
    round++;
    const run = await runCheck(config, { probe, clock, outputs }, { remembered });
    remembered = run.states;
    await history.record(run.results, clock.now());
    source.update(run);
  };
  for (let count = 0; count < rounds; count++) await once();
  return { source, round: once };
}

interface Moment {
  readonly round: number;
  readonly rounds: number;
}

function observe(config: Config, url: string, now: number, { round, rounds }: Moment): Observation {
  const index = config.services.findIndex(({ statusUrl }) => statusUrl === url);
  const totalMs = 20 + 10 * Math.sin(round / 3 + index);
  const timings = { dnsMs: 1, connectMs: 2, tlsMs: 9, firstByteMs: totalMs - 13, downloadMs: 1, totalMs };
  const seen = { timings, remoteAddress: '10.0.0.1', certificateExpiresAt: now + 61 * 86_400_000 };
  const isDown = index % ONE_IN === 0 && round > rounds - LAST_ROUNDS;
  const wasDown = index % ONE_IN === 1 && round > rounds - 40 && round < rounds - 34;
  if (isDown && round % 2 === 0) {
    const refused = { reason: 'connection_refused', detail: 'ECONNREFUSED', errorCode: 'ECONNREFUSED' } as const;
    return { ...seen, kind: 'failure', ...refused, httpStatus: null };
  }
  const { id } = config.services[index] ?? { id: '' };
  const headers = { contentType: 'application/json', location: null };
  const body = new TextEncoder().encode(reportText(id, now, round));
  const httpStatus = isDown || wasDown ? 503 : 200;
  return { ...seen, kind: 'answer', httpStatus, headers, announcedBytes: body.length, body, bodyTooLarge: false };
}

function reportText(service: string, now: number, round: number): string {
  return JSON.stringify({
    status: 'healthy',
    service,
    timestamp: new Date(now).toISOString(),
    environment: 'bench',
    version: `1.${Math.floor(round / 100)}.0`,
    uptime: 1e5 + round * 60,
    memory: { used: 100 + (round % 50), total: 512 },
  });
}
