/** OpenSSL's own server, which verifies client certificates and sends the alerts that most servers send. Node's closes without one. */

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ServerCertificate } from './certificates';

/** Whether the command `openssl` is there, version 3 or later. */
export function hasOpenssl(): boolean {
  try {
    return /^OpenSSL [3-9]/.test(execFileSync('openssl', ['version'], { encoding: 'utf8' }));
  } catch {
    return false;
  }
}

export interface OpensslServer {
  readonly url: string;
  stop(): Promise<void>;
}

interface OpensslOptions {
  /** The certificate of the server itself. */
  readonly own: ServerCertificate;
  /** The authority of the clients that it lets in, and with it a revocation list, as PEM. */
  readonly clientCa: string;
  readonly crl?: string;
  readonly version: 'tls1_2' | 'tls1_3';
  /** The time by its clock, in milliseconds since 1970; that of this machine if this is missing. */
  readonly now?: number;
  /** The body of the answer to `GET /status`. */
  readonly body: string;
}

/** Starts a server that lets in only clients whose certificate it verifies. */
export async function startOpenssl({ own, clientCa, crl, version, now, body }: OpensslOptions): Promise<OpensslServer> {
  const folder = mkdtempSync(join(tmpdir(), 'statuswatch-openssl-'));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('own.pem', own.cert);
  write('own.key', own.key);
  write('clients.pem', clientCa);
  write('status', `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n${body}`);
  if (crl !== undefined) write('crl.pem', crl);
  const options = [
    ['-accept', '127.0.0.1:0'],
    ['-cert', 'own.pem', '-key', 'own.key'],
    ['-CAfile', 'clients.pem', '-Verify', '2', '-verify_return_error'],
    crl === undefined ? [] : ['-CRL', 'crl.pem', '-crl_check'],
    now === undefined ? [] : ['-attime', String(Math.floor(now / 1_000))],
    // Files are sent as they are, with their heads.
    ['-HTTP', `-${version}`],
  ];
  const server = spawn('openssl', ['s_server', ...options.flat()], { cwd: folder, stdio: ['pipe', 'pipe', 'ignore'] });
  const port = await new Promise<string>((resolve, reject) => {
    server.once('exit', () => reject(new Error('openssl s_server ended')));
    createInterface(server.stdout).on('line', (line) => {
      const found = /^ACCEPT .*:(\d+)$/.exec(line)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  return {
    url: `https://127.0.0.1:${port}`,
    stop: async () => {
      const ended = once(server, 'exit');
      server.kill();
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
