/** Serves the page at a port of this machine. */

import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { systemClock } from '../../lambda/adapters/system/system-clock';
import { invalidRequests } from '../../lambda/web/page-headers';
import { LAST_PORT } from '../input/port';
import { PassingError, UserError } from '../input/user-error';
import { createBoundedServer } from './bounded-server';
import type { Control } from './controls';
import { createPageApp } from './page-app';
import type { PagePlace } from './page-place';
import { addressesAt, isLoopback, reachOf } from './reach';
import type { Source } from './source/source';
import { createUnlockCode } from './unlock-code';

export interface ServedPage {
  /** The address, which ends in `/`. */
  readonly url: string;
  /** The addresses for other machines, if the page is served at all addresses of this machine. */
  readonly otherUrls: readonly string[];
  /** The address that alerts link to: that of the place, or else an address that works on as many machines as possible. */
  readonly linkedUrl: string;
  /** The link that unlocks a browser once; `null` without a token, or if the page has no address with TLS or on loopback. */
  readonly unlockUrl: string | null;
  /** The port of the place, or the next free port. */
  readonly port: number;
  /** Ends all connections too. */
  close(): Promise<void>;
}

/** The number of ports that are tried, beginning with the default port, if no option names a port. */
const PORTS_TRIED = 20;

/** The script, which `npm run build` makes of `client/live.ts`, is beside the built command line; unbuilt, in the folder of the build. */
const SCRIPTS = [join(__dirname, 'live.js'), join(__dirname, '../../dist/live.js')];

/** Throws a `UserError` if the page can't be served. */
export async function servePage(
  source: Source,
  { host, port, takesNextPort = false, allowed = [], token = null, url = null }: PagePlace,
  control: Control | null = null,
): Promise<ServedPage> {
  const unlockCode = control === null || token === null ? null : createUnlockCode(systemClock.now);
  const reach = reachOf(host, allowed);
  const app = createPageApp({ source, script: readScript(), reach, control, token, unlockCode });
  const invalid = invalidRequests(false);
  const listener = getRequestListener(app.fetch, {
    overrideGlobalObjects: false,
    // The app answers its own errors.
    errorHandler: () => invalid.request('/'),
  });
  const server = createBoundedServer(listener);
  await listenFrom(server, host, { first: port, tried: takesNextPort ? PORTS_TRIED : 1 });
  // A failure of the page must not end a watch.
  server.on('error', () => undefined);
  const bound = server.address() as AddressInfo;
  const urlOf = (name: string) => `http://${name}:${bound.port}/`;
  const { own, others } = addressesAt(host);
  const otherUrls = others.map(urlOf);
  const ownUrl = isLoopback(own) ? urlOf(own) : null;
  const privateUrl = url?.startsWith('https:') ? url : ownUrl;
  return {
    url: urlOf(own),
    otherUrls,
    // No server gets the fragment, so no log of requests has the code.
    unlockUrl: unlockCode && privateUrl && new URL(`#unlock=${unlockCode.text}`, privateUrl).href,
    linkedUrl: url ?? otherUrls[0] ?? urlOf(own),
    port: bound.port,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function readScript(): string {
  const path = SCRIPTS.find((each) => existsSync(each));
  if (path !== undefined) return readFileSync(path, 'utf8');
  throw new UserError(`the page's script is missing (${SCRIPTS[0]}): build it with "npm run build", or use --no-page`);
}

interface PortRange {
  readonly first: number;
  /** The most ports that are tried. */
  readonly tried: number;
}

async function listenFrom(server: Server, host: string, { first, tried }: PortRange): Promise<void> {
  const last = Math.min(first + tried - 1, LAST_PORT);
  for (let port = first; port <= last; port++) {
    const error = await tryToListen(server, host, port);
    if (error === null) return;
    if (error.code !== 'EADDRINUSE') throw refusal(error, host, port);
  }
  const ports = first === last ? `port ${last} is` : `ports ${first} to ${last} are`;
  throw new PassingError(`the page can't be served: ${ports} taken; ${wayOut('--port')}`);
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
  const words = (what: string, option: string) => `the page can't be served: ${what}; ${wayOut(option)}`;
  if (code === 'EACCES')
    return new UserError(words(`port ${port} needs more permissions than this process has`, '--port'));
  // The machine may still be starting, and get the address later.
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EINVAL')
    return new PassingError(words(`"${host}" is not an address of this machine`, '--host'));
  return new PassingError(words(message, '--port'));
}

function wayOut(option: string): string {
  return `choose another with ${option}, or use --no-page`;
}
