/** Runs the built command line as a user does, with nothing of the test's environment. */

import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PROGRAM = join(__dirname, '../../../dist/statuswatch.js');

/** Loaded before the program: it spares each start to compile it. */
const CODE_CACHE = ['--require', join(__dirname, '../jest/code-cache.js')];

/** What its hints begin with, outside of this repository. */
export const OWN_COMMAND = `node ${PROGRAM}`;

export interface Surroundings {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** A command that starts the process, with its arguments, such as `unshare --net`. */
  readonly through?: readonly string[];
  /** A file descriptor for standard output in place of the pipe that the test reads. */
  readonly stdout?: number;
}

export interface CommandResult {
  readonly stdout: string;
  readonly stderr: string;
  /** `null` where a signal ended it. */
  readonly exitCode: number | null;
}

export interface RunningCommand {
  readonly child: ChildProcess;
  /** Resolves once the output so far contains `text`; rejects when the process ends without it. */
  shows(text: string, stream?: 'stdout' | 'stderr'): Promise<void>;
  /** What it has written so far. */
  written(stream: 'stdout' | 'stderr'): string;
  readonly ended: Promise<CommandResult>;
}

/** Starts it in a process of its own. */
export function start(
  args: readonly string[],
  { cwd = tmpdir(), env = {}, through = [], stdout }: Surroundings = {},
): RunningCommand {
  const [command, ...rest] = [...through, process.execPath, ...CODE_CACHE, PROGRAM, ...args] as [string, ...string[]];
  const child = spawn(command, rest, {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', stdout ?? 'pipe', 'pipe'],
  });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text;
    });
  }
  const ended = once(child, 'close').then(([exitCode]): CommandResult => ({ ...texts, exitCode }));
  const shows = async (text: string, name: 'stdout' | 'stderr' = 'stdout') => {
    let over = false;
    const end = ended.then(() => {
      over = true;
    });
    while (!texts[name].includes(text)) {
      if (over) throw new Error(`ended without "${text}" on ${name}: ${JSON.stringify(texts)}`);
      await Promise.race([once(child[name] as NodeJS.EventEmitter, 'data'), end]);
    }
  };
  return { child, shows, written: (name) => texts[name], ended };
}

/** Runs it in a process of its own, to its end. */
export function inOwnProcess(args: readonly string[], surroundings?: Surroundings): Promise<CommandResult> {
  return start(args, surroundings).ended;
}

/**
 * Runs it in the process that the tests of a file share, after the commands that were asked for before. What depends on the process, such as
 * signals, colours, or what a command leaves to the next, needs `inOwnProcess` or
 * `start`.
 */
export function statuswatch(
  args: readonly string[],
  { cwd = tmpdir(), env = {} }: Pick<Surroundings, 'cwd' | 'env'> = {},
): Promise<CommandResult> {
  shared ??= sharedProcess();
  return shared(args, cwd, env);
}

/** The line with which it refuses something, with exit code 2. */
export async function refusal(
  args: readonly string[],
  surroundings?: Pick<Surroundings, 'cwd' | 'env'>,
): Promise<string> {
  const { stdout, stderr, exitCode } = await statuswatch(args, surroundings);
  expect(stderr).toMatch(/^statuswatch: [^\n]+\n$/);
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
  return stderr;
}

type Run = (args: readonly string[], cwd: string, env: Readonly<Record<string, string>>) => Promise<CommandResult>;

interface Answer extends CommandResult {
  readonly id: number;
  readonly fault?: string;
}

let shared: Run | undefined;
let endShared = () => {};
afterAll(() => endShared());

function sharedProcess(): Run {
  const child = fork(join(__dirname, 'shared-process.js'), [PROGRAM], {
    execArgv: CODE_CACHE,
    env: {},
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  endShared = () => child.disconnect();
  const asked = new Map<number, (answer: Answer) => void>();
  child.on('message', (answer: Answer) => asked.get(answer.id)?.(answer));
  const ended = once(child, 'exit').then(([code]): never => {
    throw new Error(`the shared process ended with ${code}`);
  });
  ended.catch(() => {});
  return async (args, cwd, env) => {
    const id = asked.size;
    const answered = new Promise<Answer>((resolve) => asked.set(id, resolve));
    child.send({ id, args, cwd, env: { PATH: process.env.PATH, ...env } });
    const { stdout, stderr, exitCode, fault } = await Promise.race([answered, ended]);
    if (fault) throw new Error(`${args.join(' ')} failed: ${fault}`);
    return { stdout, stderr, exitCode };
  };
}

/** Ends what a test started, also where the test failed. */
export function endAfterEach(): (started: RunningCommand) => RunningCommand {
  return endIn(afterEach);
}

/** As `endAfterEach`, but at the end: for tests that run at once. */
export function endAfterAll(): (started: RunningCommand) => RunningCommand {
  return endIn(afterAll);
}

function endIn(hook: typeof afterEach): (started: RunningCommand) => RunningCommand {
  const running: RunningCommand[] = [];
  hook(async () => {
    for (const { child } of running) child.kill('SIGKILL');
    await Promise.all(running.splice(0).map(({ ended }) => ended));
  });
  return (started) => {
    running.push(started);
    return started;
  };
}

export interface Folder {
  readonly path: string;
  /** Writes a file into it and returns the file's path. */
  write(name: string, text: string): string;
  file(name: string): string;
}

/** A folder for the files of one test file's tests. */
export function temporaryFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), 'statuswatch-'));
  // A process that was ended may still write.
  afterAll(() => rmSync(path, { recursive: true, maxRetries: 10, retryDelay: 100 }));
  const file = (name: string) => join(path, name);
  return {
    path,
    file,
    write: (name, text) => {
      writeFileSync(file(name), text);
      return file(name);
    },
  };
}
