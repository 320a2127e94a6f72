/** The script of a watch's page: asks for the view whenever the server has news, and shows when the connection is lost. */

import type { PAGE_PATHS } from '../../../lambda/view/page/page-paths';
import { actInPlace } from './act';
import { askView } from './ask-view';
import { followPage, lose, receive } from './page';

const LIVE: (typeof PAGE_PATHS)['live'] = '/live';

/** The server sends something every five seconds at least; after this time the connection counts as lost. */
const LOST_AFTER_MS = 15_000;
const RETRY_MS = 1_500;
/** The time until it connects again after it has made room for other tabs. */
const REST_MS = 5_000;

let source: EventSource | undefined;
let lostTimer: number | undefined;
let again: number | undefined;
/** The number of news so far, and the number for which the view is shown. */
let news = 0;
let shown = 0;
let isAsking = false;
let hasFailed = false;

function connect(): void {
  disconnect();
  const opened = new EventSource(LIVE);
  source = opened;
  opened.addEventListener('news', renewNow);
  opened.addEventListener('beat', () => {
    if (!hasFailed) received();
  });
  opened.addEventListener('rest', () => {
    disconnect();
    connectIn(REST_MS);
  });
  opened.addEventListener('error', () => {
    lose();
    // The browser connects again by itself, unless the server has refused it.
    if (opened.readyState === EventSource.CLOSED) connectIn(RETRY_MS);
  });
  waitForNews();
}

function renewNow(): void {
  news += 1;
  void renew();
}

/** Asks until the view of the latest news is shown: the server may be too busy at first. */
async function renew(): Promise<void> {
  if (isAsking) return;
  isAsking = true;
  while (shown < news) {
    const asked = news;
    hasFailed = !(await askView());
    if (hasFailed) {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    } else {
      shown = asked;
      received();
    }
  }
  isAsking = false;
}

function disconnect(): void {
  source?.close();
  clearTimeout(lostTimer);
  clearTimeout(again);
}

function connectIn(milliseconds: number): void {
  clearTimeout(again);
  again = setTimeout(connect, milliseconds);
}

function received(): void {
  receive();
  waitForNews();
}

/** Reconnects if nothing comes: a connection can be dead for a long time without an error. */
function waitForNews(): void {
  clearTimeout(lostTimer);
  lostTimer = setTimeout(() => {
    lose();
    connect();
  }, LOST_AFTER_MS);
}

followPage(renewNow);
actInPlace();

// In a hidden tab a pause can be long.
document.addEventListener('visibilitychange', () => {
  if (!document.hidden && source?.readyState === EventSource.CLOSED) connect();
});
window.addEventListener('pagehide', disconnect);
// The browser has restored the page from its back-forward cache.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) connect();
});
// The page as loaded is drawn before anything else is requested; a hidden tab draws nothing.
if (document.hidden) connect();
else requestAnimationFrame(() => setTimeout(connect));
