/** The page's text, drawn in one piece. */

import type { Address } from '../../lambda/view/address';
import type { Known } from '../../lambda/view/known';
import { drawPage, drawView } from '../../lambda/view/page';
import type { PageControls } from '../../lambda/view/service-controls';

export function renderPage(known: Known, address: Address, controls: PageControls | null = null): string {
  return String(drawPage(known, address, controls));
}

export function renderView(known: Known, address: Address, controls: PageControls | null = null): string {
  return String(drawView(known, address, controls));
}
