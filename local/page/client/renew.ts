/** The script of a deployed page: requests the page again with each run, while the tab is visible. */

import { SHORTEST_RENEWAL_MS } from '../../../lambda/core/invoke/page-function';
import { actInPlace } from './act';
import { askView } from './ask-view';
import { followPage, lose } from './page';

/** A page that is as new as its services are checked needs nothing more often; a silence may be asked for between two runs. */
const LONGEST_MS = 300_000;
/** The pause after a failure. */
const RETRY_MS = 5_000;

let timer: number | undefined;
let asking = false;

async function renew(): Promise<void> {
  clearTimeout(timer);
  // Nobody reads a hidden tab, and each request costs something.
  if (document.hidden || asking) return;
  asking = true;
  const isShown = await askView();
  asking = false;
  if (!isShown) lose();
  wait(isShown ? everyMs() : RETRY_MS);
}

function wait(milliseconds: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void renew(), milliseconds);
}

function everyMs(): number {
  const every = Number(document.getElementById('view')?.dataset.every);
  return Math.min(LONGEST_MS, Math.max(SHORTEST_RENEWAL_MS, Number.isFinite(every) ? every : LONGEST_MS));
}

followPage(() => void renew());
actInPlace();
document.addEventListener('visibilitychange', () => void renew());
window.addEventListener('pagehide', () => clearTimeout(timer));
window.addEventListener('pageshow', ({ persisted }) => (persisted ? void renew() : wait(everyMs())));
