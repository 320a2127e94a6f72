/** Services of well-known frameworks that run as processes of their own, on a port of loopback: those of test/fixtures/services. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const FOLDER = join(__dirname, '../../fixtures/services');

export interface RealService {
  readonly url: string;
  /** Makes one of its parts fail, with this cause. */
  breaks(cause: string): Promise<void>;
  mends(): Promise<void>;
  /** Tells it to end, as an orchestrator does, and resolves once it has begun to. */
  shutsDown(): Promise<void>;
}

/** Starts services that end after the last test of a file. */
export function startRealServices(): (name: 'express' | 'terminus') => Promise<RealService> {
  const running: ChildProcess[] = [];
  afterAll(async () => {
    for (const child of running) child.kill('SIGKILL');
    await Promise.all(running.map((child) => child.exitCode ?? child.signalCode ?? once(child, 'exit')));
  });
  return async (name) => {
    const child = spawn(process.execPath, [join(FOLDER, `${name}.mjs`)], { stdio: ['pipe', 'pipe', 'inherit'] });
    running.push(child);
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const said = async (): Promise<Readonly<Record<string, unknown>>> => {
      const { value, done } = await lines.next();
      if (done) throw new Error(`${name} has ended`);
      return JSON.parse(value);
    };
    const told = async (line: string) => {
      child.stdin.write(`${line}\n`);
      await said();
    };
    const { port } = await said();
    return {
      url: `http://127.0.0.1:${port}`,
      breaks: told,
      mends: () => told(''),
      shutsDown: async () => {
        child.kill('SIGTERM');
        await said();
      },
    };
  };
}
