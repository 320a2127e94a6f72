/** Shows the answer to an action in place: the document stays. */

import { askReader, forgetToken, type Reader, readerFor } from './reader';

/** The time for which an answer is shown. */
const SHOWN_MS = 20_000;
let timer: number | undefined;

async function send(form: HTMLFormElement, button: HTMLElement | null, afterAction: () => void): Promise<void> {
  const to = button?.getAttribute('formaction') ?? form.getAttribute('action') ?? location.href;
  const isAction = ACTION.test(to);
  const reader = isAction ? await readerFor(SEEN_BY_OTHERS.test(to)) : null;
  if (isAction && reader === null) return closeMenus(null);
  const given = new URLSearchParams();
  for (const [name, value] of new FormData(form, button)) if (typeof value === 'string') given.append(name, value);
  if (button instanceof HTMLButtonElement) button.disabled = true;
  try {
    const response = await post(to, given, reader);
    // A redirect, such as after logging out, is no answer.
    if (response?.redirected) return location.assign(response.url);
    if (response === null) return;
    say(await response.text());
    afterAction();
  } catch {
    say('Not sent: the watcher does not respond.');
  } finally {
    if (button instanceof HTMLButtonElement) button.disabled = false;
    closeMenus(null);
  }
}

/** The actions on a service or a silence; what else is posted, such as logging out, needs no token. */
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

/** Closes all menus but the one that is in use. */
function closeMenus(but: Element | null): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('details.acts[open]')) {
    if (menu !== but) menu.open = false;
  }
}

/** `afterAction` is called after an action. */
export function actInPlace(afterAction: () => void = () => undefined): void {
  document.addEventListener('submit', (event) => {
    const { target, submitter } = event;
    if (!(target instanceof HTMLFormElement) || target.method !== 'post') return;
    event.preventDefault();
    void send(target, submitter, afterAction);
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
