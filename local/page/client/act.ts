/** Shows the answer to an action in place: the document stays. */

import { readerName } from './name';

/** How long an answer is shown. */
const SHOWN_MS = 20_000;
let timer: number | undefined;

async function send(form: HTMLFormElement, button: HTMLElement | null, afterAction: () => void): Promise<void> {
  const given = new URLSearchParams();
  for (const [name, value] of new FormData(form, button)) if (typeof value === 'string') given.append(name, value);
  const to = button?.getAttribute('formaction') ?? form.getAttribute('action') ?? location.href;
  if (/\/(ack|silence)$/.test(to)) {
    const name = await readerName();
    if (name === null) return closeMenus(null);
    given.append('by', name);
  }
  if (button instanceof HTMLButtonElement) button.disabled = true;
  try {
    const response = await fetch(to, { method: 'POST', body: given, headers: { Accept: 'text/plain' } });
    // A redirect, such as after logging out, is no answer.
    if (response.redirected) return location.assign(response.url);
    say(await response.text());
    afterAction();
  } catch {
    say('This could not be sent: the watcher does not answer.');
  } finally {
    if (button instanceof HTMLButtonElement) button.disabled = false;
    closeMenus(null);
  }
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
