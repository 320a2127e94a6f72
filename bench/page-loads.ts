/** A page as a browser loads it, and shows its updates; and the rows about that. */

import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { PAGE_PATHS } from '../lambda/view/page/page-paths';
import { spreadOf } from './statistics';
import { isWithin, type Row } from './topic';

const SCREEN = { viewport: { width: 1440, height: 900 } };
/** The pause after a new tab is opened, which is still busy with itself. */
const REST_MS = 500;

/** The bytes on the connection, as a browser requests it: with the heads. */
export function bytesOf(url: URL): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent: false, headers: { 'Accept-Encoding': 'gzip, deflate, br' } }, (response) => {
      const { socket } = response;
      response.resume().once('end', () => resolve(socket.bytesRead));
    });
    request.once('error', reject);
  });
}

/** The times in milliseconds from the navigation. */
export interface PageLoad {
  readonly firstByteMs: number;
  readonly firstPaintMs: number;
  /** The whole page is loaded and drawn. */
  readonly allMs: number;
}

// Types that a browser has and Node hasn't.
declare const document: { readyState: string; getElementById(id: string): object };
declare function requestAnimationFrame(draw: () => void): void;
declare const MutationObserver: new (
  changed: () => void,
) => { observe(node: object, what: object): void; disconnect(): void };

/** Loads the page in a tab at rest, with an empty cache. */
export async function loadedPage(url: URL, browser: Browser): Promise<PageLoad> {
  const context = await browser.newContext(SCREEN);
  const page = await context.newPage();
  // Chromium gives a site a process with its first document, and makes another ready: neither is counted.
  await page.goto(new URL(PAGE_PATHS.icon, url).href);
  await sleep(REST_MS);
  await page.goto(url.href);
  const allMs = await page.evaluate(
    () => new Promise<number>((resolve) => requestAnimationFrame(() => resolve(performance.now()))),
  );
  const paint = await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
  const firstByteMs = await page.evaluate(
    () =>
      (performance.getEntriesByType('navigation' as never)[0] as unknown as { responseStart: number }).responseStart,
  );
  const firstPaintMs = (await paint.jsonValue()) as number;
  await context.close();
  return { firstByteMs, firstPaintMs, allMs: Math.max(allMs, firstPaintMs) };
}

/** Runs in the browser: the time at which the next view has been drawn. */
function nextUpdate(): Promise<number> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      observer.disconnect();
      requestAnimationFrame(() => resolve(Date.now()));
    });
    observer.observe(document.getElementById('view'), { attributeFilter: ['data-now'] });
  });
}

/**
 * The time between the end of each run and an open page that shows it, in milliseconds. `run` does a run, and returns the time of its end:
 * browser and server are on one machine, so they share a clock.
 */
export async function shownUpdate(
  url: URL,
  browser: Browser,
  updates: number,
  run: () => Promise<number>,
): Promise<number[]> {
  const page: Page = await browser.newPage(SCREEN);
  await page.goto(url.href, { waitUntil: 'load' });
  const times: number[] = [];
  for (let count = 0; count <= updates; count++) {
    const shown = page.evaluate(nextUpdate);
    // Calls are evaluated in order, so the observer is there.
    await page.evaluate(() => undefined);
    const ranAt = await run();
    times.push(Math.max(0, (await shown) - ranAt));
  }
  await page.close();
  // The first time belongs to the view with which the stream begins.
  return times.slice(1);
}

export const LOADS = 20;
const WATCHED = ['/', PAGE_PATHS.script, `${PAGE_PATHS.icon}?state=failing`];

export async function firstLoad(name: string, url: string, limitKb: number | null, paths = WATCHED): Promise<Row> {
  const sizes = await Promise.all(paths.map((path) => bytesOf(new URL(path, url))));
  const kilobytes = spreadOf([sizes.reduce((sum, size) => sum + size, 0) / 1_000]);
  const targets = limitKb === null ? [] : [{ wanted: `under ${limitKb} kB`, met: isWithin(kilobytes, limitKb) }];
  return { name, figures: [null, kilobytes], targets };
}

export async function firstPaint(name: string, url: string, browser: Browser, limitMs: number | null): Promise<Row> {
  const times: number[] = [];
  for (let load = 0; load <= LOADS; load++) {
    const { firstPaintMs } = await loadedPage(new URL(url), browser);
    // The very first load warms the browser.
    if (load > 0) times.push(firstPaintMs);
  }
  return rowOf(name, `under ${limitMs} ms`, times, limitMs);
}

export function rowOf(name: string, wanted: string, times: readonly number[], limitMs: number | null): Row {
  const spread = spreadOf(times);
  const targets = limitMs === null ? [] : [{ wanted, met: isWithin(spread, limitMs) }];
  return { name, figures: [spread, null], targets };
}
