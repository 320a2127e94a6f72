/** Measured for comparison: the same requests by node:http and node:https alone, as few lines as it takes. */

import { get as httpGet } from 'node:http';
import { get as httpsGet } from 'node:https';
import { createSecureContext } from 'node:tls';
import { readSetup } from './child-process';
import { ownCpuMs, serveRuns } from './serve-runs';

const { urls, ca } = readSetup<{ readonly urls: readonly string[]; readonly ca: string | null }>();
const tls = ca === null ? {} : { secureContext: createSecureContext({ ca }) };

/** Resolves to the duration in milliseconds. */
function ask(url: string): Promise<number> {
  const start = performance.now();
  const get = url.startsWith('https:') ? httpsGet : httpGet;
  return new Promise((resolve, reject) => {
    get(url, { agent: false, ...tls }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        body += chunk;
      });
      response.once('end', () => {
        if (JSON.parse(body).status !== 'healthy') reject(new Error(`${url} is not healthy`));
        resolve(performance.now() - start);
      });
    }).once('error', reject);
  });
}

serveRuns({
  pid: 'self',
  cpuMs: ownCpuMs,
  run: async () => {
    const times = await Promise.all(urls.map(ask));
    return () => Math.max(...times);
  },
});
