/** Measured: the Lambda's own bundle, loaded and called as Lambda does, in the environment that this process was given. */

import { setTimeout as wait } from 'node:timers/promises';
import { readSetup, serveJobs } from './child-process';
import { peakMbOf } from './process-figures';
import { ownCpuMs } from './serve-runs';

export interface Invocations {
  readonly count: number;
  /** The pause after each invocation, in which its connections close. */
  readonly pauseMs: number;
  /** The number of services that must be healthy; `null` for the widget, whose answer must be a page. */
  readonly healthy: number | null;
}

export interface Invocation {
  /** The time to load the bundle; 0 if it was loaded before. */
  readonly loadMs: number;
  /** When its handler was called, in milliseconds since 1970. */
  readonly startedAt: number;
  readonly wallMs: number;
  readonly cpuMs: number;
  /** The length of a page; 0 for a run. */
  readonly characters: number;
}

export interface Invoked {
  readonly invocations: readonly Invocation[];
  readonly peakMb: number | null;
}

type Handler = (event: unknown) => Promise<{ readonly healthy?: number } | string>;

const { bundle } = readSetup<{ readonly bundle: string }>();
let handler: Handler | undefined;

async function invoke({ pauseMs, healthy }: Invocations): Promise<Invocation> {
  const cpuBefore = ownCpuMs();
  const start = performance.now();
  handler ??= require(bundle).handler as Handler;
  const loaded = performance.now();
  const line = await handler({ shard: 0, shards: 1 });
  const end = performance.now();
  const found = typeof line === 'string' ? null : line.healthy;
  if (found !== healthy || line === '')
    throw new Error(`expected ${healthy} healthy services, got ${JSON.stringify(line)}`);
  await wait(pauseMs);
  return {
    loadMs: loaded - start,
    startedAt: performance.timeOrigin + loaded,
    wallMs: end - loaded,
    cpuMs: ownCpuMs() - cpuBefore,
    characters: typeof line === 'string' ? line.length : 0,
  };
}

serveJobs(async (job: Invocations): Promise<Invoked> => {
  const invocations: Invocation[] = [];
  for (let index = 0; index < job.count; index++) invocations.push(await invoke(job));
  return { invocations, peakMb: peakMbOf('self') };
});
