/** Serves the page at a port of this machine. */

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { LAST_PORT } from '../input/port';
import { UserError } from '../input/user-error';
import type { Control } from './controls';
import { readLiveScript } from './live-script';
import { createPageApp } from './page-app';
import type { PagePlace } from './page-place';
import type { Source } from './source/source';

export interface ServedPage {
  /** The address, which ends in `/`. */
  readonly url: string;
  /** The port that was asked for, or the next free one. */
  readonly port: number;
  /** Ends all connections too. */
  close(): Promise<void>;
}

const ALL_ADDRESSES = ['0.0.0.0', '::'];
/** How many ports are tried, beginning with the one that was asked for. */
const PORTS_TRIED = 20;
/** Limit of connections. Each takes one of the files that the process may open, often 1,024 in all; checks need theirs. */
export const MAX_CONNECTIONS = 256;
/** How long a connection may be idle. A stream sends far more often. */
const UNTAKEN_MS = 30_000;

/** Throws a `UserError` if the page can't be served. */
export async function servePage(
  source: Source,
  { host, port, token }: PagePlace,
  control: Control | null = null,
): Promise<ServedPage> {
  const app = createPageApp({ source, script: readLiveScript(), hosts: hostsAt(host), control, token: token ?? null });
  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  // An answer that a client requests and doesn't read holds memory.
  server.timeout = UNTAKEN_MS;
  server.maxConnections = MAX_CONNECTIONS;
  await listenFrom(server, host, port);
  // Trouble with the page must not end a watch.
  server.on('error', () => undefined);
  const bound = server.address() as AddressInfo;
  return {
    url: `http://${inUrl(ALL_ADDRESSES.includes(host) ? 'localhost' : host)}:${bound.port}/`,
    port: bound.port,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Whether other machines can reach the page. */
export function isOpenToOthers(host: string): boolean {
  return hostsAt(host) === null;
}

/** The names of a page on loopback; `null` if it is for other machines, whose names for it are unknown. */
function hostsAt(host: string): readonly string[] | null {
  const isLoopback = /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host);
  return isLoopback ? [...new Set(['localhost', '127.0.0.1', '[::1]', inUrl(host).toLowerCase()])] : null;
}

function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

async function listenFrom(server: Server, host: string, first: number): Promise<void> {
  const last = Math.min(first + PORTS_TRIED - 1, LAST_PORT);
  for (let port = first; port <= last; port++) {
    const error = await tryToListen(server, host, port);
    if (error === null) return;
    if (error.code !== 'EADDRINUSE') throw refusal(error, host, port);
  }
  const ports = first === last ? `port ${last} is` : `ports ${first} to ${last} are`;
  throw new UserError(`the page can't be served: ${ports} taken; ${wayOut('--port')}`);
}

async function tryToListen(server: Server, host: string, port: number): Promise<NodeJS.ErrnoException | null> {
  try {
    await once(server.listen(port, host), 'listening');
    return null;
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
}

function refusal({ code, message }: NodeJS.ErrnoException, host: string, port: number): UserError {
  const why = (what: string, option: string) => new UserError(`the page can't be served: ${what}; ${wayOut(option)}`);
  if (code === 'EACCES') return why(`port ${port} needs more rights than this process has`, '--port');
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EINVAL')
    return why(`"${host}" is no address of this machine`, '--host');
  return why(message, '--port');
}

function wayOut(option: string): string {
  return `choose another with ${option}, or go without the page with --no-page`;
}
