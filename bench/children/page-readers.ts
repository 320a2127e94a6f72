/** Readers of a page, each with its own stream: like a browser, they request the page after each update. */

import { Agent, get, type IncomingMessage } from 'node:http';
import { readSetup, serveJobs } from './child-process';

export interface PageReadersSetup {
  readonly url: string;
  /** The address that each reader looks at. */
  readonly addresses: readonly string[];
}

const { url, addresses } = readSetup<PageReadersSetup>();
const RETRY_MS = 1_500;
let bytes = 0;

/** Resolves once the reader has loaded the page for the first time. */
function follow(at: string, index: number): Promise<void> {
  const options = {
    // An address has places for fewer; all addresses of loopback are this machine's own.
    localAddress: `127.0.0.${2 + (index % 4)}`,
    headers: { 'accept-encoding': 'gzip', 'user-agent': `reader ${index}` },
    agent: new Agent({ keepAlive: true }),
  };
  return new Promise((resolve, reject) => {
    const ask = (path: string, take: (response: IncomingMessage) => void) =>
      get(new URL(path, url), options, (response) => {
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
        });
        take(response);
      });
    let news = 0;
    let shown = 0;
    let isAsking = false;
    const renew = () => {
      if (isAsking || shown === news) return;
      isAsking = true;
      const asked = news;
      const done = (isShown: boolean) => {
        isAsking = false;
        if (!isShown) return setTimeout(renew, RETRY_MS);
        shown = asked;
        resolve();
        return renew();
      };
      // A connection that was idle for long may be closed just when it is used again.
      ask(at, (response) => response.once('close', () => done(response.complete && response.statusCode === 200))).once(
        'error',
        () => done(false),
      );
    };
    ask('/live', (response) => {
      response.setEncoding('utf8').on('data', (text: string) => {
        if (!text.includes('event: news')) return;
        news += 1;
        renew();
      });
      response.once('end', () => reject(new Error('a stream ended')));
    }).once('error', reject);
  });
}

const following = Promise.all(addresses.map(follow));
following.catch(() => process.exit(1));
/** Answers with the bytes so far. */
serveJobs(async () => {
  await following;
  return bytes;
});
