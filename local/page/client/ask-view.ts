/** Renews an open page: it is requested again, and its view replaces the shown view. */

import { receive, show } from './page';

/** A cold start and a table that doesn't answer take some seconds. */
const LIMIT_MS = 20_000;

/** When the view after an action was shown: one that was requested before is older. */
let actedAt = 0;

/** Resolves to whether a view has come. */
export async function askView(): Promise<boolean> {
  const askedAt = performance.now();
  try {
    const response = await fetch(location.href, {
      headers: { Accept: 'text/html' },
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    // The session is over: its page is the login.
    if (response.status === 403) location.reload();
    const view = parse(await response.text()).getElementById('view');
    if (view === null) return false;
    if (askedAt >= actedAt) show(view.outerHTML);
    receive();
    return true;
  } catch {
    return false;
  }
}

/** Shows the page that answers an action, and returns what it says about it; `null` if it is no page. */
export function showAnswered(html: string): string | null {
  const page = parse(html);
  const view = page.getElementById('view');
  if (view === null) return null;
  actedAt = performance.now();
  show(view.outerHTML);
  receive();
  return page.getElementById('answer')?.textContent ?? '';
}

function parse(html: string): Document {
  return new DOMParser().parseFromString(html, 'text/html');
}
