/** The page's script: shows each view that the server sends, and tells when none comes any more. */

import { Idiomorph } from 'idiomorph';
import type { PAGE_PATHS } from '../../../lambda/view/page';

const LIVE: (typeof PAGE_PATHS)['live'] = '/live';
const ICON: (typeof PAGE_PATHS)['icon'] = '/icon.svg';

/** The server is heard every five seconds at least. */
const SILENCE_MS = 15_000;
const RETRY_MS = 1_500;
/** How soon to come back after having made room for other tabs. */
const REST_MS = 5_000;

let source: EventSource | undefined;
let silence: number | undefined;
let again: number | undefined;
let heardAt = new Date();

function connect(): void {
  disconnect();
  const at = encodeURIComponent(location.pathname + location.search);
  const opened = new EventSource(`${LIVE}?at=${at}`);
  source = opened;
  opened.addEventListener('view', ({ data }) => show(data));
  for (const event of ['view', 'beat']) opened.addEventListener(event, hear);
  opened.addEventListener('rest', () => {
    disconnect();
    connectIn(REST_MS);
  });
  opened.addEventListener('error', () => {
    lose();
    // It comes back by itself, unless the server has refused it.
    if (opened.readyState === EventSource.CLOSED) connectIn(RETRY_MS);
  });
  waitForNews();
}

function disconnect(): void {
  source?.close();
  clearTimeout(silence);
  clearTimeout(again);
}

function connectIn(milliseconds: number): void {
  clearTimeout(again);
  again = setTimeout(connect, milliseconds);
}

/** A connection can be dead for long before anybody says so. */
function waitForNews(): void {
  clearTimeout(silence);
  silence = setTimeout(() => {
    lose();
    connect();
  }, SILENCE_MS);
}

function hear(): void {
  heardAt = new Date();
  setLost(false);
  waitForNews();
}

function lose(): void {
  const since = document.getElementById('lost-since');
  const time = `${heardAt.toISOString().slice(11, 19)} UTC`;
  // Written once: each time it is read out to those who listen to a page.
  if (since && since.textContent !== time) since.textContent = time;
  setLost(true);
  setIcon('unknown');
}

function setLost(isLost: boolean): void {
  const lost = document.getElementById('lost');
  if (lost) lost.hidden = !isLost;
  document.documentElement.toggleAttribute('data-lost', isLost);
}

/** Changes only what differs, so that focus, scrolling, what is selected, typed in and opened stay as they are. */
function show(html: string): void {
  const view = document.getElementById('view');
  if (!view) return;
  Idiomorph.morph(view, html, {
    morphStyle: 'outerHTML',
    callbacks: {
      beforeNodeMorphed: (node) => !isTypedInto(node),
      beforeAttributeUpdated: (name, element) => !(name === 'open' && element instanceof HTMLDetailsElement),
    },
  });
  const { title, state } = document.getElementById('view')?.dataset ?? {};
  if (title !== undefined && document.title !== title) document.title = title;
  if (state !== undefined) setIcon(state);
}

function isTypedInto(node: Node): boolean {
  return node instanceof HTMLInputElement || node instanceof HTMLSelectElement || node instanceof HTMLTextAreaElement;
}

function setIcon(state: string): void {
  const icon = document.querySelector('link[rel="icon"]');
  const href = `${ICON}?state=${encodeURIComponent(state)}`;
  if (icon && icon.getAttribute('href') !== href) icon.setAttribute('href', href);
}

// In a tab that nobody sees a pause can be long.
document.addEventListener('visibilitychange', () => {
  if (!document.hidden && source?.readyState === EventSource.CLOSED) connect();
});
window.addEventListener('pagehide', disconnect);
// Back from where the browser keeps the pages that one may return to.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) connect();
});
// What came with the page is drawn before anything else is asked for; a tab that nobody sees draws nothing.
if (document.hidden) connect();
else requestAnimationFrame(() => setTimeout(connect));
