/**
 * The reader's name, which this browser stores, and the token that actions may need, which is stored until the tab is
 * closed. A dialog asks for both at the first action; a button in the header opens it too.
 */

const NAME_KEY = 'statuswatch-name';
const TOKEN_KEY = 'statuswatch-token';

export interface Reader {
  /** Empty if none was given. */
  readonly name: string;
  /** Empty if actions need none. */
  readonly token: string;
}

let name = readKept('localStorage', NAME_KEY);
let token = readKept('sessionStorage', TOKEN_KEY);

type Kind = 'localStorage' | 'sessionStorage';

/** Reads a stored value; empty if storage is forbidden. */
function readKept(kind: Kind, key: string): string {
  try {
    return window[kind].getItem(key) ?? '';
  } catch {
    return '';
  }
}

function keep(kind: Kind, key: string, value: string): void {
  try {
    window[kind].setItem(key, value);
  } catch {
    // Then it holds for this page.
  }
}

/** `null` if the reader cancelled. `needsName` is for actions that others see. */
export async function readerFor(needsName: boolean): Promise<Reader | null> {
  const isComplete = (!needsName || name !== '' || !nameField()) && (token !== '' || !tokenField());
  return isComplete ? { name, token } : await askReader();
}

/** Drops a token that the server refused. */
export function forgetToken(): void {
  token = '';
  keep('sessionStorage', TOKEN_KEY, '');
  drawReader();
}

/** Resolves once the dialog is closed. `fault` is shown beside the token. */
export async function askReader(fault = ''): Promise<Reader | null> {
  const dialog = document.querySelector<HTMLDialogElement>('#who');
  if (!dialog || dialog.open) return null;
  const wrong = document.getElementById('who-wrong');
  if (wrong) wrong.textContent = fault;
  const nameInput = nameField();
  const tokenInput = tokenField();
  if (nameInput) nameInput.value = name;
  if (tokenInput) tokenInput.value = token;
  dialog.returnValue = '';
  dialog.showModal();
  await new Promise((resolve) => dialog.addEventListener('close', resolve, { once: true }));
  const given = { name: nameInput?.value.trim() ?? '', token: tokenInput?.value.trim() ?? '' };
  if (tokenInput) tokenInput.value = '';
  if (dialog.returnValue !== 'given') return null;
  name = given.name;
  token = given.token;
  keep('localStorage', NAME_KEY, name);
  keep('sessionStorage', TOKEN_KEY, token);
  drawReader();
  return { name, token };
}

function nameField(): HTMLInputElement | null {
  return document.querySelector<HTMLInputElement>('#who-name');
}

function tokenField(): HTMLInputElement | null {
  return document.querySelector<HTMLInputElement>('#who-token');
}

/** Draws the button in the header: `Unlock actions`, then `ben · actions unlocked`; the name if no token is needed. */
export function drawReader(): void {
  const button = document.getElementById('actions');
  if (!button) return;
  const text = textOf(tokenField() !== null);
  button.hidden = text === '';
  button.classList.toggle('locked', tokenField() !== null && token === '');
  const label = button.querySelector('span');
  if (label && label.textContent !== text) label.textContent = text;
}

function textOf(needsToken: boolean): string {
  if (!needsToken) return name;
  if (token === '') return 'Unlock actions';
  return name === '' ? 'Actions unlocked' : `${name} · actions unlocked`;
}

export function followReader(): void {
  drawReader();
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('#actions')) void askReader();
  });
}
