/** Serves the page of a watch, and shows its address. */

import type { LiveScreen } from '../terminal/live-screen';
import type { Control } from './controls';
import type { PagePlace } from './page-place';
import { reachOf } from './reach';
import { type ServedPage, servePage } from './serve-page';
import type { Source } from './source/source';

/** Throws a `UserError` if the page can't be served. */
export async function openPage(
  source: Source,
  place: PagePlace,
  screen: Pick<LiveScreen, 'say'>,
  control: Control,
): Promise<ServedPage> {
  const page = await servePage(source, place, control);
  if (place.port !== 0 && page.port !== place.port) {
    screen.say(`  port ${place.port} is taken, so the page is on the next free port:`);
  }
  screen.say(`  page: ${page.url}`);
  if (page.unlockUrl !== null) screen.say(`  unlock: ${page.unlockUrl} (works once, for 10 minutes)`);
  if (page.otherUrls.length > 0) screen.say(`  on other machines: ${page.otherUrls.join(' ')}`);
  if (reachOf(place.host, place.allowed ?? []).isOpen) {
    screen.say('  anyone who can reach this machine can read the page: it has no password');
    if (place.token) screen.say('  and can silence services, given the token; it is not encrypted on its way');
  }
  return page;
}
