/** The page of a fleet: the work to show it in a browser, the size of an update, and the cost of readers for the checks. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { noBrowser } from '../scripts/browser';
import type { PageHostAnswer, PageHostJob, PageHostSetup } from './children/page-host';
import type { PageReadersSetup } from './children/page-readers';
import { bytesOf, loadedPage, type PageLoad, shownUpdate } from './page-loads';
import { type Spread, spreadOf } from './statistics';
import { isWithin, type Row } from './topic';
import { type Child, startChild, temporaryFolder } from './workplace';

const SERVICES = 2_000;
/** A service in six fails: all 200 that are listed first, each with a row of its own. */
const PAGES = { 'a failing page': '/', 'a healthy page': '/?show=healthy' } as const;
/** The number of checks in a strip. */
const RUNS = 62;
const LOADS = 12;
const UPDATES = 6;
const READERS = 100;
/** Checks in a row, without readers and with them by turns. */
const TURNS = 3;
const CHECKS = 3;
/** A reader is done if nothing comes for so long. */
const QUIET_MS = 700;
/** Some beats, in bytes: a view is more. */
const BEATS = 100;

export async function scaleRows(origins: readonly string[], browser: Browser | null): Promise<Row[]> {
  const setup: PageHostSetup = { origins, services: SERVICES, runs: RUNS, folder: temporaryFolder() };
  const host = startChild('page-host', setup);
  const ask = (what: PageHostJob['do']) => host.ask({ do: what } satisfies PageHostJob) as Promise<PageHostAnswer>;
  try {
    const { url } = await ask('serve');
    const rows: Row[] = [];
    for (const [name, path] of Object.entries(PAGES)) {
      const at = `${SERVICES.toLocaleString('en')} services, ${name}`;
      rows.push(await overTheWire(at, new URL(path, url), ask));
      if (browser === null) rows.push({ name: `${at}, in a browser`, absent: noBrowser({ isWhole: true }) });
      else rows.push(...(await inBrowser(at, new URL(path, url), browser, ask)));
      rows.push(await updates(at, path, url, ask));
    }
    rows.push(...(await checks(url, ask)));
    return rows;
  } finally {
    host.end();
  }
}

type Ask = (what: PageHostJob['do']) => Promise<PageHostAnswer>;

async function overTheWire(name: string, url: URL, ask: Ask): Promise<Row> {
  const slices: number[] = [];
  const sizes: number[] = [];
  for (let load = 0; load < LOADS; load++) {
    // Otherwise it would get the drawing of the load before.
    await ask('run');
    await ask('watch');
    sizes.push((await bytesOf(url)) / 1_000);
    slices.push((await ask('serve')).sliceMs);
  }
  return row(`${name}: the page; the longest slice of the server`, spreadOf(slices), spreadOf(sizes), [
    ['at most 150 ms', 150, null],
    ['under 150 kB', null, 150],
  ]);
}

async function inBrowser(name: string, url: URL, browser: Browser, ask: Ask): Promise<Row[]> {
  const loads: PageLoad[] = [];
  for (let load = 0; load <= LOADS; load++) {
    await ask('run');
    loads.push(await loadedPage(url, browser));
  }
  // The very first load warms the browser.
  const of = (what: 'firstByteMs' | 'firstPaintMs' | 'allMs') => spreadOf(loads.slice(1).map((load) => load[what]));
  const shown = await shownUpdate(url, browser, UPDATES, async () => (await ask('run')).endedAt);
  return [
    row(`${name}: first byte`, of('firstByteMs'), null),
    row(`${name}: first screen`, of('firstPaintMs'), null, [['within 250 ms', 250, null]]),
    row(`${name}: all`, of('allMs'), null, [['within 1 s', 1_000, null]]),
    row(`${name}: from the end of a run until it is shown`, spreadOf(shown), null),
  ];
}

/** The bytes of an update for one reader. */
async function updates(name: string, path: string, url: string, ask: Ask): Promise<Row> {
  const reader = startReaders(url, [path]);
  const [sizes, slices]: [number[], number[]] = [[], []];
  let before = await quiet(reader, 0);
  for (let update = 0; update < UPDATES; update++) {
    await ask('run');
    await ask('watch');
    const after = await quiet(reader, before);
    slices.push((await ask('watch')).sliceMs);
    sizes.push((after - before) / 1_000);
    before = after;
  }
  reader.end();
  return row(`${name}: an update; the longest slice of the server`, spreadOf(slices), spreadOf(sizes), [
    ['at most 150 ms', 150, null],
    ['under 75 kB', null, 75],
  ]);
}

/** The bytes for a reader, once there are more than before and no more come; beats don't count. */
async function quiet(reader: Child, before: number): Promise<number> {
  let last = Number.NaN;
  let bytes = before;
  while (bytes - before < BEATS || bytes !== last) {
    await sleep(QUIET_MS);
    [last, bytes] = [bytes, Number(await reader.ask(null))];
  }
  return bytes;
}

const PREFIXES = ['', 's', 'se', 'ser', 'serv', 'servi', 'servic', 'service', 'service-', 'e'];
const AUDIENCES: Readonly<Record<string, readonly string[]>> = {
  'no reader': [],
  [`${READERS} readers of one page`]: Array.from({ length: READERS }, () => '/'),
  [`${READERS} readers of as many pages`]: PREFIXES.flatMap((find) =>
    Array.from({ length: READERS / PREFIXES.length }, (_, page) => `/?find=${find}&page=${page + 1}`),
  ),
};

/** Runs that follow each other without a pause, so that drawing after a run meets the checks of the next. */
async function checks(url: string, ask: Ask): Promise<Row[]> {
  const found = Object.keys(AUDIENCES).map((name) => ({
    name,
    runs: [] as number[],
    requests: [] as number[],
    slices: [] as number[],
  }));
  await ask('check');
  for (let turn = 0; turn < TURNS; turn++) {
    for (const { name, runs, requests, slices } of found) {
      const readers = startReaders(url, AUDIENCES[name] ?? []);
      await readers.ask(null);
      for (let count = 0; count < CHECKS; count++) {
        await ask('watch');
        const { runMs, requestsMs, sliceMs } = await ask('check');
        slices.push(sliceMs);
        runs.push(runMs);
        requests.push(spreadOf(requestsMs)?.median ?? Number.NaN);
      }
      readers.end();
    }
  }
  const alone = spreadOf(found[0]?.runs ?? []);
  return found.flatMap(({ name, runs, requests, slices }) => [
    row(
      `a run of ${SERVICES.toLocaleString('en')} checks, ${name}: ${ratio(spreadOf(runs), alone)}`,
      spreadOf(runs),
      null,
    ),
    row('- the median of its requests, as it measured them', spreadOf(requests), null),
    row('- the longest slice of the process', spreadOf(slices), null),
  ]);
}

function ratio(figure: Spread | null, base: Spread | null): string {
  return figure && base ? `${(figure.median / base.median).toFixed(2)} of that with none` : '–';
}

function startReaders(url: string, addresses: readonly string[]): Child {
  return startChild('page-readers', { url, addresses } satisfies PageReadersSetup);
}

type Limit = readonly [wanted: string, ms: number | null, kilobytes: number | null];

function row(name: string, ms: Spread | null, kilobytes: Spread | null, limits: readonly Limit[] = []): Row {
  const targets = limits.map(([wanted, most, size]) => ({
    wanted,
    met: most === null ? isWithin(kilobytes, size) : isWithin(ms, most),
  }));
  return { name, figures: [ms, kilobytes], targets };
}
