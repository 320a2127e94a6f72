/**
 * The emulated AWS of a process of tests: `moto_server` on loopback, on a port of its own choice. To start it takes a second, so
 * all test files of the process use the same, one after the other.
 */

import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** Its input ends with the process of the tests, however that ends: then it is killed. */
const SCRIPT = `exec 3<&0
(cat <&3 >/dev/null; kill -9 $$) &
exec moto_server -H 127.0.0.1 -p 0 3<&-`;

let starting: Promise<string> | undefined;

/** Resolves to its address. Rejects, with what it wrote, if moto_server ends before it listens. */
export function motoUrl(): Promise<string> {
  starting ??= start();
  return starting;
}

async function start(): Promise<string> {
  const child = spawn('sh', ['-c', SCRIPT], { stdio: ['pipe', 'ignore', 'pipe'] });
  // The process of the tests may end before it.
  for (const handle of [child, child.stdin as Socket, child.stderr as Socket]) handle.unref();
  const written: string[] = [];
  const port = await new Promise<string>((resolve, reject) => {
    // Reads on, so that its log never fills the pipe.
    createInterface({ input: child.stderr }).on('line', (line) => {
      const listening = /Running on http:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1];
      if (listening) resolve(listening);
      if (written.length < 50) written.push(line);
    });
    child.once('exit', () => {
      // Another test file may have another try. What waits to kill it ends now, not when its id has become another's.
      starting = undefined;
      child.stdin.destroy();
      reject(new Error(`moto_server ended: ${written.join('\n')}`));
    });
  });
  // Its CloudFormation knows by this name that a template's address is one of its own.
  return `http://localhost:${port}`;
}
