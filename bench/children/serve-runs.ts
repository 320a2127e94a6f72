/** Serves runs of requests: each run is timed by itself. In the pause after it, its connections finish closing. */

import { setTimeout as wait } from 'node:timers/promises';
import type { Sample } from '../contender';
import { serveJobs } from './child-process';
import { peakMbOf } from './process-figures';

export interface RunServer {
  /** The work before the first run. */
  prepare?(): Promise<void>;
  /**
   * Does one run. Resolves to a check of its result, which isn't timed. The check returns the milliseconds of the slowest service, by the
   * contender's own clock, and throws if a service was not healthy.
   */
  run(): Promise<() => number>;
  /** CPU time so far, in milliseconds. */
  cpuMs(): number | null;
  /** The process whose peak memory counts. */
  readonly pid: number | 'self';
}

/** CPU time of this process. */
export function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

export interface RunsJob {
  readonly runs: number;
  readonly pauseMs: number;
}

export function serveRuns(server: RunServer): void {
  serveJobs(async ({ runs, pauseMs }: RunsJob) => {
    await server.prepare?.();
    const samples: Sample[] = [];
    for (let run = 0; run < runs; run++) samples.push(await measure(server, pauseMs));
    return { samples, peakMb: peakMbOf(server.pid) };
  });
}

async function measure({ run, cpuMs }: RunServer, pauseMs: number): Promise<Sample> {
  const cpuBefore = cpuMs();
  const start = performance.now();
  const slowestMs = await run();
  const wallMs = performance.now() - start;
  // Cleaning up after a run is a part of its cost.
  await wait(pauseMs);
  const cpuAfter = cpuMs();
  return {
    wallMs,
    overSlowestMs: wallMs - slowestMs(),
    cpuMs: cpuBefore === null || cpuAfter === null ? null : cpuAfter - cpuBefore,
  };
}
