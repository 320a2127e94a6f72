/** Tests of the wallboard in a browser. */

import type { Locator, Page } from 'playwright-core';
import type { DeploymentFacts } from '../../lambda/core/documents/facts/deployment-facts';
import { knownOf, often } from '../support/core/deployment-facts';
import { axeFaults } from './axe-faults';
import { describeInBrowser } from './browser';
import { showUntilEnd } from './shown-page';

/** So many services, every seventh of them down. */
async function knownFor(count: number): Promise<DeploymentFacts> {
  const known = await knownOf({
    'payment-service': [...often('well', 5), ...often('refused', 12)],
    'user-service': often('well', 9),
  });
  const [down, well] = known.services;
  if (!down || !well) throw new Error('the services are missing');
  const services = Array.from({ length: count }, (_, index) => {
    const like = index % 7 === 3 ? down : well;
    return { ...like, service: { ...like.service, id: `checkout-service-${index}` } };
  });
  return { ...known, services };
}

/** A phone may scroll down, but not sideways. */
const SCREENS = [
  { width: 1920, height: 1080, isPhone: false },
  { width: 1280, height: 720, isPhone: false },
  { width: 1080, height: 1920, isPhone: false },
  { width: 390, height: 844, isPhone: true },
] as const;
const PAGE_COLORS = { light: 'rgb(251, 251, 250)', dark: 'rgb(19, 19, 21)' } as const;
/** The wall names so many services, and counts the others. */
const MOST_NAMED = 200;

describeInBrowser('the wallboard', (visit) => {
  const show = showUntilEnd();

  it.each([1, 14, 50, 60, 200, 2_000])('shows %i services on one screen, accessible in both schemes', async (count) => {
    const { url } = await show(await knownFor(count));
    const page = await visit(`${url}/?wall`);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const { width, height, isPhone } of SCREENS) {
        await page.setViewportSize({ width, height });
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
        if (!isPhone) expect(await outsideOf(page)).toEqual([]);
        if (count <= 200) expect(await axeFaults(page)).toEqual([]);
      }
      expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(PAGE_COLORS[colorScheme]);
    }
    expect(await page.locator('.tile').count()).toBe(Math.min(count, MOST_NAMED));
    if (count > MOST_NAMED) expect(await page.getByText('and 1,800 more services').count()).toBe(1);
    // What is down stands out by its colour, and comes first.
    const colors = await page
      .locator('.tile')
      .evaluateAll((tiles) => [...new Set(tiles.map((tile) => getComputedStyle(tile).backgroundColor))]);
    expect(colors).toHaveLength(count > 3 && count < 2_000 ? 2 : 1);
  });

  it.each([50, 60, 200])('says for how long and why services are down, of %i', async (count) => {
    const { url } = await show(await knownFor(count));
    const page = await visit(`${url}/?wall`, { viewport: { width: 1920, height: 1080 } });
    const down = page.locator('.tile.down');
    expect(await down.count()).toBe(Math.floor((count + 3) / 7));
    for (const tile of await down.all()) {
      const why = tile.locator('.tile-why');
      expect(await why.innerText()).toMatch(/refused/);
      expect(await isWithin(why)).toBe(true);
      expect(await tile.locator('.figure').innerText()).toMatch(/ min$/);
    }
    const figures = await page.locator('.tile.healthy :is(.figure, .strip)').count();
    // Many healthy services have only their names.
    expect(figures).toBe(0);
  });

  it('shows the response time of each of 14 services', async () => {
    const { url } = await show(await knownFor(14));
    const page = await visit(`${url}/?wall`);
    const figures = await page.locator('.tile.healthy .figure').allInnerTexts();
    expect(figures).toEqual(Array.from({ length: 12 }, () => expect.stringMatching(/ ms$/)));
    expect(await page.locator('.tile .strip').count()).toBe(14);
  });

  it('has no controls, and a running clock', async () => {
    const known = await knownFor(14);
    const { url } = await show(known);
    const page = await visit(`${url}/?wall`);
    expect(await page.locator('a, button, input, select, summary').count()).toBe(0);
    const clock = page.locator('.clock');
    expect(await clock.textContent()).toMatch(/^\d\d:\d\d$/);
    await clock.evaluate((element) => {
      element.textContent = 'stopped';
    });
    await clock.filter({ hasText: /^\d\d:\d\d$/ }).waitFor();
  });

  it('names 200 services in large letters', async () => {
    const { url } = await show(await knownFor(200));
    const page = await visit(`${url}/?wall`, { viewport: { width: 1920, height: 1080 } });
    const cut = await page
      .locator('.tile strong')
      .evaluateAll((names) => names.filter((name) => name.scrollWidth > name.clientWidth).length);
    const size = await page
      .locator('.tile strong')
      .first()
      .evaluate((name) => Number.parseFloat(getComputedStyle(name).fontSize));
    expect(cut).toBe(0);
    expect(size).toBeGreaterThanOrEqual(14);
  });

  it('is updated with each run, and says if the connection is lost', async () => {
    const first = await show(await knownFor(7));
    const page = await visit(`${first.url}/?wall`, { expected: [/ERR_|failed:/] });
    await page.getByRole('heading', { name: '1 of 7 down' }).waitFor();
    const known = await knownFor(7);
    first.tell({ ...known, services: known.services.filter(({ service }) => service.id !== 'checkout-service-3') });
    await page.getByRole('heading', { name: '6 of 6 healthy' }).waitFor();
    await first.end();
    await page.getByText('Connection to the watcher lost').waitFor();
    expect(await outsideOf(page)).toEqual([]);
  });
});

/** Whether a tile shows all of a text. */
function isWithin(text: Locator): Promise<boolean> {
  return text.evaluate((element) => {
    const tile = element.closest('.tile')?.getBoundingClientRect();
    return tile !== undefined && element.getBoundingClientRect().bottom <= tile.bottom;
  });
}

/** What would have to be scrolled to. */
function outsideOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement;
    const scrolled = scrollWidth > clientWidth || scrollHeight > clientHeight ? ['the page has to be scrolled'] : [];
    const outside = [...document.querySelectorAll('.tile')].filter((tile) => {
      const { right, bottom, width, height } = tile.getBoundingClientRect();
      return right > innerWidth + 1 || bottom > innerHeight + 1 || width < 1 || height < 1;
    });
    return [...scrolled, ...outside.slice(0, 3).map((tile) => tile.getAttribute('data-service') ?? '')];
  });
}
