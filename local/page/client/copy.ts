/** Copies a text of the page: the story of an incident as Markdown, or the last response body. */

const COPIED = 'Copied.';
const BY_HAND = 'The browser does not allow copying here: the text is selected, copy it from the keyboard.';

/** Whether a text has to be copied by hand: then it is shown. */
let isByHand = false;

/** Shows the button, which does nothing without a script, and hides the details with the text. The server's own button is hidden. */
export function drawCopyButton(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-copies]');
  if (!button) return;
  button.hidden = false;
  const details = textFor(button)?.closest('details');
  if (details) details.hidden = !isByHand;
}

export function followCopyButton(): void {
  drawCopyButton();
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>('[data-copies]') : null;
    if (button) void copy(button);
  });
}

function textFor(button: HTMLButtonElement): HTMLElement | null {
  return document.getElementById(button.dataset.copies ?? '');
}

async function copy(button: HTMLButtonElement): Promise<void> {
  const text = textFor(button);
  const status = document.getElementById('copied');
  if (!text || !status) return;
  try {
    // A page without TLS on another machine has no clipboard.
    await navigator.clipboard.writeText(text instanceof HTMLTextAreaElement ? text.value : text.textContent);
    status.textContent = COPIED;
  } catch {
    status.textContent = isSelectionCopied(text) ? COPIED : BY_HAND;
  }
}

function isSelectionCopied(text: HTMLElement): boolean {
  const details = text.closest('details');
  isByHand = true;
  if (details) {
    details.hidden = false;
    details.open = true;
  }
  if (text instanceof HTMLTextAreaElement) {
    text.focus();
    text.select();
  } else getSelection()?.selectAllChildren(text);
  return document.execCommand('copy');
}
