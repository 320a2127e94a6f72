#!/usr/bin/env node

/** The command line: runs the program with the words, the streams and the signals of this process. */

import { CommanderError } from 'commander';
import { PASSING, USAGE, UserError } from '../local/input/user-error';
import { guardStream } from '../local/terminal/guard-stream';
import { columnsOf, type Terminal } from '../local/terminal/terminal';
import { buildProgram, COMMANDS } from './program';

/** Resolves to the exit code, once all is written. Rejects where the program has a fault. */
export async function run(argv: readonly string[], terminal: Terminal): Promise<number> {
  for (const stream of [terminal.out, terminal.err]) guardStream(stream);
  let exitCode = 0;
  const program = buildProgram(COMMANDS, terminal, (code) => {
    exitCode = code;
  });
  try {
    // Node has put U+FFFD in place of bytes that are not UTF-8.
    const broken = argv.find((word) => word.includes('\ufffd'));
    if (broken !== undefined) {
      const before = broken.slice(0, broken.indexOf('\ufffd')).split('\n');
      const place = `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
      throw new UserError(`"${broken}" is not UTF-8 in ${place}: type it again`);
    }
    await program.parseAsync(argv.length === 0 ? ['--help'] : [...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE;
    if (!(error instanceof UserError)) throw error;
    // Loaded only now: most commands end without.
    const { wrapMessage } = await import('../local/terminal/plain-table');
    terminal.err.write(`${wrapMessage(`statuswatch: ${error.message}`, columnsOf(terminal.err))}\n`);
    return error.exitCode;
  }
}

async function main(argv: readonly string[]): Promise<number> {
  const interrupt = new AbortController();
  // Without a terminal SIGHUP keeps its meaning: nohup ignores it.
  const signals = ['SIGINT', 'SIGTERM', ...(process.stdout.isTTY ? (['SIGHUP'] as const) : [])] as const;
  for (const signal of signals) process.on(signal, () => endSoon(interrupt));
  const { stdout: out, stderr: err } = process;
  const terminal = { out, err, color: out.hasColors?.() ?? wantsColor(), interrupted: interrupt.signal };
  if (COMMANDS.find(({ name }) => name === argv[0])?.outlivesOutput) {
    return run(argv, { ...terminal, outputFault: noteFaults(out, err) });
  }
  for (const stream of [out, err]) stream.on('error', (error) => endForLackOf(error, interrupt));
  return run(argv, terminal);
}

function wantsColor(): boolean {
  const { FORCE_COLOR: force, NO_COLOR: no } = process.env;
  return Boolean(force) && force !== '0' && force !== 'false' && !no;
}

/** The first signal ends the command in order, the second at once. */
function endSoon(interrupt: AbortController): void {
  if (interrupt.signal.aborted) endProcess(130);
  interrupt.abort();
}

/** If the reader of the output has gone, as with `| head`, or the terminal, that is no error, and the exit code stays. A full disk is an error. */
function endForLackOf(error: NodeJS.ErrnoException, interrupt: AbortController): void {
  if (error.code === 'EPIPE' || error.code === 'EIO') {
    interrupt.abort();
    return;
  }
  process.stderr.write(`statuswatch: ${unwritten(error)}\n`);
  endProcess(PASSING);
}

/** Reports a stream that can't be written on the other stream, once until it can be written again. Returns an `outputFault`. */
function noteFaults(out: NodeJS.WriteStream, err: NodeJS.WriteStream): () => string | null {
  let fault: string | null = null;
  let isReported = false;
  const note = (error: Error, other: NodeJS.WriteStream) => {
    fault = unwritten(error);
    if (isReported) return;
    isReported = true;
    other.write(`statuswatch: ${fault}\n`);
  };
  out.on('error', (error) => note(error, err));
  err.on('error', (error) => note(error, out));
  return () => {
    const found = fault;
    isReported = found !== null;
    fault = null;
    return found;
  };
}

function unwritten({ message }: Error): string {
  return `the output can't be written: ${message}`;
}

/** Does not wait for a terminal that may have been stopped, or may have gone. */
function flush(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.isTTY) setTimeout(resolve, LAST_WAIT_MS);
    stream.write('', () => resolve());
  });
}

const LAST_WAIT_MS = 1_000;

/**
 * Ends this process even if a name lookup hangs, for which `process.exit` would wait. Only a new program in its place ends with the exit
 * code then, and Node has that since 22.15; before, a signal ends it: SIGTERM for 0 and 130, which systemd counts as success.
 */
function endProcess(exitCode: number): never {
  if (process.getActiveResourcesInfo().includes('GetAddrInfoReqWrap')) {
    const { execve } = process as { execve?: (file: string, args: readonly string[]) => never };
    if (execve !== undefined && process.platform !== 'win32') execve('/bin/sh', ['sh', '-c', `exit ${exitCode}`]);
    process.removeAllListeners('SIGTERM');
    process.kill(process.pid, exitCode === 0 || exitCode === 130 ? 'SIGTERM' : 'SIGKILL');
  }
  process.exit(exitCode);
}

function start(): void {
  main(process.argv.slice(2)).then(
    async (exitCode) => {
      await Promise.all([flush(process.stdout), flush(process.stderr)]);
      // A request under way when the user interrupts must not keep the process alive.
      endProcess(exitCode);
    },
    (error) => {
      process.stderr.write(`statuswatch: this is a bug in statuswatch, please report it: ${error?.stack ?? error}\n`);
      endProcess(70);
    },
  );
}

// The tests take `run` alone.
if (require.main === module) start();
