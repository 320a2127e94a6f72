/** Types commands as a person does who reads a page: in a folder, with a shell, and with Ctrl-C for what does not end by itself. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Typed {
  /** All that it has written, to both streams. */
  readonly text: string;
  readonly exitCode: number | null;
}

export interface Terminal {
  /** Resolves once it has ended. */
  type(command: string, cwd: string): Promise<Typed>;
  /** Resolves once it shows `until`, and leaves it running; rejects if it ends before. */
  open(command: string, cwd: string, until: RegExp): Promise<void>;
  /** Presses Ctrl-C in all that still runs; resolves to how each has ended. */
  interrupt(): Promise<readonly Typed[]>;
}

export function openTerminal(env: Readonly<Record<string, string | undefined>>): Terminal {
  const running: { child: ChildProcess; ended: Promise<Typed> }[] = [];
  const start = (command: string, cwd: string, seen: (text: string) => void = () => {}) => {
    // In a group of its own: Ctrl-C reaches all processes of a command.
    const child = spawn('sh', ['-c', command], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (written: string) => {
        text += written;
        seen(text);
      });
    }
    const ended = once(child, 'close').then(([exitCode]): Typed => ({ text, exitCode }));
    return { child, ended };
  };
  return {
    type: (command, cwd) => start(command, cwd).ended,
    open: (command, cwd, until) =>
      new Promise((resolve, reject) => {
        const started = start(command, cwd, (text) => {
          if (until.test(text)) resolve();
        });
        running.push(started);
        started.ended.then(({ text }) => reject(new Error(`"${command}" ended: ${text}`)));
      }),
    interrupt: () => {
      for (const { child } of running) if (child.exitCode === null) process.kill(-Number(child.pid), 'SIGINT');
      return Promise.all(running.splice(0).map(({ ended }) => ended));
    },
  };
}
