/** Sends actions in place: the document stays, and the answer to each has the view after it. */

import { showAnswered } from './ask-view';
import { hasToUnlock, type Purpose, unlock } from './unlock';

/** The time for which an answer is shown. */
const SHOWN_MS = 20_000;
let timer: number | undefined;

async function send(form: HTMLFormElement, button: HTMLElement | null): Promise<void> {
  const to = button?.getAttribute('formaction') ?? form.getAttribute('action') ?? location.href;
  const isAction = ACTION.test(to);
  const given = new URLSearchParams();
  for (const [name, value] of new FormData(form, button)) if (typeof value === 'string') given.append(name, value);
  const purpose = purposeOf(to, given, button);
  const isReady = !isAction || !hasToUnlock(SEEN_BY_OTHERS.test(to)) || (await unlock(purpose));
  if (!isReady) return closeMenus(null);
  const row = button?.closest('[id]')?.id ?? '';
  if (button instanceof HTMLButtonElement) button.disabled = true;
  try {
    let response = await post(to, given);
    // The session has ended.
    if (isAction && response.status === 403) {
      if (!(await unlock(purpose))) return;
      response = await post(to, given);
    }
    // After locking there is another page.
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

/** The actions; what else is posted, such as locking the page, needs no token. */
const ACTION = /\/(ack|silence|ask|end)$/;
const SEEN_BY_OTHERS = /\/(ack|silence)$/;

const VERBS: Readonly<Record<string, string>> = { '/ack': 'acknowledge', '/silence': 'silence', '/ask': 'check' };

/** Returns what an action does, for the dialog that unlocks it; what ends something is named by its button. */
function purposeOf(to: string, given: URLSearchParams, button: HTMLElement | null): Purpose {
  const services = given.get('services')?.split(' ') ?? [];
  const text = button?.textContent.trim() ?? '';
  return {
    verb: VERBS[to] ?? text.charAt(0).toLowerCase() + text.slice(1),
    of: services.length > 1 ? `${services.length} services` : (services[0] ?? ''),
  };
}

function post(to: string, body: URLSearchParams): Promise<Response> {
  return fetch(to, { method: 'POST', body, headers: { Accept: 'text/plain' } });
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

const MENUS = 'details:is(.acts,.drop)';

/** Closes all menus but the one that is in use. */
function closeMenus(but: Element | null): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>(`${MENUS}[open]`)) {
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
    closeMenus(target instanceof Element ? target.closest(MENUS) : null);
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    const open = document.querySelector<HTMLElement>(`${MENUS}[open] summary`);
    closeMenus(null);
    open?.focus();
  });
}
