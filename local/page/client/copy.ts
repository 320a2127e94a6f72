/** Copies a text of the page, such as the story of an incident as Markdown, or the page's own address. */

const COPIED = 'Copied.';
const FROM_BAR = 'The browser does not allow copying here: copy the address from its bar.';
const BY_HAND = 'The browser does not allow copying here: the text is selected, copy it from the keyboard.';

/** Whether a text has to be copied by hand: then it is shown. */
let isByHand = false;

/** Shows the buttons, which do nothing without a script, and hides the details with the text. The server's own buttons are hidden. */
export function drawCopyButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copies]')) {
    button.hidden = false;
    const details = textFor(button)?.closest('details');
    if (details) details.hidden = !isByHand;
  }
}

export function followCopyButtons(): void {
  drawCopyButtons();
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>('[data-copies]') : null;
    if (button) void copy(button);
  });
}

/** Returns the element whose text is copied; `null` for the page's address. */
function textFor(button: HTMLButtonElement): HTMLElement | null {
  return document.getElementById(button.dataset.copies ?? '');
}

async function copy(button: HTMLButtonElement): Promise<void> {
  const text = textFor(button);
  const status = document.getElementById('copied');
  if (!status) return;
  try {
    // A page without TLS on another machine has no clipboard.
    await navigator.clipboard.writeText(text === null ? `${location.origin}${location.pathname}` : textIn(text));
    status.textContent = COPIED;
  } catch {
    if (text === null) status.textContent = FROM_BAR;
    else status.textContent = isSelectionCopied(text) ? COPIED : BY_HAND;
  }
}

function textIn(element: HTMLElement): string {
  return element instanceof HTMLTextAreaElement ? element.value : element.textContent;
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
