/** A watch of many services that serves its page: it does runs on request, and measures how long it blocks the event loop. */

import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { httpProbe } from '../../lambda/adapters/http/http-probe';
import type { Probe } from '../../lambda/core/probe/probe-request';
import { servePage } from '../../local/page/serve-page';
import { createFileStore } from '../../local/store/file-store';
import { configOf } from '../bench-config';
import { simulateWatch } from '../page-facts';
import { readSetup, serveJobs } from './child-process';

export interface PageHostSetup {
  readonly origins: readonly string[];
  readonly services: number;
  /** Runs before the page is served. */
  readonly runs: number;
  /** The folder of the states. */
  readonly folder: string;
}

export type PageHostJob =
  | { readonly do: 'serve' }
  /** A run with invented answers. */
  | { readonly do: 'run' }
  /** A run that checks all services. */
  | { readonly do: 'check' }
  /** Starts a new measurement of the event loop. */
  | { readonly do: 'watch' };

export interface PageHostAnswer {
  readonly url: string;
  /** The end of the last run, in milliseconds since 1970. */
  readonly endedAt: number;
  /** The duration of that run. */
  readonly runMs: number;
  /** The durations of its requests, as the run measured them. */
  readonly requestsMs: readonly number[];
  /** The longest slice of work in the event loop since the measurement began, in milliseconds. */
  readonly sliceMs: number;
}

const HISTORY_DAYS = 1;
/** Between two turns of this timer is one turn of the event loop, if it is busy. */
const TURN_MS = 1;

const { origins, services, runs, folder } = readSetup<PageHostSetup>();

/**
 * The CPU time of this thread so far, in milliseconds, without other work of the machine.
 * Source: the kernel's Documentation/scheduler/sched-stats.rst, `/proc/<pid>/schedstat`: "time spent on the cpu (in nanoseconds)".
 */
function ownTimeMs(): number {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ')[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

function watchSlices() {
  let before = ownTimeMs();
  let longest = 0;
  setInterval(() => {
    const now = ownTimeMs();
    longest = Math.max(longest, now - before);
    before = now;
  }, TURN_MS);
  return {
    longestMs: () => longest,
    anew: () => {
      longest = 0;
    },
  };
}

async function start() {
  const { source, run, moveTo } = await simulateWatch(
    configOf({ origins, count: services, ca: null }),
    runs,
    HISTORY_DAYS,
  );
  await mkdir(folder, { recursive: true });
  await moveTo(createFileStore({ folder, onDamage: () => undefined }));
  const { url } = await servePage(source, { host: '127.0.0.1', port: 0 });
  const slices = watchSlices();
  let last: Omit<PageHostAnswer, 'url' | 'sliceMs'> = { endedAt: 0, runMs: 0, requestsMs: [] };
  const timed = async (probe?: Probe) => {
    const requestsMs: number[] = [];
    const timing: Probe = async (request, signal) => {
      const observation = await (probe ?? httpProbe)(request, signal);
      requestsMs.push(observation.timings.totalMs);
      return observation;
    };
    const begunAt = performance.now();
    await run(probe && timing);
    last = { endedAt: Date.now(), runMs: performance.now() - begunAt, requestsMs };
  };
  return async (job: PageHostJob['do']): Promise<PageHostAnswer> => {
    if (job === 'run') await timed();
    if (job === 'check') await timed(httpProbe);
    const sliceMs = slices.longestMs();
    if (job === 'watch') slices.anew();
    return { url, ...last, sliceMs };
  };
}

const started = start();
serveJobs(async (job: PageHostJob) => (await started)(job.do));
