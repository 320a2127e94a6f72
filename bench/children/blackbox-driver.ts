/**
 * Measured for comparison: a blackbox_exporter that gets requests for all probes at once. The requests use connections that stay open, with as
 * little work as possible, so that nearly all of the time is the exporter's.
 */

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { readSetup } from './child-process';
import { cpuMsOf } from './process-figures';
import { serveRuns } from './serve-runs';

const LAST_CHUNK = '\r\n0\r\n\r\n';

interface Setup {
  readonly port: number;
  readonly pid: number;
  readonly urls: readonly string[];
}
const { port, pid, urls } = readSetup<Setup>();
let sockets: readonly Socket[] | undefined;

async function open(): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true }).setEncoding('latin1');
  await once(socket, 'connect');
  return socket;
}

function ask(socket: Socket, url: string): Promise<string> {
  socket.write(`GET /probe?module=http&target=${encodeURIComponent(url)} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
  return new Promise((resolve, reject) => {
    let answer = '';
    const onEnd = () => reject(new Error('blackbox_exporter closed the connection'));
    const onData = (chunk: string) => {
      answer += chunk;
      if (!answer.endsWith(LAST_CHUNK)) return;
      socket.off('data', onData).off('close', onEnd);
      resolve(answer);
    };
    socket.on('data', onData).once('close', onEnd);
  });
}

/** The duration of the probe. The metrics arrive in chunks, which may end in the middle of a line. */
function secondsOf(answer: string): number {
  const metrics = answer.replace(/\r\n[0-9a-f]+\r\n/g, '');
  if (!metrics.includes('\nprobe_success 1\n')) throw new Error(`a probe of blackbox_exporter failed:\n${metrics}`);
  return Number(/\nprobe_duration_seconds (\S+)/.exec(metrics)?.[1]);
}

serveRuns({
  pid,
  cpuMs: () => cpuMsOf(pid),
  prepare: async () => {
    sockets ??= await Promise.all(urls.map(open));
  },
  run: async () => {
    const answers = await Promise.all((sockets ?? []).map((socket, index) => ask(socket, urls[index] as string)));
    return () => Math.max(...answers.map(secondsOf)) * 1_000;
  },
});
