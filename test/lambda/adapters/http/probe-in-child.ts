/** Runs the bundled probe in a process of its own, whose memory, warnings and environment are its alone. */

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ProbeRequest } from '../../../../lambda/core/probe/probe-request';

const run = promisify(execFile);

export interface ChildOrder {
  /** Asked again and again first, so that what is loaded once does not count. */
  readonly warmUp: ProbeRequest | null;
  /** Whether no file is left that could be opened when they are asked. */
  readonly outOfFiles?: boolean;
  /** Asked all at once, with one signal. */
  readonly requests: readonly ProbeRequest[];
}

export interface ChildReport {
  /** For each request the reason of its failure, `answer`, or why it could not be checked. */
  readonly seen: readonly string[];
  readonly totalMs: readonly number[];
  /** The names of the warnings that the process emitted. */
  readonly warnings: readonly string[];
  /** By how many bytes the most memory that the process ever took grew during the requests. */
  readonly peakGrowth: number;
  /** By how many bytes what it holds grew, with all garbage collected. */
  readonly heldGrowth: number;
}

export interface ChildProbe {
  run(order: ChildOrder, environment?: Readonly<Record<string, string>>): Promise<ChildReport>;
  remove(): Promise<void>;
}

/** Bundles the probe as a deployment does. */
export async function buildChildProbe(): Promise<ChildProbe> {
  const directory = await mkdtemp(join(tmpdir(), 'statuswatch-probe-'));
  const bundle = join(directory, 'probe.cjs');
  const esbuild = join(process.cwd(), 'node_modules/.bin/esbuild');
  await run(esbuild, [
    join(__dirname, 'probe-child.ts'),
    '--bundle',
    '--platform=node',
    '--log-level=error',
    `--outfile=${bundle}`,
  ]);
  return {
    run: async (order, environment = {}) => {
      // A shell's limit is the child's alone.
      const start = `${order.outOfFiles ? 'ulimit -n 64; ' : ''}exec "$0" --expose-gc "$1"`;
      const child = run('sh', ['-c', start, process.execPath, bundle], { env: { ...process.env, ...environment } });
      child.child.stdin?.end(JSON.stringify(order));
      return JSON.parse((await child).stdout) as ChildReport;
    },
    remove: () => rm(directory, { recursive: true }),
  };
}
