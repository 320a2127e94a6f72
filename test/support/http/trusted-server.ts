/** An HTTPS server that the bundle of a Lambda trusts, by the variable of its environment that Node has for that. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCertificates } from './certificates';
import { type RunningServer, startHttps } from './servers';

export interface TrustedServer extends RunningServer {
  /** By the name that its certificate is for. */
  readonly address: string;
  readonly environment: { readonly NODE_EXTRA_CA_CERTS: string };
}

export async function startTrustedHttps(listener: RequestListener): Promise<TrustedServer> {
  const { valid, ca } = await makeCertificates();
  const folder = mkdtempSync(join(tmpdir(), 'statuswatch-trusted-'));
  const caFile = join(folder, 'ca.pem');
  writeFileSync(caFile, ca);
  const server = await startHttps({ key: valid.key, cert: valid.cert }, listener);
  return {
    ...server,
    address: server.url('localhost'),
    environment: { NODE_EXTRA_CA_CERTS: caFile },
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
