/** A real browser for the tests of a file: each of their pages is watched for whatever a page should not do. */

import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { findBrowser, launchBrowser, noBrowser } from '../../scripts/browser';

export interface VisitOptions extends BrowserContextOptions {
  /** Troubles that are part of what is tested. */
  readonly expected?: readonly RegExp[];
  /** What is done before the page is loaded. */
  readonly before?: (page: Page) => Promise<unknown>;
}

/** Opens `url` as somebody who has never been there; the page is gone after the test. */
export type Visit = (url: string, options?: VisitOptions) => Promise<Page>;

/**
 * Tests in a browser, which runs as long as they do; a test fails where one of its pages has had trouble. Where no browser
 * is installed they are skipped, and say so; where `CI` is set they fail.
 */
export function describeInBrowser(title: string, tests: (visit: Visit) => void): void {
  if (findBrowser() === null && !process.env.CI) {
    process.stderr.write(`skipped: ${title}: ${noBrowser()}\n`);
    describe.skip(`${title} (skipped: ${noBrowser()})`, () => tests(() => Promise.reject(new Error(noBrowser()))));
    return;
  }
  describe(title, () => {
    let browser: Browser | undefined;
    const visited: VisitedPage[] = [];
    /** A browser takes much longer to open a window than to load a page: these are left by visitors of earlier tests. */
    const free: Page[] = [];
    const troubles: string[] = [];
    beforeAll(async () => {
      browser = await launchBrowser();
    });
    // After the hooks of the tests, and also where beforeAll has failed.
    afterAll(() => browser?.close());
    afterEach(async () => {
      const left = await Promise.all(visited.splice(0).map(leave));
      free.push(...left.flatMap((page) => page ?? []));
      expect(troubles.splice(0)).toEqual([]);
    });
    tests(async (url, { expected = [], before, viewport = VIEWPORT, ...options } = {}) => {
      if (!browser) throw new Error('the browser does not run yet');
      const isPlain = before === undefined && Object.keys(options).length === 0;
      const page = (isPlain && free.pop()) || (await newWindow(browser, { viewport, ...options }));
      visited.push({ page, isPlain });
      watchPage(page, new URL(url).origin, (trouble) => {
        if (!expected.some((pattern) => pattern.test(trouble))) troubles.push(trouble);
      });
      if (viewport !== null) await page.setViewportSize(viewport);
      await before?.(page);
      await page.goto(url);
      return page;
    });
  });
}

interface VisitedPage {
  readonly page: Page;
  /** The visitor was given nothing of their own but the size of the window. */
  readonly isPlain: boolean;
}

const VIEWPORT = { width: 1280, height: 720 };

async function newWindow(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  return page;
}

/** Takes from a window all that its visitor has left in it, and returns it; closes it where that can't be done. */
async function leave({ page, isPlain }: VisitedPage): Promise<Page | null> {
  const context = page.context();
  try {
    if (!isPlain || context.pages().length > 1) throw new Error('it is not as it was');
    await context.clearCookies();
    await page.evaluate('localStorage.clear(); sessionStorage.clear()');
    await page.goto('about:blank');
    await page.emulateMedia({ media: null, colorScheme: null });
    page.removeAllListeners();
    return page;
  } catch {
    await context.close();
    return null;
  }
}

/** Errors and warnings (breaches of the content security policy are among them), failed requests, dialogs, strangers. */
function watchPage(page: Page, origin: string, onTrouble: (trouble: string) => void): void {
  page.on('console', (message) => {
    if (['error', 'warning', 'assert'].includes(message.type())) onTrouble(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', ({ message }) => onTrouble(`uncaught: ${message}`));
  page.on('dialog', (dialog) => {
    onTrouble(`dialog: ${dialog.message()}`);
    dialog.dismiss().catch(() => undefined);
  });
  page.on('popup', (popup) => onTrouble(`popup: ${popup.url()}`));
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) onTrouble(`request to elsewhere: ${request.url().slice(0, 200)}`);
  });
  page.on('requestfailed', (request) => {
    const error = request.failure()?.errorText;
    // Whoever leaves a page leaves its stream, and what has not come yet.
    if (error !== 'net::ERR_ABORTED') onTrouble(`failed: ${request.url()} ${error}`);
  });
}
