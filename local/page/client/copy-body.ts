/** Copies the body of a service's last answer. */

import { isCopied } from './copy-story';

/** Shows the button, which does nothing without a script. The server's own button is hidden. */
export function drawBodyButton(): void {
  const button = document.getElementById('copy-body');
  if (button) button.hidden = false;
}

export function followBodyButton(): void {
  drawBodyButton();
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('#copy-body')) void copyBody();
  });
}

async function copyBody(): Promise<void> {
  const body = document.getElementById('response-body');
  const status = document.getElementById('body-copied');
  if (!body) return;
  const copied = await isCopied(body.textContent);
  if (!copied) getSelection()?.selectAllChildren(body);
  if (status) status.textContent = copied ? 'Copied' : 'Selected: copy it from the keyboard';
}
