/** The name of whoever acknowledges or silences through the page: asked once, stored in this browser, and asked again by a button. */

const KEY = 'statuswatch-name';
let kept = readKept();

/** Storage can be forbidden. */
function readKept(): string {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

/** The reader's name, which is asked for if it is unknown; empty if they gave none, `null` if they cancelled. */
export async function readerName(): Promise<string | null> {
  return kept === '' ? await askName() : kept;
}

/** Resolves once the dialog is closed. */
async function askName(): Promise<string | null> {
  const dialog = document.querySelector<HTMLDialogElement>('#who');
  const field = dialog?.querySelector('input');
  if (!dialog || !field || dialog.open) return null;
  field.value = kept;
  dialog.returnValue = '';
  dialog.showModal();
  await new Promise((resolve) => dialog.addEventListener('close', resolve, { once: true }));
  if (dialog.returnValue !== 'named') return null;
  keep(field.value.trim());
  return kept;
}

function keep(name: string): void {
  kept = name;
  try {
    localStorage.setItem(KEY, name);
  } catch {
    // Then the name holds for this page.
  }
  drawName();
}

/** The button that shows the name, and asks for another. The server's own button is hidden. */
export function drawName(): void {
  const button = document.getElementById('name');
  if (!button) return;
  button.hidden = kept === '';
  const text = `as ${kept}`;
  if (button.textContent !== text) button.textContent = text;
}

export function followName(): void {
  drawName();
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.id === 'name') void askName();
  });
}
