/** The workplace of a benchmark: a temporary directory, and the processes that it started, which all end with it. */

import { type ChildProcess, fork, type StdioOptions, spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { CHILD_PROGRAMS, type ChildName } from './bundles';

/** A process of ours that does one job at a time. */
export interface Child {
  readonly pid: number;
  /** Resolves to the answer; rejects if the job fails or the process ends. */
  ask(job: unknown): Promise<unknown>;
  end(): void;
}

const directory = mkdtempSync(join(tmpdir(), 'statuswatch-bench-'));
const running = new Set<ChildProcess>();
let files = 0;

process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(directory, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));

/** Puts the child programs here. */
export async function prepareChildren(): Promise<void> {
  await build({ ...CHILD_PROGRAMS, outdir: directory, logLevel: 'warning' });
  // The page's script is beside the program that serves it.
  copyFileSync(join(__dirname, '../dist/live.js'), join(directory, 'live.js'));
}

/** Writes a file that is deleted when the benchmark ends; returns its path. */
export function writeTemporary(name: string, content: string): string {
  const path = join(directory, `${++files}-${name}`);
  writeFileSync(path, content);
  return path;
}

/** A folder that is deleted when the benchmark ends; returns its path. */
export function temporaryFolder(): string {
  return mkdtempSync(join(directory, 'folder-'));
}

export type Environment = Readonly<Record<string, string>>;

/** The path of a bundled child program. */
export function childFile(name: ChildName): string {
  return join(directory, `${name}.js`);
}

export interface ChildOptions {
  /** A program to start instead of our own. */
  readonly env?: Environment;
  /** Flags of Node. */
  readonly flags?: readonly string[];
}

/** Starts one of our child programs with its setup; its output is discarded. */
export function startChild(name: ChildName, setup: unknown, { env, flags = [] }: ChildOptions = {}): Child {
  const setupFile = writeTemporary(`${name}.json`, JSON.stringify(setup));
  const stdio: StdioOptions = ['ignore', 'ignore', 'inherit', 'ipc'];
  const child = track(fork(childFile(name), [setupFile], { execArgv: [...flags], stdio, ...(env && { env }) }));
  const ask = (job: unknown) =>
    new Promise<unknown>((resolve, reject) => {
      const onExit = () => reject(new Error(`the child ${name} ended before its answer`));
      child.once('exit', onExit);
      child.once('message', (message: { answer?: unknown; error?: string }) => {
        child.off('exit', onExit);
        if (message.error === undefined) resolve(message.answer);
        else reject(new Error(`${name}: ${message.error}`));
      });
      child.send({ job });
    });
  return { pid: child.pid as number, ask, end: () => end(child) };
}

/** Starts another program, and discards its output; resolves once it runs, rejects if it isn't installed. */
export async function startProgram(command: string, args: readonly string[]): Promise<{ pid: number; end(): void }> {
  const child = track(spawn(command, args, { stdio: 'ignore' }));
  const { pid } = await new Promise<ChildProcess>((resolve, reject) => {
    child.once('spawn', () => resolve(child)).once('error', reject);
  });
  return { pid: pid as number, end: () => end(child) };
}

/** Runs a program to its end and resolves to its output; rejects if it isn't installed or fails. */
export function runProgram(
  command: string,
  args: readonly string[],
  env?: Environment,
): Promise<{ out: string; err: string }> {
  const child = track(spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...(env && { env }) }));
  const text = { out: '', err: '' };
  child.stdout?.on('data', (chunk) => {
    text.out += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    text.err += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (exitCode) => {
      if (exitCode === 0) resolve(text);
      else reject(new Error(`${command} ended with ${exitCode}: ${text.err.trim()}`));
    });
  });
}

function track(child: ChildProcess): ChildProcess {
  running.add(child);
  const forget = () => running.delete(child);
  child.once('exit', forget).once('error', forget);
  return child;
}

function end(child: ChildProcess): void {
  child.kill('SIGKILL');
}
