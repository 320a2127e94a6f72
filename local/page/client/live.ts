/** The page's script: shows each view that the server sends, and says if none comes any more. */

import { Idiomorph } from 'idiomorph';
import type { PAGE_PATHS } from '../../../lambda/view/page/page';

import { explore, readOutAgain } from './explore';
import { drawNewTimes, followTimes } from './times';

const LIVE: (typeof PAGE_PATHS)['live'] = '/live';
const ICON: (typeof PAGE_PATHS)['icon'] = '/icon.svg';

/** The server sends something every five seconds at least; after this time the connection counts as lost. */
const LOST_AFTER_MS = 15_000;
const RETRY_MS = 1_500;
/** How soon to connect again after having made room for other tabs. */
const REST_MS = 5_000;

let source: EventSource | undefined;
let lostTimer: number | undefined;
let again: number | undefined;
let receivedAt = new Date();

function connect(): void {
  disconnect();
  const at = encodeURIComponent(location.pathname + location.search);
  const opened = new EventSource(`${LIVE}?at=${at}`);
  source = opened;
  opened.addEventListener('view', ({ data }) => show(data));
  for (const event of ['view', 'beat']) opened.addEventListener(event, received);
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

function disconnect(): void {
  source?.close();
  clearTimeout(lostTimer);
  clearTimeout(again);
}

function connectIn(milliseconds: number): void {
  clearTimeout(again);
  again = setTimeout(connect, milliseconds);
}

/** A connection can be dead for a long time without an error. */
function waitForNews(): void {
  clearTimeout(lostTimer);
  lostTimer = setTimeout(() => {
    lose();
    connect();
  }, LOST_AFTER_MS);
}

function received(): void {
  receivedAt = new Date();
  setHead();
  setLost(false);
  waitForNews();
}

function lose(): void {
  const since = document.getElementById('lost-since');
  const time = `${receivedAt.toISOString().slice(11, 19)} UTC`;
  // The text is written only once: screen readers read it out each time it is written.
  if (since && since.textContent !== time) since.textContent = time;
  setLost(true);
  setIcon('unknown');
  const { lost } = document.getElementById('view')?.dataset ?? {};
  if (lost !== undefined && document.title !== lost) document.title = lost;
}

function setLost(isLost: boolean): void {
  const lost = document.getElementById('lost');
  if (lost) lost.hidden = !isLost;
  document.documentElement.toggleAttribute('data-lost', isLost);
}

/** Changes only what differs, so that focus, scrolling, selections, typed text and opened parts stay as they are; a part with another id is another. */
function show(html: string): void {
  const view = document.getElementById('view');
  if (!view) return;
  Idiomorph.morph(view, html, {
    morphStyle: 'outerHTML',
    callbacks: {
      beforeNodeMorphed: (node, given) => {
        if (isDetails(node) && isDetails(given) && node.id !== given.id) node.open = given.open;
        return !isTypedInto(node);
      },
      beforeAttributeUpdated: (name, element) => !(name === 'open' && isDetails(element)),
    },
  });
  readOutAgain();
  drawNewTimes();
}

/** The tab says the same as the view. */
function setHead(): void {
  const { title, state } = document.getElementById('view')?.dataset ?? {};
  if (title !== undefined && document.title !== title) document.title = title;
  if (state !== undefined) setIcon(state);
}

function isDetails(node: Node): node is HTMLDetailsElement {
  return node instanceof HTMLDetailsElement;
}

function isTypedInto(node: Node): boolean {
  return node instanceof HTMLInputElement || node instanceof HTMLSelectElement || node instanceof HTMLTextAreaElement;
}

function leaveOut(form: HTMLFormElement, isLeftOut: boolean): void {
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')) {
    const isDefault = field instanceof HTMLSelectElement ? field.selectedIndex === 0 : field.value === '';
    if (isDefault) field.disabled = isLeftOut;
  }
}

function setIcon(state: string): void {
  const icon = document.querySelector('link[rel="icon"]');
  const href = `${ICON}?state=${encodeURIComponent(state)}`;
  if (icon && icon.getAttribute('href') !== href) icon.setAttribute('href', href);
}

explore();
followTimes();
// A choice in a list takes effect at once; without this script a button does it.
document.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLSelectElement && target.form?.method === 'get') target.form.requestSubmit();
});
// The address of what is chosen stays short: what is as by default is left out.
document.addEventListener('submit', ({ target }) => {
  if (target instanceof HTMLFormElement && target.method === 'get') leaveOut(target, true);
});
document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof Node && isTypedInto(event.target);
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
  const search = document.querySelector<HTMLInputElement>('input[type="search"]');
  if (!search) return;
  event.preventDefault();
  search.focus();
  search.select();
});

// In a hidden tab a pause can be long.
document.addEventListener('visibilitychange', () => {
  if (!document.hidden && source?.readyState === EventSource.CLOSED) connect();
});
window.addEventListener('pagehide', disconnect);
// The browser has restored the page from its back-forward cache.
window.addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  for (const form of document.forms) leaveOut(form, false);
  connect();
});
// The page as loaded is drawn before anything else is requested; a hidden tab draws nothing.
if (document.hidden) connect();
else requestAnimationFrame(() => setTimeout(connect));
