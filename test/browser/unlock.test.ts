/** Tests of unlocking the actions of a page that needs a token: in a dialog, by a link, and without a script. */

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
  const served: ServedPage[] = [];
  const serve = async (token: string) => {
    const known = await knownOf({ shop: ['well', '503'], till: ['well', 'well'] });
    const answer = async (event: JsonObject) => {
      asked.push(event);
      return { kind: 'asked', text: 'shop: done' };
    };
    const page = await servePage(
      handSource(known),
      { host: '127.0.0.1', port: 0, token },
      { answer, canSilence: true },
    );
    served.push(page);
    return page;
  };
  let watch: ServedPage;
  beforeAll(async () => {
    watch = await serve(TOKEN);
  });
  beforeEach(() => {
    asked.length = 0;
  });
  afterAll(() => Promise.all(served.map((page) => page.close())));

  const dialogOf = (page: Page, name = 'Unlock actions') => page.getByRole('dialog', { name });
  const actions = (page: Page) => page.locator('#actions');
  const tokenOf = (page: Page) => page.getByLabel('Token', { exact: true });
  const rowMenu = async (page: Page, button: string) => {
    await page.locator('#service-shop .acts summary').click();
    await page.locator('#service-shop').getByRole('button', { name: button }).click();
  };
  const isDone = (page: Page) => page.locator('#answer', { hasText: 'shop: done' }).waitFor();
  const isUnlocked = (page: Page) => actions(page).filter({ hasText: 'ben · actions unlocked' }).waitFor();
  const unlock = async (page: Page, token = TOKEN) => {
    await page.getByLabel('Your name').fill('ben');
    await tokenOf(page).fill(token);
    await page.keyboard.press('Enter');
  };
  // Chromium writes each answer of 403 into its console.
  const expected = [/403 \(Forbidden\)/];

  it('the header unlocks them by keyboard: a wrong token is marked and stays, the right one is stored nowhere', async () => {
    const page = await visit(watch.url, { expected });
    await actions(page).press('Enter');
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [1440, 390, 320]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 844 });
        expect(await axeFaults(page)).toEqual([]);
        const box = await dialogOf(page).boundingBox();
        expect([box?.width, box?.x]).toEqual(width === 1440 ? [400, 520] : [width, 0]);
      }
    }
    // Phones zoom into fields with smaller text.
    const height = await tokenOf(page).evaluate((field) => [field.clientHeight + 2, getComputedStyle(field).fontSize]);
    expect(height).toEqual([44, '16px']);
    // The browser refuses an empty token; Escape leaves all as it is.
    await page.keyboard.press('Enter');
    expect(await dialogOf(page).isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    expect([await dialogOf(page).isVisible(), await actions(page).textContent()]).toEqual([false, 'Unlock actions']);

    await page.setViewportSize({ width: 1440, height: 844 });
    await actions(page).press('Enter');
    await unlock(page, 'a wrong token');
    await dialogOf(page).getByText('Wrong token: check it, and try again.').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect([await tokenOf(page).inputValue(), await tokenOf(page).getAttribute('aria-invalid')]).toEqual([
      'a wrong token',
      '',
    ]);
    await dialogOf(page).getByRole('button', { name: 'Show the token' }).click();
    expect(await tokenOf(page).getAttribute('type')).toBe('text');
    await unlock(page);
    await isUnlocked(page);
    expect(await dialogOf(page).isVisible()).toBe(false);
    const stored = await page.evaluate(() => [document.cookie, localStorage.length, sessionStorage.length]);
    expect(stored).toEqual(['', 0, 0]);
    expect(JSON.stringify([await page.content(), await page.context().storageState()])).not.toContain(TOKEN);
    expect(await tokenOf(page).inputValue()).toBe('');

    await actions(page).locator('summary').click();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Lock' }).click();
    await actions(page).filter({ hasText: 'Unlock actions' }).waitFor();
    expect(await page.context().cookies()).toEqual([]);
  });

  it('the first action unlocks them too, and does nothing if that is cancelled', async () => {
    const page = await visit(watch.url, { expected });
    await rowMenu(page, 'Acknowledge');
    await dialogOf(page).getByText('To acknowledge shop.').waitFor();
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
    expect(asked).toEqual([]);
    await rowMenu(page, 'Acknowledge');
    await dialogOf(page).getByRole('button', { name: 'Unlock and acknowledge' }).waitFor();
    await unlock(page);
    await isDone(page);
    await isUnlocked(page);
    const isAnswered = (action: string) =>
      page.waitForResponse((answer) => answer.url().endsWith(action) && answer.status() < 400);
    const checked = isAnswered('/ask');
    await rowMenu(page, 'Check now');
    await checked;
    expect(asked).toEqual([{ ack: ['shop'], note: '', by: 'ben' }, { ask: ['shop'] }]);
    // The session ends while the page is open.
    await page.context().clearCookies();
    const silenced = isAnswered('/silence');
    await rowMenu(page, 'Silence');
    await dialogOf(page).getByText('To silence shop.').waitFor();
    await unlock(page);
    await silenced;
    expect(asked.at(-1)).toMatchObject({ silence: ['shop'], by: 'ben' });
  });

  it('a device is remembered over a restart of the browser if that is ticked, until there is another token', async () => {
    /** What a browser keeps when it is closed. */
    const afterRestart = async (page: Page) => {
      const { cookies, origins } = await page.context().storageState();
      return { origins, cookies: cookies.filter(({ expires }) => expires !== -1) };
    };
    const page = await visit(watch.url);
    await actions(page).click();
    await unlock(page);
    await isUnlocked(page);
    const storageState = await afterRestart(page);
    await isUnlocked(await visit(watch.url, { storageState }));
    const { url } = await serve(TOKEN.replace('0', 'f'));
    const withNewToken = await visit(url, { storageState });
    expect(await actions(withNewToken).textContent()).toBe('Unlock actions');

    const other = await visit(watch.url, { storageState: { cookies: [], origins: [] } });
    await actions(other).click();
    await other.getByLabel('Remember this device for 30 days').uncheck();
    await unlock(other);
    await isUnlocked(other);
    await other.reload();
    await isUnlocked(other);
    const restarted = await visit(watch.url, { storageState: await afterRestart(other) });
    expect(await actions(restarted).textContent()).toBe('Unlock actions');
  });

  it('the link unlocks one browser, and its code is not left in the address', async () => {
    const { unlockUrl } = await serve(TOKEN);
    const open = async () => {
      const page = await visit(unlockUrl ?? '', { expected, storageState: { cookies: [], origins: [] } });
      await dialogOf(page, 'Unlock this device?').getByText('This link works once.').waitFor();
      expect(await tokenOf(page).isVisible()).toBe(false);
      expect(page.url()).not.toContain('unlock');
      await page.getByLabel('Your name').fill('ben');
      return page;
    };
    const first = await open();
    const second = await open();
    expect(await axeFaults(first)).toEqual([]);
    await first.keyboard.press('Enter');
    await isUnlocked(first);
    await second.keyboard.press('Enter');
    await second.getByText('This link has been used').waitFor();
    await second.getByRole('button', { name: 'Cancel' }).click();
    expect(await actions(second).textContent()).toBe('Unlock actions');
    // With the token it works as before.
    await actions(second).click();
    await unlock(second);
    await isUnlocked(second);
  });

  it('without a script they are unlocked and locked on a page of its own', async () => {
    const page = await visit(watch.url, { javaScriptEnabled: false, expected });
    await page.goto(`${watch.url}?range=24h`);
    await rowMenu(page, 'Check now');
    await page.getByRole('heading', { name: 'Unlock actions' }).waitFor();
    expect(await layoutFaults(page)).toEqual([]);
    await page.getByLabel('Your name').fill('ben');
    await tokenOf(page).fill(TOKEN);
    await page.getByRole('button', { name: 'Unlock' }).click();
    await isUnlocked(page);
    expect(new URL(page.url()).search).toBe('?range=24h');
    await rowMenu(page, 'Check now');
    await isDone(page);
    expect(asked).toEqual([{ ask: ['shop'] }]);
    await actions(page).locator('summary').click();
    await page.getByRole('button', { name: 'Lock' }).click();
    await actions(page).click();
    await tokenOf(page).waitFor();
  });
});
