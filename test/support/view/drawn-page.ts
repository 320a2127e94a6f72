/** The page's text. */

import type { Address } from '../../../lambda/core/documents/address';
import type { DeploymentFacts } from '../../../lambda/core/documents/facts/deployment-facts';
import { pageDocument } from '../../../lambda/core/documents/page-document';
import type { PageControls } from '../../../lambda/view/controls/page-controls';
import { drawPage } from '../../../lambda/view/page/page';

export function renderPage(known: DeploymentFacts, address: Address, controls: PageControls | null = null): string {
  return String(drawPage(pageDocument(known, address), address, controls));
}
