/** A Lambda's own code, run as Lambda would: in a process of its own, event after event, which a test can kill. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Config, Deployment } from '../../../lambda/core/config/config';
import { forRegions, makeLambdaFolder, withoutCredentials } from '../../../lib/functions/lambda-folder';

/** The checker with `config` beside it, as the stack deploys both: the path of its code, in `folder`. */
export function checkerCode(config: Config, folder: string, deployment: Deployment | null = null): string {
  return join(makeLambdaFolder(folder, { lambda: 'checker', config, deployment }), 'index.js');
}

export function widgetCode(config: Config, folder: string): string {
  const content = { lambda: 'widget', config: withoutCredentials(config), deployment: null } as const;
  return join(makeLambdaFolder(folder, content), 'index.js');
}

export function pageCode(config: Config, folder: string): string {
  const content = { lambda: 'page', config: withoutCredentials(config), deployment: null } as const;
  return join(makeLambdaFolder(folder, content), 'index.js');
}

/** The code of a region that confirms outages. */
export function regionCode(config: Config, folder: string): string {
  const content = { lambda: 'region', config: forRegions(config), deployment: null } as const;
  return join(makeLambdaFolder(folder, content), 'index.js');
}

/** What became of one invocation, and how long that took, the process's start included where it was the first. */
export type InvocationResult<Result = Fields> = { readonly elapsedMs: number } & (
  | Answer<Result>
  | { readonly outcome: 'killed' }
);

export type Fields = Readonly<Record<string, unknown>>;

type Answer<Result> =
  | { readonly outcome: 'resolved'; readonly result: Result }
  | { readonly outcome: 'rejected'; readonly message: string };

export interface LambdaProcess<Result = Fields> {
  /** Rejects when the process ends by itself. `functionName` is how the function was named, such as `shop-checker:chat` for an alias. */
  invoke(event?: unknown, functionName?: string): Promise<InvocationResult<Result>>;
  /** Ends it at once, as a Lambda that runs out of time or memory; resolves when it is gone. */
  kill(): Promise<void>;
  /** The lines that it has logged so far. */
  readonly log: readonly Fields[];
  readonly isAlive: () => boolean;
}

const FUNCTION_NAME = 'under-test';
const FUNCTIONS = 'arn:aws:lambda:us-east-1:123456789012:function:';
/** The ARN in the context of an invocation that does not name the function. */
export const INVOKED_ARN = `${FUNCTIONS}${FUNCTION_NAME}`;

const HOST = `
  const { handler } = require(process.argv[1]);
  process.on('message', async ({ event, invokedFunctionArn }) => {
    try {
      process.send({ result: await handler(event, { invokedFunctionArn }) });
    } catch (error) {
      process.send({ message: String(error.message) });
    }
  });
`;

/** Starts a process that has loaded `code`, with nothing but `environment`. */
export function startLambda<Result = Fields>(
  code: string,
  environment: Readonly<Record<string, string>>,
): LambdaProcess<Result> {
  const child = spawn(process.execPath, ['-e', HOST, code], {
    env: { NODE_NO_WARNINGS: '1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const log: Fields[] = [];
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
    throw new Error(`the Lambda's process ended by itself: ${await complaints}`);
  });
  // Whoever invokes gets it; nobody else waits for it.
  ended.catch(() => {});
  return {
    log,
    isAlive: () => !killed,
    invoke: async (event = {}, functionName = FUNCTION_NAME) => {
      const start = performance.now();
      const asked = { event, invokedFunctionArn: `${FUNCTIONS}${functionName}` };
      const answer = await Promise.race([ask<Result>(child, asked), ended]);
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

async function ask<Result>(child: ChildProcess, asked: object): Promise<Answer<Result>> {
  child.send(asked);
  const [{ message, result }] = await once(child, 'message');
  return message === undefined ? { outcome: 'resolved', result } : { outcome: 'rejected', message };
}
