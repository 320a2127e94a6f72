/** The rows of the public page, compressed as by CloudFront or GitHub Pages. Each service had a failing check every other day. */

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { systemClock } from '../lambda/adapters/system/system-clock';
import type { Config } from '../lambda/core/config/config';
import { createPublisher } from '../lambda/status-page/publish-status';
import type { PublicFile } from '../lambda/status-page/view/public-files';
import { PAGE_PATHS } from '../lambda/view/page/page-paths';
import { noBrowser } from '../scripts/browser';
import { configOf, configWith } from './bench-config';
import { simulateWatch } from './page-facts';
import { firstLoad, firstPaint } from './page-loads';
import { spreadOf } from './statistics';
import type { Row } from './topic';

const RUNS = 100;

/** The largest is the largest usual page. */
export async function statusPageRows(browser: Browser | null): Promise<Row[]> {
  return [...(await rowsOf(6, browser)), ...(await rowsOf(36, browser))];
}

async function rowsOf(count: number, browser: Browser | null): Promise<Row[]> {
  const origins = Array.from({ length: count }, (_, index) => `https://service-${index}.internal`);
  const watched = { origins, count, ca: null };
  const services = configOf(watched).services.map(({ id }) => ({ id, name: id }));
  const config = configWith(watched, { statusPage: { title: 'Status of a company', services } });
  const published = await publishedFiles(config);
  const files = new Map(published.map(({ path, type, text }) => [path, { type, text, packed: gzipSync(text) }]));
  const server = createServer((request, response) => {
    // It has no icon; its badge does as well for a first document.
    const path = request.url === PAGE_PATHS.icon ? 'badge.json' : request.url?.slice(1) || 'index.html';
    const file = files.get(path);
    if (file === undefined) return response.writeHead(404).end();
    return response.setHeader('Content-Type', file.type).setHeader('Content-Encoding', 'gzip').end(file.packed);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const name = `for the public, ${count} services`;
    const plain = Buffer.byteLength(files.get('index.html')?.text ?? '') / 1_000;
    return [
      await firstLoad(`${name}: the page`, url, 30, ['/']),
      { name: `${name}: the page, not compressed`, figures: [null, spreadOf([plain])] },
      browser === null
        ? { name: `${name}, in a browser`, absent: noBrowser({ isWhole: true }) }
        : await firstPaint(`${name}: first paint`, url, browser, 100),
    ];
  } finally {
    server.close();
  }
}

/** The files of the page after many runs. */
async function publishedFiles(config: Config): Promise<readonly PublicFile[]> {
  const { statusPage: page, intervalMs } = config;
  if (page === null) throw new Error('the config has no public page');
  const { source, history } = await simulateWatch(config, RUNS);
  const files: PublicFile[] = [];
  const publish = createPublisher(
    { page, url: 'https://status.internal/', intervalMs },
    {
      clock: systemClock,
      planned: () => [],
      posts: { read: async () => [] },
      readStates: async () => [],
      readHistory: history.read,
      write: async (written) => void files.push(...written),
    },
  );
  const { failures } = await publish(source.states());
  if (failures[0]) throw new Error(failures[0].message);
  return files;
}
