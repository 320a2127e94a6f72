/** The dialog that unlocks actions, and the links that open it. The server draws who has unlocked the page, from a cookie that no script can read. */

import type { PAGE_PATHS } from '../../../lambda/view/page/page-paths';

const UNLOCK: (typeof PAGE_PATHS)['unlock'] = '/unlock';
/** The fragment of a link that works once. */
const LINK = /^#unlock=([\w-]+)$/;

/** Why the dialog opens, as in "To acknowledge payment-service." */
export interface Purpose {
  readonly verb: string;
  readonly of: string;
}

/** Returns whether the reader has to give the token first, or only a name for an action that others see. */
export function hasToUnlock(isSeenByOthers: boolean): boolean {
  if (document.getElementById('view')?.dataset.reader !== undefined) return false;
  return field('password') !== null || (isSeenByOthers && field('name') !== null);
}

/** Resolves to whether the reader has unlocked the page, once the dialog is closed. */
export async function unlock(purpose: Purpose | null, code = ''): Promise<boolean> {
  const dialog = unlockDialog();
  if (!dialog || dialog.open) return false;
  const needsToken = field('password') !== null;
  const isLink = code !== '';
  if (needsToken) write('h2', isLink ? 'Unlock this device?' : 'Unlock actions');
  write(
    '.purpose',
    purpose === null ? (isLink ? 'This link works once.' : '') : `To ${`${purpose.verb} ${purpose.of}`.trim()}.`,
  );
  write('.first', !needsToken ? 'Continue' : purpose === null ? 'Unlock' : `Unlock and ${purpose.verb}`);
  refuse('');
  for (const part of dialog.querySelectorAll<HTMLElement>('.token, .where')) part.hidden = isLink;
  const password = field('password');
  if (password) password.disabled = isLink;
  const given = field('code');
  if (given) given.value = code;
  dialog.returnValue = '';
  dialog.showModal();
  await new Promise((resolve) => dialog.addEventListener('close', resolve, { once: true }));
  return dialog.returnValue === 'unlocked';
}

async function send(dialog: HTMLDialogElement, form: HTMLFormElement): Promise<void> {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') body.append(name, value.trim());
  try {
    const response = await fetch(UNLOCK, { method: 'POST', body, headers: { Accept: 'text/plain' } });
    if (!response.ok) return refuse(await response.text());
    // A password manager takes a token as the right one once its form has gone. The new form is empty.
    const empty = form.cloneNode(true);
    if (empty instanceof HTMLFormElement) empty.reset();
    form.replaceWith(empty);
    show(false);
    dialog.close('unlocked');
  } catch {
    refuse('Not sent: the watcher does not respond.');
  }
}

/** Shows why the token is not accepted; nothing if `fault` is empty. What was typed stays. */
function refuse(fault: string): void {
  write('#wrong', fault.trim());
  const password = field('password');
  password?.toggleAttribute('aria-invalid', fault !== '');
  if (fault !== '' && password?.disabled === false) password.focus();
}

/** Shows the token, or hides it. */
function show(isShown: boolean): void {
  const password = field('password');
  if (password) password.type = isShown ? 'text' : 'password';
  unlockDialog()?.querySelector('.eye')?.setAttribute('aria-pressed', String(isShown));
}

function unlockDialog(): HTMLDialogElement | null {
  return document.querySelector<HTMLDialogElement>('#unlock');
}

function field(name: string): HTMLInputElement | null {
  return document.querySelector<HTMLInputElement>(`#unlock [name="${name}"]`);
}

function write(part: string, text: string): void {
  const element = unlockDialog()?.querySelector(part);
  if (element) element.textContent = text;
}

/** `afterUnlock` is called once the page has been unlocked without an action. */
export function followUnlocking(afterUnlock: () => void): void {
  const unlockAlone = async (code?: string) => {
    if (await unlock(null, code)) afterUnlock();
  };
  const followLink = () => {
    const [, code] = LINK.exec(location.hash) ?? [];
    if (code === undefined) return;
    // Nobody is to copy the address with the code.
    history.replaceState(history.state, '', `${location.pathname}${location.search}`);
    void unlockAlone(code);
  };
  followLink();
  window.addEventListener('hashchange', followLink);
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element)) return;
    if (event.target.closest('.eye')) show(field('password')?.type === 'password');
    if (!event.target.closest('a#actions') || unlockDialog() === null) return;
    event.preventDefault();
    void unlockAlone();
  });
  unlockDialog()?.addEventListener('submit', (event) => {
    const { target, currentTarget, submitter } = event;
    // What happens to this form is decided here alone.
    event.stopPropagation();
    if (submitter?.getAttribute('formmethod') === 'dialog') return;
    event.preventDefault();
    if (target instanceof HTMLFormElement && currentTarget instanceof HTMLDialogElement)
      void send(currentTarget, target);
  });
}
