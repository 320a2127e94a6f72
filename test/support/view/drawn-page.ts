/** The page's text, drawn in one piece. */

import type { Address } from '../../../lambda/core/documents/address';
import type { Known } from '../../../lambda/core/documents/facts/known';
import type { PageControls } from '../../../lambda/view/controls/service-controls';
import { drawPage, drawView } from '../../../lambda/view/page/page';

export function renderPage(known: Known, address: Address, controls: PageControls | null = null): string {
  return String(drawPage(known, address, controls));
}

export function renderView(known: Known, address: Address, controls: PageControls | null = null): string {
  return String(drawView(known, address, controls));
}
