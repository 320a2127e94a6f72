/** Actions on a page that needs a token for them: it is asked for once, by a button in the header or by the first action. */

import type { Page } from 'playwright-core';
import type { JsonObject } from '../../lambda/core/words/json';
import { type ServedPage, servePage } from '../../local/page/serve-page';
import { knownOf } from '../support/core/deployment-facts';
import { handSource } from '../support/view/page';
import { axeFaults } from './axe-faults';
import { describeInBrowser } from './browser';
import { layoutFaults } from './layout-faults';

const TOKEN = '0123456789abcdef0123456789abcdef';

describeInBrowser('actions that need a token', (visit) => {
  const asked: JsonObject[] = [];
  let served: ServedPage;
  beforeAll(async () => {
    const known = await knownOf({ shop: ['well', '503'], till: ['well', 'well'] });
    const answer = async (event: JsonObject) => {
      asked.push(event);
      return { kind: 'asked', text: 'shop: done' };
    };
    const place = { host: '127.0.0.1', port: 0, token: TOKEN };
    served = await servePage(handSource(known), place, { answer, canSilence: true });
  });
  beforeEach(() => {
    asked.length = 0;
  });
  afterAll(() => served.close());

  const rowMenu = async (page: Page, button: string) => {
    await page.locator('#service-shop .acts summary').click();
    await page.locator('#service-shop').getByRole('button', { name: button }).click();
  };
  // Chromium writes each answer of 403 into its console.
  const expected = [/403 \(Forbidden\)/];

  it('the header unlocks them once for a tab: by keyboard, with a wrong token before the right one', async () => {
    const page = await visit(served.url, { expected });
    const button = page.locator('#actions');
    const dialog = page.getByRole('dialog', { name: 'Unlock actions' });
    await button.filter({ hasText: 'Unlock actions' }).waitFor();
    await button.press('Enter');
    for (const width of [1440, 320]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await axeFaults(page)).toEqual([]);
      const { x, width: taken } = (await dialog.boundingBox()) ?? { x: -1, width: 0 };
      expect([x >= 0, x + taken <= width]).toEqual([true, true]);
    }
    await page.setViewportSize({ width: 1440, height: 800 });
    // An empty token is refused by the browser; Escape leaves all as it is.
    await page.keyboard.press('Enter');
    expect(await dialog.isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    expect([await dialog.isVisible(), await button.textContent()]).toEqual([false, 'Unlock actions']);

    await button.press('Enter');
    await page.getByLabel('Token of the watch').fill('a wrong token');
    await page.getByLabel('Your name').fill('ben');
    await page.keyboard.press('Enter');
    await button.filter({ hasText: 'ben · actions unlocked' }).waitFor();
    await rowMenu(page, 'Acknowledge');
    await dialog.getByText('This is not the token of this watch.').waitFor();
    expect([await button.textContent(), asked]).toEqual(['Unlock actions', []]);
    // Each address has one try a second.
    await page.waitForTimeout(1_100);
    await page.getByLabel('Token of the watch').fill(TOKEN);
    await page.keyboard.press('Enter');
    await page.locator('#answer', { hasText: 'shop: done' }).waitFor();
    expect(asked).toEqual([{ ack: ['shop'], note: '', by: 'ben' }]);

    await page.reload();
    await button.filter({ hasText: 'ben · actions unlocked' }).waitFor();
    await rowMenu(page, 'Check now');
    await page.locator('#answer', { hasText: 'shop: done' }).waitFor();
    expect(asked.at(-1)).toEqual({ ask: ['shop'] });
    expect(await page.content()).not.toContain(TOKEN);
  });

  it('the first action asks for it, and does nothing if that is cancelled', async () => {
    const page = await visit(served.url, { expected });
    await rowMenu(page, 'Check now');
    await page.getByRole('dialog', { name: 'Unlock actions' }).getByRole('button', { name: 'Cancel' }).click();
    expect(asked).toEqual([]);
    await rowMenu(page, 'Check now');
    await page.getByLabel('Token of the watch').fill(TOKEN);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.locator('#answer', { hasText: 'shop: done' }).waitFor();
    expect([asked, await page.locator('#actions').textContent()]).toEqual([[{ ask: ['shop'] }], 'Actions unlocked']);
  });

  it('without a script each action asks for it on a page of its own', async () => {
    const page = await visit(served.url, { javaScriptEnabled: false, expected });
    expect(await page.locator('#actions').isVisible()).toBe(false);
    await rowMenu(page, 'Check now');
    const submit = page.getByRole('button', { name: 'Continue' });
    await submit.waitFor();
    expect(await layoutFaults(page)).toEqual([]);
    await page.getByLabel('Token of the watch').fill(TOKEN);
    await submit.click();
    await page.locator('#answer', { hasText: 'shop: done' }).waitFor();
    expect([new URL(page.url()).pathname, asked]).toEqual(['/', [{ ask: ['shop'] }]]);
  });
});
