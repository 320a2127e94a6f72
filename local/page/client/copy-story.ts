/** Copies the story of an incident as Markdown. */

const COPIED = 'Copied.';
const BY_HAND = 'The browser does not allow copying here: the text is selected, copy it from the keyboard.';

/** Whether the text has to be copied by hand: then it is shown. */
let isByHand = false;

/** Shows the button, which does nothing without a script, in place of the text. The server's own button is hidden. */
export function drawCopyButton(): void {
  const button = document.getElementById('copy-story');
  const details = document.getElementById('story-details');
  if (button) button.hidden = false;
  if (details) details.hidden = !isByHand;
}

export function followCopyButton(): void {
  drawCopyButton();
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('#copy-story')) void copyStory();
  });
}

async function copyStory(): Promise<void> {
  const text = document.querySelector<HTMLTextAreaElement>('#story-markdown');
  if (!text) return;
  say((await isCopied(text.value)) ? COPIED : selectByHand(text));
}

/** A page without TLS on another machine has no clipboard. */
export async function isCopied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

function selectByHand(text: HTMLTextAreaElement): string {
  const details = text.closest('details');
  isByHand = true;
  if (details) {
    details.hidden = false;
    details.open = true;
  }
  text.focus();
  text.select();
  return document.execCommand('copy') ? COPIED : BY_HAND;
}

function say(answer: string): void {
  const status = document.getElementById('copied');
  if (status) status.textContent = answer;
}
