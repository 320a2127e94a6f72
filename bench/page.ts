/** Topic: rendering the view, and the time until a browser shows the page. */

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { type Address, RANGES, readAddress } from '../lambda/core/documents/address';
import { pageDocument } from '../lambda/core/documents/page-document';
import { drawPage } from '../lambda/view/page/page';
import { servePage } from '../local/page/serve-page';
import { findBrowser, launchBrowser, noBrowser } from '../scripts/browser';
import { configOf } from './bench-config';
import type { Targets } from './children/target-servers';
import { type SimulatedWatch, simulateWatch } from './page-facts';
import { firstLoad, firstPaint, LOADS, rowOf, shownUpdate } from './page-loads';
import { scaleRows } from './page-scale';
import { statusPageRows } from './status-page';
import type { Row, Topic } from './topic';

const FLEETS = [6, 200] as const;
/** Runs before the first drawing; the history of the three months before is there. */
const RUNS = 100;
const RENDERS = 100;
/** The limit of a drawing, by the number of services. */
const DRAWING_MS: Readonly<Record<number, number>> = { 6: 3, 200: 60 };
const WARM_UP = 30;
const ALL = readAddress('/', new URLSearchParams()) as Address;

export async function pageTopic({ plain }: Targets): Promise<Topic> {
  const browser = findBrowser({ isWhole: true }) === null ? null : await launchBrowser({ isWhole: true });
  const rows: Row[] = [];
  try {
    if (browser !== null) rows.push(await bareRow(browser));
    for (const count of FLEETS) rows.push(...(await fleetRows(count, browser)));
    rows.push(...(await statusPageRows(browser)));
    rows.push(...(await scaleRows(plain, browser)));
  } finally {
    await browser?.close();
  }
  return {
    title: 'The page',
    columns: ['ms', 'kB'],
    rows,
    note:
      'Drawing: from the facts to the text of the whole page. First load: page, script and icon over the wire, with\n' +
      'their heads. First paint: from the navigation, in a tab at rest that has nothing of it in its cache; update:\n' +
      "from a run's end until the open page shows it. The longest slice: CPU time of the thread that watches and serves,\n" +
      'from one turn of its event loop to the next.',
  };
}

/** The time of a browser for an almost empty page. */
async function bareRow(browser: Browser): Promise<Row> {
  const server = createServer((_, response) => response.end('<!doctype html><title>One line</title><p>One line'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    return await firstPaint('a page of one line, first paint', `http://127.0.0.1:${port}/`, browser, null);
  } finally {
    server.close();
  }
}

async function fleetRows(count: number, browser: Browser | null): Promise<Row[]> {
  const origins = Array.from({ length: count }, (_, index) => `https://service-${index}.internal`);
  const facts = await simulateWatch(configOf({ origins, count, ca: null }), RUNS);
  const page = await servePage(facts.source, { host: '127.0.0.1', port: 0 });
  const is = (limit: number | null) => (count === FLEETS[0] ? limit : null);
  try {
    return [
      ...(await drawings(count, facts)),
      await firstLoad(`${count} services, first load`, page.url, is(60)),
      ...(browser === null
        ? [{ name: `${count} services, in a browser`, absent: noBrowser({ isWhole: true }) }]
        : [
            await firstPaint(`${count} services, first paint`, page.url, browser, is(100)),
            await update(`${count} services, update`, page.url, browser, facts),
          ]),
    ];
  } finally {
    await page.close();
  }
}

async function drawings(count: number, facts: SimulatedWatch): Promise<Row[]> {
  const rows: Row[] = [];
  for (const range of RANGES) {
    rows.push(
      await drawing(`${count} services, drawing, ${range}`, facts, { ...ALL, range }, DRAWING_MS[count] ?? null),
    );
  }
  return rows;
}

/** The first drawing after each of many runs, with its reads of the history. */
async function drawing(
  name: string,
  { source, run }: SimulatedWatch,
  address: Address,
  limitMs: number | null,
): Promise<Row> {
  const times: number[] = [];
  for (let count = 0; count < WARM_UP + RENDERS; count++) {
    await run();
    const start = performance.now();
    String(drawPage(pageDocument(await source.find(address), address), address, null));
    times.push(performance.now() - start);
  }
  return rowOf(name, `under ${limitMs} ms`, times.slice(WARM_UP), limitMs);
}

async function update(name: string, url: string, browser: Browser, { run }: SimulatedWatch): Promise<Row> {
  const runAt = () => run().then(() => Date.now());
  return rowOf(name, '', await shownUpdate(new URL(url), browser, LOADS, runAt), null);
}
