/** A page as a browser loads it, and shows its updates. */

import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { PAGE_PATHS } from '../lambda/view/page/document';

const SCREEN = { viewport: { width: 1440, height: 900 } };
/** The pause after a new tab is opened, which is still busy with itself. */
const REST_MS = 500;

/** What is sent over the connection, as a browser requests it: with its heads. */
export function bytesOf(url: URL): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent: false, headers: { 'Accept-Encoding': 'gzip, deflate, br' } }, (response) => {
      const { socket } = response;
      response.resume().once('end', () => resolve(socket.bytesRead));
    });
    request.once('error', reject);
  });
}

/** In milliseconds from the navigation. */
export interface PageLoad {
  readonly firstByteMs: number;
  readonly firstPaintMs: number;
  /** All is there and has been drawn. */
  readonly allMs: number;
}

// Types that a browser has and Node hasn't.
declare const document: { readyState: string; getElementById(id: string): object };
declare function requestAnimationFrame(draw: () => void): void;
declare const MutationObserver: new (
  changed: () => void,
) => { observe(node: object, what: object): void; disconnect(): void };

/** In a tab at rest that has nothing of it in its cache. */
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
 * How long after each run an open page has shown it, in milliseconds. `run` does one, and gives the time of its end: browser and
 * server are on one machine, so they share one clock.
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
  // The first one comes after the view with which the stream begins.
  return times.slice(1);
}
