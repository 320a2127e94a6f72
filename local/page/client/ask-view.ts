/** Renews an open page: it is requested again, and its view replaces the shown view. */

import { receive, show } from './page';

/** A cold start and a table that doesn't answer take some seconds. */
const LIMIT_MS = 20_000;

/** Resolves to whether a view has come. */
export async function askView(): Promise<boolean> {
  try {
    const response = await fetch(location.href, {
      headers: { Accept: 'text/html' },
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    // The session is over: its page is the login.
    if (response.status === 403) location.reload();
    const view = new DOMParser().parseFromString(await response.text(), 'text/html').getElementById('view');
    if (view === null) return false;
    show(view.outerHTML);
    receive();
    return true;
  } catch {
    return false;
  }
}
