/** Finds a free port of loopback, and waits until a program listens on it. */

import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

const HOST = '127.0.0.1';
const PATIENCE_MS = 5_000;

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, HOST);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Resolves once `port` takes connections; rejects after five seconds. */
export async function isListening(port: number): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await wait(20)) {
    const socket = connect(port, HOST);
    const taken = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (taken) return;
  }
  throw new Error(`nothing listened on port ${port} within ${PATIENCE_MS / 1_000} s`);
}
