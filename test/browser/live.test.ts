/** The page of a real watch, open in a browser while services fail and recover, and while the watch itself dies. */

import type { Page } from 'playwright-core';
import { endAfterAll, endAfterEach, temporaryFolder } from '../support/laptop/command-line';
import { startSamples } from '../support/laptop/samples';
import { followPage } from '../support/view/page';
import { axeFaults } from './axe-faults';
import { describeInBrowser } from './browser';
import { startWatch, type Watch } from './shown-page';

const endLater = endAfterEach();
const endAtLast = endAfterAll();
// Removed after what writes into it was ended.
const folder = temporaryFolder();
const samples = startSamples();
let config: string;
let folders = 0;
/** Of several tests, each of which lets another service fail. */
let shared: Watch;

beforeAll(async () => {
  config = folder.write('watch.yaml', samples.configText('2s', '1900ms'));
  shared = await startWatch(newFiles(), endAtLast);
});

const sample = samples.one;
const newFiles = () => ({ config, state: folder.file(`state-${++folders}`) });
const watch = (files = newFiles(), port = 0) => startWatch(files, endLater, port);

const seen = (page: Page, selector: string) => page.locator(selector).first().waitFor();
const patientIs = (page: Page, state: string) => seen(page, `#service-payment-service[data-state="${state}"]`);
const iconOf = (page: Page) => page.locator('link[rel="icon"]').getAttribute('href');

/** Marks the document, so that a test sees if another one has taken its place. */
const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-marked', ''));
const isMarked = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute('data-marked'));

describeInBrowser('a page that is open', (visit) => {
  it('shows soon that a service fails and recovers, and leaves the reader where they are', async () => {
    const page = await visit(shared.url, { viewport: { width: 1200, height: 300 } });
    expect([await page.title(), await iconOf(page)]).toEqual(['✓ 6 of 6 healthy · sample', '/icon.svg?state=healthy']);
    await mark(page);
    await page.locator('#service-recurring-service h3 a').focus();
    await page.evaluate(() => window.scrollTo(0, 200));
    const reading = () =>
      page.evaluate(() => ({ at: document.activeElement?.textContent, isScrolled: window.scrollY > 100 }));
    const asBefore = { at: 'recurring-service', isScrolled: true };

    await sample('payment-service').setFault('503');
    await patientIs(page, 'unhealthy');
    expect([await page.title(), await iconOf(page)]).toEqual([
      '✕ 1 of 6 down: payment-service · sample',
      '/icon.svg?state=failing',
    ]);
    expect(await page.locator('#open-incidents li.story').textContent()).toMatch(
      /payment-service.*HTTP 503.*Shown by the watch, not sent.*Check first/s,
    );
    expect(await page.locator('#view > [role="status"]').textContent()).toBe('1 of 6 down: payment-service');
    expect(await reading()).toEqual(asBefore);

    await sample('payment-service').setFault('refuse');
    await patientIs(page, 'unreachable');
    await sample('payment-service').setFault(null);
    await patientIs(page, 'healthy');
    // A second healthy run ends the incident.
    await seen(page, '#incidents li');
    expect(await page.locator('#incidents li').first().textContent()).toMatch(/payment-service.*connection refused/is);
    expect(await page.locator('#open-incidents').count()).toBe(0);
    expect([await page.title(), await iconOf(page)]).toEqual(['✓ 6 of 6 healthy · sample', '/icon.svg?state=healthy']);
    expect(await reading()).toEqual(asBefore);
    expect(await isMarked(page)).toBe(true);
  });

  it('keeps open what the reader has opened, while its checks go on', async () => {
    const page = await visit(`${shared.url}/services/invoice-service`);
    await page.locator('#checks > summary').click();
    const checks = await page.locator('#checks li').count();
    await sample('invoice-service').setFault('500');
    await seen(page, 'header[data-state="error"]');
    expect(await page.locator('#checks').getAttribute('open')).not.toBeNull();
    expect(await page.locator('#checks li').count()).toBeGreaterThan(checks);
    expect(await page.locator('#checks li').first().textContent()).toContain('HTTP 500');
    expect(await page.locator('#open-incidents li.story').count()).toBe(1);
  });

  it('silences a service, takes that back, and asks it again, all in place', async () => {
    await sample('checkout-service').setFault('503');
    const page = await visit(`${shared.url}/services/checkout-service`);
    await mark(page);
    const answer = page.locator('#answer');
    await page.getByRole('button', { name: 'Check now' }).click();
    await answer.filter({ hasText: 'checkout-service is down' }).waitFor();
    await page.getByRole('button', { name: 'Silence: checkout-service' }).click();
    await page.getByLabel('30 min').check();
    await page.getByLabel('Reason').fill('deploy <b>2.5.0</b>');
    await page.getByRole('button', { name: 'Silence for 30 min' }).click();
    await page.getByLabel('Your name').fill('ana');
    await page.getByRole('dialog', { name: 'Who are you?' }).getByRole('button', { name: 'Continue' }).click();
    // It is shown at once, without a run.
    await seen(page, '#silences');
    expect(await page.locator('#silences').textContent()).toMatch(/Deploy <b>2.5.0<\/b>, by anaEnd it$/);
    expect([page.url(), await isMarked(page)]).toEqual([`${shared.url}/services/checkout-service`, true]);
    await page.getByRole('button', { name: 'End it' }).click();
    await page.locator('#silences').waitFor({ state: 'detached' });
  });

  it('by keyboard alone somebody is on an incident by their name, and takes that back, in its row and where it stands', async () => {
    await sample('developer-service').setFault('500');
    const page = await visit(shared.url);
    await mark(page);
    const row = page.locator('#service-developer-service');
    await row.locator('.for a').waitFor();
    await row.locator('.acts summary').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByLabel('Your name').fill('ana');
    await page.keyboard.press('Enter');
    await row.getByText('acknowledged by ana').waitFor();
    await row.locator('.for a').focus();
    await page.keyboard.press('Enter');
    await page
      .locator('#open-developer-service')
      .getByRole('button', { name: 'Undo the acknowledgement: developer-service' })
      .press('Enter');
    await row.getByText('acknowledged by').waitFor({ state: 'detached' });
    await row.locator('.acts summary').press('Enter');
    await page.keyboard.press('Escape');
    expect(await row.locator('.acts p').isVisible()).toBe(false);
    expect([page.url(), await isMarked(page)]).toEqual([`${shared.url}/#open-developer-service`, true]);
  });

  it('asks who acts once, and asks again once the name is forgotten', async () => {
    await sample('recurring-service').setFault('503');
    const page = await visit(shared.url);
    const row = page.locator('#service-recurring-service');
    await row.locator('.for a').waitFor();
    const press = async (button: string) => {
      await row.locator('.acts summary').click();
      await row.getByRole('button', { name: new RegExp(`^${button}`) }).click();
    };
    const dialog = page.getByRole('dialog', { name: 'Who are you?' });
    const reader = page.locator('#actions summary');
    // Who cancels has done nothing.
    await press('Acknowledge');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await press('Acknowledge');
    await page.keyboard.press('Escape');
    expect([await row.getByText('acknowledged by').count(), await reader.isVisible()]).toEqual([0, false]);
    await press('Acknowledge');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await axeFaults(page)).toEqual([]);
    }
    await page.getByLabel('Your name').fill(' ana <b> ');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await row.getByText('acknowledged by ana <b>').waitFor();
    await reader.filter({ hasText: /^ana <b>$/ }).waitFor();

    // The next visit knows it.
    await page.reload();
    await press('Unacknowledge');
    await row.getByText('acknowledged by').waitFor({ state: 'detached' });
    await reader.click();
    await page.getByRole('button', { name: 'Forget my name' }).click();
    await reader.waitFor({ state: 'detached' });
    await press('Acknowledge');
    await page.getByLabel('Your name').fill('ben');
    await page.keyboard.press('Enter');
    await row.getByText('acknowledged by ben').waitFor();
    await press('Silence 1 h');
    await page.locator('#silences', { hasText: 'by ben' }).waitFor();
    expect(await reader.textContent()).toBe('ben');
    await press('End silence');
    await page.locator('#silences').waitFor({ state: 'detached' });
  });

  it('without a script the page shows what was done, and a reload does not do it again', async () => {
    await sample('user-service').setFault('503');
    const page = await visit(shared.url, { javaScriptEnabled: false });
    const news = await followPage(shared.url);
    while ((await page.locator('#service-user-service[data-state="unhealthy"] .for a').count()) === 0) {
      await news.next();
      await page.reload();
    }
    news.leave();
    // Its open incident has the same buttons.
    const row = page.locator('#service-user-service');
    await row.locator('.acts summary').click();
    await row.getByRole('button', { name: 'Silence 1 h: user-service' }).click();
    await page.locator('#silences li').waitFor();
    expect([page.url(), await page.locator('#answer').isVisible()]).toEqual([`${shared.url}/`, false]);
    await page.reload();
    expect(await page.locator('#silences li').count()).toBe(1);
    await row.locator('.acts summary').click();
    await row.getByRole('button', { name: 'End silence: user-service' }).click();
    await page.locator('#silences').waitFor({ state: 'detached' });
  });

  it('says since when its watch is dead, and goes on with the next one', async () => {
    const files = newFiles();
    const first = await watch(files);
    const page = await visit(first.url, {
      expected: [/ERR_(CONNECTION_REFUSED|INCOMPLETE_CHUNKED_ENCODING|CONNECTION_RESET|EMPTY_RESPONSE)/],
    });
    await mark(page);
    expect(await page.locator('#lost').isVisible()).toBe(false);
    first.child.kill('SIGKILL');
    await seen(page, '#lost');
    expect(await page.locator('#lost').textContent()).toMatch(
      /^Connection to the watcher lost\. This page is from \d\d:\d\d:\d\d UTC; trying again…$/,
    );
    expect(await iconOf(page)).toBe('/icon.svg?state=unknown');

    await first.ended;
    await sample('payment-service').setFault('refuse');
    await watch(files, first.port);
    await page.locator('#lost').waitFor({ state: 'hidden' });
    await patientIs(page, 'unreachable');
    expect(await iconOf(page)).toBe('/icon.svg?state=failing');
    expect(await isMarked(page)).toBe(true);
  });

  it('says so when its watch hangs, and goes on when that does', async () => {
    const { url, child } = await watch();
    const page = await visit(url, { before: ({ clock }) => clock.install() });
    await seen(page, '.service');
    child.kill('SIGSTOP');
    await page.clock.fastForward(16_000);
    await seen(page, '#lost');
    child.kill('SIGCONT');
    await page.locator('#lost').waitFor({ state: 'hidden' });
  });
});
