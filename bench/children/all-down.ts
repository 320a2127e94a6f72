/** Measured: runs in which all services fail, until each receiver has all its alerts. The services fail without a request. */

import { systemClock } from '../../lambda/adapters/system/system-clock';
import type { Config } from '../../lambda/core/config/config';
import { TOPIC } from '../../lambda/core/deliver/receiver';
import type { Probe } from '../../lambda/core/probe/probe-request';
import { runCheck } from '../../lambda/core/run/run-check';
import type { Snapshots } from '../../lambda/core/state/snapshot';
import { openReceivers } from '../../local/commands/open-receivers';
import { createMemoryHistory, createMemoryStore } from '../../local/store/memory-store';
import { readSetup, serveJobs } from './child-process';
import { ownCpuMs } from './serve-runs';

export interface AllDownSetup {
  readonly config: Config;
}

/** The figures of one run. */
export interface DownRun {
  readonly startedAt: number;
  /** From the start of the run to the first message to the topic; `null` if it got none. */
  readonly topicMs: number | null;
  /** The CPU time of the process until then, which other processes don't affect. */
  readonly topicCpuMs: number | null;
  readonly wallMs: number;
  /** Whether all receivers have all their alerts. */
  readonly isDone: boolean;
}

const { config } = readSetup<AllDownSetup>();
const encoder = new TextEncoder();
const probe: Probe = async () => ({
  kind: 'answer',
  httpStatus: 503,
  headers: { contentType: 'application/json', location: null },
  announcedBytes: null,
  body: encoder.encode('{"error":"the database does not answer"}'),
  bodyTooLarge: false,
  remoteAddress: '127.0.0.1',
  certificateExpiresAt: null,
  timings: { dnsMs: null, connectMs: 1, tlsMs: null, firstByteMs: 5, downloadMs: 0, totalMs: 6 },
});

let topicAt: { readonly wall: number; readonly cpu: number } | null = null;
let remembered: Snapshots = new Map();
const outputs = {
  store: createMemoryStore(),
  history: createMemoryHistory(),
  receivers: [
    {
      id: TOPIC,
      send: async () => {
        topicAt ??= { wall: performance.now(), cpu: ownCpuMs() };
      },
    },
    ...openReceivers(config),
  ],
  publish: async () => undefined,
  links: { dashboard: null, logs: null },
};

serveJobs(async (): Promise<DownRun> => {
  topicAt = null;
  const startedAt = Date.now();
  const start = performance.now();
  const cpu = ownCpuMs();
  const { states, failures } = await runCheck(config, { probe, clock: systemClock, outputs }, { remembered });
  remembered = states;
  const wallMs = performance.now() - start;
  const unexpected = failures.find(({ message }) => !message.includes(' wait for the next run'));
  if (unexpected) throw new Error(unexpected.message);
  // It was set in the meantime.
  const first = topicAt as { readonly wall: number; readonly cpu: number } | null;
  return {
    startedAt,
    wallMs,
    isDone: failures.length === 0,
    topicMs: first && first.wall - start,
    topicCpuMs: first && first.cpu - cpu,
  };
});
