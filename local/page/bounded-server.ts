/** An HTTP server that limits what each client can use: the checks need the same memory, time and files. */

import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';

/** The most connections. Each takes one of the files that the process may open, often 1,024; checks need files too. */
export const MAX_CONNECTIONS = 256;
/** The most connections from one address, so that others get a place. All readers behind a proxy share an address. */
export const MAX_OF_ADDRESS = 128;
/** The longest that a connection may be idle. A stream sends far more often. */
const UNTAKEN_MS = 30_000;
/** The longest that a client may take to send its request. */
const REQUEST_MS = 5_000;
/** The interval at which Node looks for requests that take too long. */
const LOOK_MS = 1_000;

export function createBoundedServer(listener: RequestListener, requestMs = REQUEST_MS): Server {
  const server = createServer(
    {
      headersTimeout: requestMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: Math.min(requestMs, LOOK_MS),
    },
    oneAtATime(listener),
  );
  // An answer that a client requests and doesn't read holds memory.
  server.timeout = UNTAKEN_MS;
  server.maxConnections = MAX_CONNECTIONS;
  boundAddresses(server);
  return server;
}

/**
 * Closes a connection on which a request comes before the last one is answered. No browser does that, nothing bounds how many wait,
 * and Node does not report for their answers that the client has gone.
 */
function oneAtATime(listener: RequestListener): RequestListener {
  const answering = new WeakSet<Socket>();
  return (request, response) => {
    const { socket } = request;
    // The rest of the piece with the request that closed the connection still arrives.
    if (socket.destroyed) return;
    if (answering.has(socket)) {
      socket.destroy();
      return;
    }
    answering.add(socket);
    response.once('close', () => answering.delete(socket));
    listener(request, response);
  };
}

function boundAddresses(server: Server): void {
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    const count = (open.get(remoteAddress) ?? 0) + 1;
    open.set(remoteAddress, count);
    socket.once('close', () => {
      const left = (open.get(remoteAddress) ?? 0) - 1;
      if (left > 0) open.set(remoteAddress, left);
      else open.delete(remoteAddress);
    });
    if (count > MAX_OF_ADDRESS) socket.destroy();
  });
}
