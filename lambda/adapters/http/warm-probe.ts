/** Loads what a first request needs before its time runs: building a TLS context and compiling take longer than most answers. */

import type { WarmProbe } from '../../core/probe/probe-request';
import { httpProbe } from './http-probe';
import { secureContextFor } from './probe-tls';

const warmed = new Set<string>();

/** Builds the TLS contexts at once, and then sends a request that reaches nobody: nothing can listen on port 0. */
export const warmProbe: WarmProbe = async (requests) => {
  const requestOf = ({ url, ca }: (typeof requests)[number]) => ({ url: `${new URL(url).protocol}//127.0.0.1:0`, ca });
  const kinds = new Map(requests.map(requestOf).map((request) => [JSON.stringify(request), request]));
  const cold = [...kinds].flatMap(([kind, request]) => (warmed.has(kind) ? [] : [request]));
  for (const kind of kinds.keys()) warmed.add(kind);
  for (const { url, ca } of cold) if (url.startsWith('https:')) secureContextFor(ca);
  const bounds = { headers: {}, timeoutMs: 1_000, maxBodyBytes: 1_024 };
  await Promise.allSettled(cold.map((request) => httpProbe({ ...request, ...bounds })));
};
