/** Tests of the page of a deployment in a browser: unlocking, updates and actions. */

import type { Page } from 'playwright-core';
import { type DeployedPage, PAGE_TOKEN, startDeployedPage } from '../support/aws/deployed-page';
import { describeOnAws } from '../support/aws/moto';
import { describeInBrowser, type Visit } from './browser';
import { lookFaults } from './look-faults';

/** The status of a locked page, which a browser logs. */
const FORBIDDEN = [/status of 403/];
const FAILING = {
  'payment-service': (response: import('node:http').ServerResponse) =>
    response
      .writeHead(503)
      .end(
        JSON.stringify({ error: '<img src=x onerror=alert(1)>', timestamp: new Date().toISOString(), service: 'x' }),
      ),
};

describeOnAws('in the emulated AWS', (aws) => {
  let page: DeployedPage;
  beforeAll(async () => {
    page = await startDeployedPage(aws().url, { controls: true });
    await page.run();
  });
  afterAll(() => page.stop());

  describeInBrowser('the page of a deployment', (open) => {
    /** The page is locked. */
    const visit: Visit = (url, { expected = [], ...options } = {}) =>
      open(url, {
        expected: [...FORBIDDEN, ...expected],
        before: (shown) => shown.context().clearCookies(),
        ...options,
      });
    const unlock = async (shown: Page, token = PAGE_TOKEN) => {
      await shown.getByLabel('Your name').fill('ana');
      await shown.getByLabel('Token', { exact: true }).fill(token);
      await shown.keyboard.press('Enter');
    };
    const heading = (shown: Page, text: string) => shown.getByRole('heading', { level: 1, name: text }).waitFor();

    it('is unlocked by keyboard, by a form that leads to the requested page', async () => {
      const shown = await visit(`${page.url}/services/user-service?range=24h`);
      // A browser focuses with its next frame.
      await shown.locator('[name=name]:focus').waitFor();
      expect(await lookFaults(shown)).toEqual([]);
      await unlock(shown, 'wrong');
      await shown.getByRole('alert').getByText('Wrong token').waitFor();
      await shown.locator('[name=password]:focus').waitFor();
      expect(await shown.getByLabel('Your name').inputValue()).toBe('ana');
      expect(await lookFaults(shown, { scheme: 'dark' })).toEqual([]);
      await unlock(shown);
      await heading(shown, 'user-service');
      expect(new URL(shown.url()).search).toBe('?range=24h');
      expect(await shown.evaluate(() => document.cookie)).toBe('');
      expect(await lookFaults(shown)).toEqual([]);
      await shown.locator('#actions summary').click();
      await shown.getByRole('button', { name: 'Lock' }).click();
      await shown.getByLabel('Token', { exact: true }).waitFor();
      await shown.goto(page.url);
      await shown.getByLabel('Token', { exact: true }).waitFor();
    });

    it('is updated in place, and says if the connection is lost', async () => {
      const shown = await visit(page.url, { expected: [/ERR_|failed:/] });
      await unlock(shown);
      await heading(shown, 'All 2 healthy');
      await shown.evaluate(() => document.documentElement.setAttribute('data-marked', ''));
      await page.run(FAILING);
      // As after a run: the tab is looked at again.
      const look = () => shown.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await look();
      await heading(shown, 'payment-service is down');
      expect(await shown.title()).toContain('payment-service');
      expect(await shown.locator('img').count()).toBe(0);
      expect(await lookFaults(shown)).toEqual([]);
      expect(await shown.evaluate(() => document.documentElement.hasAttribute('data-marked'))).toBe(true);
      await shown.context().setOffline(true);
      await look();
      await shown.getByText('Connection to the watcher lost').waitFor();
      await shown.context().setOffline(false);
      await look();
      await shown.getByText('Connection to the watcher lost').waitFor({ state: 'hidden' });
      await shown.context().clearCookies();
      await look();
      await shown.getByLabel('Token', { exact: true }).waitFor();
    });

    it('lets people silence a service, and shows that at once', async () => {
      const shown = await visit(page.url);
      await unlock(shown);
      await shown.getByLabel('Act on user-service').click();
      await shown.getByRole('button', { name: 'Silence 1 h: user-service' }).click();
      // The answer of that request shows it.
      await shown.locator('#silences', { hasText: 'by ana' }).waitFor();
      expect(await shown.locator('#answer').isVisible()).toBe(false);
    });

    it('keeps the session of a visitor who follows a link from another site', async () => {
      const shown = await visit(page.url, { expected: [/request to elsewhere/] });
      await unlock(shown);
      await heading(shown, 'down');
      const elsewhere = page.url.replace('127.0.0.1', 'localhost');
      await shown.goto(elsewhere);
      await shown.evaluate((url) => {
        const link = document.createElement('a');
        link.href = url;
        document.body.append(link);
        link.click();
      }, page.url);
      await heading(shown, 'down');
    });

    it('has a wallboard', async () => {
      const shown = await visit(`${page.url}/?wall`);
      await unlock(shown);
      await shown.locator('.tile').first().waitFor();
      expect(await shown.locator('.tile').count()).toBe(2);
      expect(new URL(shown.url()).searchParams.has('wall')).toBe(true);
    });
  });
});
