/** The wallboard: all services on one screen, whatever its size, dark and without scrolling. */

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

const SCREENS = [
  [1920, 1080],
  [1280, 720],
  [1080, 1920],
  [390, 844],
] as const;
/** What stands for a service: a tile, or a square. */
const SERVICES = '.tile, .squares li';

describeInBrowser('the wallboard', (visit) => {
  const show = showUntilEnd();

  it.each([1, 14, 50, 60, 200, 2_000])(
    'shows %i services on one screen, which axe finds no fault with',
    async (count) => {
      const { url } = await show(await knownFor(count));
      const page = await visit(`${url}/?wall`);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        for (const [width, height] of SCREENS) {
          await page.setViewportSize({ width, height });
          expect(await outsideOf(page)).toEqual([]);
          if (count <= 200) expect(await axeFaults(page)).toEqual([]);
          expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(19, 19, 21)');
        }
      }
      expect(await page.locator(SERVICES).count()).toBe(count);
      // What is down stands out by its colour, and comes first.
      const colors = await page
        .locator(SERVICES)
        .evaluateAll((tiles) => [...new Set(tiles.map((tile) => getComputedStyle(tile).backgroundColor))]);
      expect(colors).toHaveLength(count > 3 ? 2 : 1);
    },
  );

  it('says of up to 50 services why they are down, and how fast they answer', async () => {
    const { url } = await show(await knownFor(50));
    const page = await visit(`${url}/?wall`, { viewport: { width: 1920, height: 1080 } });
    const down = page.locator('.tile.down');
    const healthy = page.locator('.tile.healthy');
    expect(await down.count()).toBe(7);
    for (const tile of await down.all()) {
      const why = tile.locator('.tile-why');
      expect(await why.innerText()).toMatch(/refused/);
      expect(await isWithin(why)).toBe(true);
    }
    expect(await healthy.locator('.strip').count()).toBe(43);
    expect(await healthy.first().locator('.figure').innerText()).toMatch(/ ms$/);
  });

  it('has nothing to press, and a clock that keeps going', async () => {
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

  it('names up to 200 services in letters that are read from afar', async () => {
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

  it('goes on with each run, and says that the watcher is away', async () => {
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
  return page.evaluate((services) => {
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement;
    const scrolled = scrollWidth > clientWidth || scrollHeight > clientHeight ? ['the page has to be scrolled'] : [];
    const outside = [...document.querySelectorAll(services)].filter((tile) => {
      const { right, bottom, width, height } = tile.getBoundingClientRect();
      return right > innerWidth + 1 || bottom > innerHeight + 1 || width < 1 || height < 1;
    });
    return [...scrolled, ...outside.slice(0, 3).map((tile) => tile.getAttribute('title') ?? '')];
  }, SERVICES);
}
