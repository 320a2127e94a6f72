/** The browser of this machine, for tests, the benchmark and pictures: it is found where it is installed. */

import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PLACES = [
  ...['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Flags that stop updates and background requests. */
const ARGUMENTS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

/** The path of Chromium or Chrome: `CHROMIUM`, or the first that exists; `null` if there is none. */
export function findBrowser(): string | null {
  return [process.env.CHROMIUM ?? '', ...PLACES].find((path) => path !== '' && existsSync(path)) ?? null;
}

export const NO_BROWSER = `no browser found: name one with CHROMIUM, or install one of ${PLACES.join(', ')}`;

/** Starts the browser without a window and with a profile of its own. Throws if there is none. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  if (executablePath === null) throw new Error(NO_BROWSER);
  return chromium.launch({ executablePath, args: ARGUMENTS });
}
