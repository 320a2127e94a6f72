/** The common part of all pages' scripts: shows a new view, and shows when no view comes any more. */

import { Idiomorph } from 'idiomorph';
import type { PAGE_PATHS } from '../../../lambda/view/page/page-paths';
import { drawCopyButtons, followCopyButtons } from './copy';
import { explore, readOutAgain } from './explore';
import { findAgain, followSearch } from './find';
import { followPrintButton } from './print';
import { drawNewTimes, followTimes } from './times';
import { followUnlocking } from './unlock';

const ICON: (typeof PAGE_PATHS)['icon'] = '/icon.svg';

let receivedAt = new Date();

/** Notes that the watcher has responded. */
export function receive(): void {
  receivedAt = new Date();
  setHead();
  setLost(false);
}

/** Shows since when nothing has come. */
export function lose(): void {
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

/** Changes only what differs, so that focus, scrolling, selections, typed text and opened parts stay as they are. Parts with different ids are different parts. */
export function show(html: string): void {
  const view = document.getElementById('view');
  if (!view) return;
  const before = places(view);
  Idiomorph.morph(view, html, {
    morphStyle: 'outerHTML',
    callbacks: {
      beforeNodeMorphed: (node, given) => {
        // A form that is being filled in stays as it is.
        if (node instanceof HTMLElement && node.matches(':popover-open')) return false;
        if (isDetails(node) && isDetails(given) && node.id !== given.id) node.open = given.open;
        // The texts of these buttons are of this reader's choice.
        return !isTypedInto(node) && !(node instanceof Element && SHOWN_BY_SCRIPT.includes(node.id));
      },
      beforeAttributeUpdated: (name, element) => !(name === 'open' && isDetails(element)),
    },
  });
  findAgain();
  readOutAgain();
  drawNewTimes();
  drawCopyButtons();
  settle(before);
}

/** How long parts take to a new place. */
const MOVE_MS = 150;

/** Returns the parts of a view that may move when something opens above them, with their places. */
function places(view: Element): ReadonlyMap<Element, number> {
  const parts = view.querySelectorAll('main > *, footer, [data-service]');
  return new Map([...parts].map((part) => [part, part.getBoundingClientRect().top]));
}

/** Lets what has moved slide to its place, so that nothing jumps; for readers who want no motion it fades in there. */
function settle(before: ReadonlyMap<Element, number>): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const moved = new Map([...before].map(([part, top]) => [part, top - part.getBoundingClientRect().top]));
  for (const [part, distance] of moved) {
    // A service moves with the list that it is in.
    const list = part.parentElement?.closest('main > *');
    const own = distance - ((list && moved.get(list)) || 0);
    if (own !== 0) part.animate(isStill ? { opacity: [0, 1] } : { translate: [`0 ${own}px`, '0'] }, MOVE_MS);
  }
}

/** The buttons that scripts show, and write into. */
const SHOWN_BY_SCRIPT: readonly string[] = ['zone', 'zone-below', 'print'];

/** Gives the tab the state of the view. */
function setHead(): void {
  const { title, state } = document.getElementById('view')?.dataset ?? {};
  if (title !== undefined && document.title !== title) document.title = title;
  if (state !== undefined) setIcon(state);
}

function isDetails(node: Node): node is HTMLDetailsElement {
  return node instanceof HTMLDetailsElement;
}

function isTypedInto(node: Node): boolean {
  if (node instanceof HTMLTextAreaElement) return !node.readOnly;
  return node instanceof HTMLInputElement || node instanceof HTMLSelectElement;
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

/** Sets up everything else that a page does for its reader. `afterUnlock` is called once they have unlocked it. */
export function followPage(afterUnlock: () => void): void {
  explore();
  followTimes();
  followUnlocking(afterUnlock);
  followCopyButtons();
  followPrintButton();
  followSearch();
  // A choice in a list takes effect at once; without this script a button does it.
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLSelectElement && target.form?.method === 'get') target.form.requestSubmit();
  });
  // The address of a choice stays short: default values are left out.
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
  // The browser has restored the page from its back-forward cache.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) for (const form of document.forms) leaveOut(form, false);
  });
}
