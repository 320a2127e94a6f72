/** The Lambda's own bundle, run as Lambda would: in a process of its own, event after event, which a test can kill. */

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import type { Config } from '../../lambda/core/config';
import { secretIds } from '../../lambda/core/secrets';
import { writeBundledConfig } from '../../lib/bundled-config';
import { CHECKER_ENTRY, checkerBundle } from '../../lib/checker-bundle';

/** Bundles the handler with `config`, with the options of the stack, and gives the bundle's path in `folder`. */
export async function bundleChecker(config: Config, folder: string): Promise<string> {
  const { alias, mainFields, format, target, minify } = checkerBundle(
    writeBundledConfig(config, folder),
    secretIds(config).length > 0,
  );
  const bundle = join(folder, 'index.js');
  await promisify(execFile)(join(process.cwd(), 'node_modules/.bin/esbuild'), [
    CHECKER_ENTRY,
    ...['--bundle', '--platform=node', '--log-level=error', `--outfile=${bundle}`],
    ...[`--format=${format}`, `--target=${target}`, `--main-fields=${mainFields.join(',')}`],
    ...(minify ? ['--minify'] : []),
    ...Object.entries(alias).map(([name, path]) => `--alias:${name}=${path}`),
  ]);
  return bundle;
}

/** What became of one invocation, and how long that took, the process's start included where it was the first. */
export type Invoked = { readonly elapsedMs: number } & (
  | { readonly outcome: 'resolved'; readonly result: Readonly<Record<string, unknown>> }
  | { readonly outcome: 'rejected'; readonly message: string }
  | { readonly outcome: 'killed' }
);

export interface CheckerProcess {
  /** Rejects when the process ends by itself. */
  invoke(event?: unknown): Promise<Invoked>;
  /** Ends it at once, as a Lambda that runs out of time or memory; resolves when it is gone. */
  kill(): Promise<void>;
  /** The lines that it has logged so far. */
  readonly log: readonly Readonly<Record<string, unknown>>[];
  readonly isAlive: () => boolean;
}

const HOST = `
  const { handler } = require(process.argv[1]);
  process.on('message', async ({ event }) => {
    try {
      process.send({ result: await handler(event) });
    } catch (error) {
      process.send({ message: String(error.message) });
    }
  });
`;

/** Starts a process that has loaded `bundle`, with nothing but `environment`. */
export function startChecker(bundle: string, environment: Readonly<Record<string, string>>): CheckerProcess {
  const child = spawn(process.execPath, ['-e', HOST, bundle], {
    env: { NODE_NO_WARNINGS: '1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const log: Record<string, unknown>[] = [];
  let pending = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (pending + chunk).split('\n');
    pending = lines.pop() ?? '';
    log.push(...lines.map((line) => JSON.parse(line) as Record<string, unknown>));
  });
  const complaints = text(child.stderr as NodeJS.ReadableStream);
  let killed = false;
  const ended = once(child, 'exit').then(async (): Promise<'killed'> => {
    if (killed) return 'killed';
    throw new Error(`the checker's process ended by itself: ${await complaints}`);
  });
  // Told to whoever invokes; nobody else waits for it.
  ended.catch(() => {});
  return {
    log,
    isAlive: () => !killed,
    invoke: async (event = {}) => {
      const start = performance.now();
      const answer = await Promise.race([ask(child, event), ended]);
      const elapsedMs = performance.now() - start;
      return answer === 'killed' ? { outcome: answer, elapsedMs } : { ...answer, elapsedMs };
    },
    kill: async () => {
      killed = true;
      child.kill('SIGKILL');
      await ended;
    },
  };
}

type Answer =
  | { readonly outcome: 'resolved'; readonly result: Readonly<Record<string, unknown>> }
  | { readonly outcome: 'rejected'; readonly message: string };

async function ask(child: ChildProcess, event: unknown): Promise<Answer> {
  child.send({ event });
  const [{ message, result }] = await once(child, 'message');
  return message === undefined ? { outcome: 'resolved', result } : { outcome: 'rejected', message };
}
