/** Servers on loopback, on ports of the system's choice, that end with the test that started them. */

import { once } from 'node:events';
import { createServer as createHttpServer, type Server as HttpServer, type RequestListener } from 'node:http';
import { createSecureServer, type SecureServerOptions } from 'node:http2';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';

export interface RunningServer {
  readonly port: number;
  /** Such as `http://127.0.0.1:40123`, or with the other host that was asked for. */
  url(host?: string): string;
  /** Every connection since the start, the closed ones included. */
  readonly connections: readonly Socket[];
  stop(): Promise<void>;
}

export async function startHttp(listener: RequestListener, address = '127.0.0.1'): Promise<RunningServer> {
  return start(createHttpServer(listener), 'http', address);
}

export async function startHttps(options: ServerOptions, listener: RequestListener): Promise<RunningServer> {
  return start(createHttpsServer(options, listener), 'https', '127.0.0.1');
}

/** A server that speaks HTTP/2 only. */
export async function startHttp2(options: SecureServerOptions): Promise<RunningServer> {
  return start(createSecureServer(options), 'https', '127.0.0.1');
}

/** `onConnection` gets each bare socket; its errors are the test's own doing and stay silent. */
export async function startTcp(onConnection: (socket: Socket) => void, scheme = 'http'): Promise<RunningServer> {
  return start(createTcpServer(onConnection), scheme, '127.0.0.1');
}

/** A TCP server that waits for the whole head of a request and then calls `answer`. */
export async function startAnswering(answer: (socket: Socket, head: string) => void): Promise<RunningServer> {
  return startTcp((socket) => {
    let received = '';
    const onData = (chunk: Buffer) => {
      received += chunk.toString('latin1');
      if (!received.includes('\r\n\r\n')) return;
      socket.off('data', onData).resume();
      answer(socket, received);
    };
    socket.on('data', onData);
  });
}

/** A port of loopback on which nothing listens. */
export async function closedPort(): Promise<number> {
  const server = await startTcp(() => {});
  await server.stop();
  return server.port;
}

/**
 * Resolves when the server's side of every connection is closed, which it is when the client's side is gone.
 * Where one stays open it never does, and the test fails by its own time limit.
 */
export async function allClosed({ connections }: RunningServer): Promise<void> {
  await Promise.all(
    connections.map((socket) => socket.closed || new Promise<void>((resolve) => socket.once('close', () => resolve()))),
  );
}

type StopLater = <Started extends RunningServer>(server: Promise<Started>) => Promise<Started>;

/** Collects the servers of a test file's tests and stops them after each. */
export function stopAfterEach(): StopLater {
  return stopIn(afterEach);
}

/** Collects the servers of a test file's tests and stops them after the last: some serve several tests, or tests at once. */
export function stopAfterAll(): StopLater {
  return stopIn(afterAll);
}

function stopIn(hook: typeof afterEach): StopLater {
  const running: RunningServer[] = [];
  hook(() => Promise.all(running.splice(0).map((server) => server.stop())));
  return async (starting) => {
    const server = await starting;
    running.push(server);
    return server;
  };
}

async function start(server: Server, scheme: string, address: string): Promise<RunningServer> {
  const connections: Socket[] = [];
  server.on('connection', (socket: Socket) => {
    connections.push(socket);
    socket.on('error', () => {});
  });
  server.listen(0, address);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: (host = address) => `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`,
    connections,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      if (isHttp(server)) server.closeAllConnections();
      for (const socket of connections) socket.destroy();
      await closed;
    },
  };
}

function isHttp(server: Server): server is HttpServer {
  return 'closeAllConnections' in server;
}
