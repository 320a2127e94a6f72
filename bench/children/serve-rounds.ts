/** Serves rounds of requests: each is timed by itself, with a pause in which its connections finish closing. */

import { setTimeout as wait } from 'node:timers/promises';
import type { Sample } from '../contender';
import { serveJobs } from './child-process';
import { peakMbOf } from './process-figures';

export interface RoundServer {
  /** What has to be done before the first round. */
  prepare?(): Promise<void>;
  /**
   * Does one round. Resolves to a look at what it found, which isn't timed: it gives the milliseconds of the slowest
   * service, as the contender's own clock saw it, and throws if a service was not healthy.
   */
  round(): Promise<() => number>;
  /** CPU time so far, in milliseconds. */
  cpuMs(): number | null;
  /** Whose peak memory counts. */
  readonly pid: number | 'self';
}

/** CPU time of this process. */
export function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

export interface RoundsJob {
  readonly rounds: number;
  readonly pauseMs: number;
}

export function serveRounds(server: RoundServer): void {
  serveJobs(async ({ rounds, pauseMs }: RoundsJob) => {
    await server.prepare?.();
    const samples: Sample[] = [];
    for (let round = 0; round < rounds; round++) samples.push(await measure(server, pauseMs));
    return { samples, peakMb: peakMbOf(server.pid) };
  });
}

async function measure({ round, cpuMs }: RoundServer, pauseMs: number): Promise<Sample> {
  const cpuBefore = cpuMs();
  const start = performance.now();
  const slowestMs = await round();
  const wallMs = performance.now() - start;
  // What a round leaves to be cleaned up is its cost too.
  await wait(pauseMs);
  const cpuAfter = cpuMs();
  return {
    wallMs,
    overSlowestMs: wallMs - slowestMs(),
    cpuMs: cpuBefore === null || cpuAfter === null ? null : cpuAfter - cpuBefore,
  };
}
