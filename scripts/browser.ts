/** Finds and starts the browser of this machine, for tests, the benchmark and pictures. */

import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Lays out pages like the whole browser, without windows and with half the CPU. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
/** The browsers that people have. */
const WHOLE = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Flags that stop updates and background requests. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

interface BrowserChoice {
  /** Whether to use the whole browser, unless `CHROMIUM` names another, for the figures that people would see. */
  readonly isWhole?: boolean;
}

/** Returns the path of the browser in `CHROMIUM`, or of the first that exists; `null` if there is none. */
export function findBrowser({ isWhole = false }: BrowserChoice = {}): string | null {
  const places = [process.env.CHROMIUM ?? '', ...(isWhole ? [] : [HEADLESS_SHELL]), ...WHOLE];
  return places.find((path) => path !== '' && existsSync(path)) ?? null;
}

/** Says what to do if there is no browser. */
export function noBrowser({ isWhole = false }: BrowserChoice = {}): string {
  const [what, places] = isWhole
    ? ['whole browser (a headless shell is not enough)', WHOLE]
    : ['browser', [HEADLESS_SHELL, ...WHOLE]];
  return `no ${what} found: name one with CHROMIUM, or install one of ${places.join(', ')}`;
}

/** Starts the browser without a window and with its own profile. Throws if there is none. */
export function launchBrowser(choice?: BrowserChoice): Promise<Browser> {
  const executablePath = findBrowser(choice);
  if (executablePath === null) throw new Error(noBrowser(choice));
  return chromium.launch({ executablePath, args: ARGUMENTS });
}
