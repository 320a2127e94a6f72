/** Loads what a first request needs before its time runs: building a TLS context and compiling take longer than most answers. */

import type { ClientIdentity } from '../../core/config/client-certificate';
import { ClientUnusable, type Connection, type WarmProbe } from '../../core/probe/probe-request';
import { clientContextFor } from './client-context';
import { httpProbe } from './http-probe';
import { secureContextFor } from './probe-tls';

const warmed = new Set<string>();

/** Builds the TLS contexts at once, and then sends a request that reaches nobody: nothing can listen on port 0. */
export const warmProbe: WarmProbe = async (requests) => {
  for (const { client, ca, url } of requests) if (client !== null && isSecure(url)) buildQuietly(ca, client);
  const requestOf = ({ url, ca }: Connection) => ({ url: `${new URL(url).protocol}//127.0.0.1:0`, ca, client: null });
  const kinds = new Map(requests.map(requestOf).map((request) => [JSON.stringify(request), request]));
  const cold = [...kinds].flatMap(([kind, request]) => (warmed.has(kind) ? [] : [request]));
  for (const kind of kinds.keys()) warmed.add(kind);
  for (const { url, ca } of cold) if (isSecure(url)) secureContextFor(ca);
  const bounds = { headers: {}, timeoutMs: 1_000, maxBodyBytes: 1_024 };
  await Promise.allSettled(cold.map((request) => httpProbe({ ...request, ...bounds })));
};

function isSecure(url: string): boolean {
  return url.startsWith('https:');
}

/** A client certificate that can't be used fails the probe of its service, which says why. */
function buildQuietly(ca: string | null, client: ClientIdentity): void {
  try {
    clientContextFor(ca, client, Date.now());
  } catch (error) {
    if (!(error instanceof ClientUnusable)) throw error;
  }
}
