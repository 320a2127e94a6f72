/** A view is drawn from a document alone, as JSON: whatever a document holds besides JSON, no view uses it. */

import { START } from '../../../../lambda/core/documents/address';
import { pageDocument, WIDGET_ROOM } from '../../../../lambda/core/documents/page-document';
import type { PageControls } from '../../../../lambda/view/controls/service-controls';
import { drawPage } from '../../../../lambda/view/page/page';
import { renderWidget } from '../../../../lambda/view/page/widget';
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

it('the widget, of all services and of each', async () => {
  const surface = { find: '', theme: 'light', endpoint: 'arn:aws:lambda:x' } as const;
  for (const service of [null, ...world.config.services.map(({ id }) => id)]) {
    const address = { ...START, service, range: '24h' } as const;
    const document = pageDocument(await world.source.find(address), address, WIDGET_ROOM);
    expect(renderWidget(asJson(document), surface)).toBe(renderWidget(document, surface));
  }
});
