/** Services over TLS, on six origins, that take as long as real services do; a service, or all, can be made to fail. */

import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Certificate } from '../certificate';
import { benchReport } from './bench-report';
import { readSetup, serveJobs } from './child-process';

export interface LambdaServicesSetup {
  readonly certificate: Certificate;
  readonly latencyMs: number;
}

const { certificate, latencyMs } = readSetup<LambdaServicesSetup>();
const { cert, key } = certificate;
/** Stands for every service, in place of an id. */
const ALL = '*';
let failing: string | null = null;

async function start(): Promise<string> {
  const server = createServer({ cert, key }, (incoming, outgoing) => {
    const [, id = ''] = (incoming.url ?? '').split('/');
    const status = failing === ALL || id === failing ? 503 : 200;
    setTimeout(
      () => outgoing.writeHead(status, { 'content-type': 'application/json' }).end(benchReport(id)),
      latencyMs,
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const origins = Promise.all(Array.from({ length: 6 }, start));

/** Takes the id of the service that fails from now on, `*` for all, or `null` for none; answers with the origins. */
serveJobs(async (sick: string | null) => {
  failing = sick;
  return origins;
});
