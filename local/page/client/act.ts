/** Sends actions in place: the document stays, and the answer to each has the view after it. */

import { showAnswered } from './ask-view';
import { askReader, forgetToken, type Reader, readerFor } from './reader';

/** The time for which an answer is shown. */
const SHOWN_MS = 20_000;
let timer: number | undefined;

async function send(form: HTMLFormElement, button: HTMLElement | null): Promise<void> {
  const to = button?.getAttribute('formaction') ?? form.getAttribute('action') ?? location.href;
  const isAction = ACTION.test(to);
  const reader = isAction ? await readerFor(SEEN_BY_OTHERS.test(to)) : null;
  if (isAction && reader === null) return closeMenus(null);
  const given = new URLSearchParams();
  for (const [name, value] of new FormData(form, button)) if (typeof value === 'string') given.append(name, value);
  const row = button?.closest('[id]')?.id ?? '';
  if (button instanceof HTMLButtonElement) button.disabled = true;
  try {
    const response = await post(to, given, reader);
    if (response === null) return;
    // After logging out there is another page.
    if (!isAction && response.redirected) return location.assign(response.url);
    if (form.matches(':popover-open')) form.hidePopover();
    const text = await response.text();
    say(showAnswered(text) ?? text);
    keepFocus(row);
  } catch {
    say('Not sent: the watcher does not respond.');
  } finally {
    if (button instanceof HTMLButtonElement) button.disabled = false;
    closeMenus(null);
  }
}

/** The actions; what else is posted, such as logging out, needs no token. */
const ACTION = /\/(ack|silence|ask|end)$/;
const SEEN_BY_OTHERS = /\/(ack|silence)$/;

/** Asks for the token again as often as it is wrong; `null` once the reader cancels. */
async function post(to: string, given: URLSearchParams, reader: Reader | null): Promise<Response | null> {
  const body = new URLSearchParams(given);
  if (reader && reader.name !== '' && SEEN_BY_OTHERS.test(to)) body.set('by', reader.name);
  if (reader && reader.token !== '') body.set('token', reader.token);
  const response = await fetch(to, { method: 'POST', body, headers: { Accept: 'text/plain' } });
  const isWrong = response.status === 403 && reader !== null && reader.token !== '';
  if (!isWrong) return response;
  forgetToken();
  const again = await askReader('This is not the token of this watch.');
  return again === null ? null : await post(to, given, again);
}

function say(text: string): void {
  const answer = document.getElementById('answer');
  if (!answer) return;
  answer.textContent = text;
  clearTimeout(timer);
  timer = setTimeout(() => {
    answer.textContent = '';
  }, SHOWN_MS);
}

/** Focuses what is beside a button that is gone. */
function keepFocus(row: string): void {
  if (document.activeElement !== document.body) return;
  const place = document.getElementById(row);
  const buttons = place?.querySelectorAll<HTMLElement>('button, summary') ?? [];
  [...buttons].find((button) => button.checkVisibility())?.focus();
}

/** Closes all menus but the one that is in use. */
function closeMenus(but: Element | null): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('details.acts[open]')) {
    if (menu !== but) menu.open = false;
  }
}

export function actInPlace(): void {
  document.addEventListener('submit', (event) => {
    const { target, submitter } = event;
    if (!(target instanceof HTMLFormElement) || target.method !== 'post') return;
    event.preventDefault();
    void send(target, submitter);
  });
  document.addEventListener('click', ({ target }) => {
    closeMenus(target instanceof Element ? target.closest('details.acts') : null);
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    const open = document.querySelector<HTMLElement>('details.acts[open] summary');
    closeMenus(null);
    open?.focus();
  });
}
