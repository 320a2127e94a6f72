/** Readers of a page, each with a stream of its own, that take all they are sent. */

import { get } from 'node:http';
import { readSetup, serveJobs } from './child-process';

export interface PageReadersSetup {
  readonly url: string;
  /** Of each reader the address that it looks at. */
  readonly addresses: readonly string[];
}

const { url, addresses } = readSetup<PageReadersSetup>();
let bytes = 0;

function follow(at: string, index: number): Promise<void> {
  // An address has places for fewer; all of loopback's are this machine's own.
  const localAddress = `127.0.0.${2 + (index % 4)}`;
  const headers = { 'accept-encoding': 'gzip', 'user-agent': `reader ${index}` };
  return new Promise((resolve, reject) => {
    get(new URL(`/live?at=${encodeURIComponent(at)}`, url), { agent: false, headers, localAddress }, (response) => {
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.once('end', () => reject(new Error('a stream ended'))).once('data', () => resolve());
    }).once('error', reject);
  });
}

const following = Promise.all(addresses.map(follow));
following.catch(() => process.exit(1));
/** The bytes that have come so far. */
serveJobs(async () => {
  await following;
  return bytes;
});
