/** A view is drawn from a document alone, as JSON: whatever a document holds besides JSON, no view uses it. */

import type { PageControls } from '../../../../lambda/view/controls/page-controls';
import { drawPage } from '../../../../lambda/view/page/page';
import { type WholeWorld, wholeWorld } from '../../../support/core/whole-world';
import { pagesOf } from '../../../support/core/world-documents';

let world: WholeWorld;
beforeAll(async () => {
  world = await wholeWorld();
});

const asJson = <Document>(document: Document): Document => JSON.parse(JSON.stringify(document));
const CONTROLS: PageControls = { needsToken: true, canSilence: true };

it('each page, with controls and without', async () => {
  const pages = await pagesOf(world);
  expect(new Set(pages.map(({ document }) => document.content.page)).size).toBe(6);
  for (const { address, document } of pages) {
    for (const controls of [null, CONTROLS]) {
      const drawn = String(drawPage(document, address, controls));
      expect(String(drawPage(asJson(document), address, controls))).toBe(drawn);
    }
  }
});
