/** Many services down at once: what can be done about them on a phone and a desktop, and what happens to an open page. */

import type { Page } from 'playwright-core';
import type { DeploymentFacts } from '../../lambda/core/documents/facts/deployment-facts';
import type { JsonObject } from '../../lambda/core/words/json';
import { servePage } from '../../local/page/serve-page';
import { type Found, knownOf, often } from '../support/core/deployment-facts';
import { ackAt } from '../support/core/silences';
import { handSource } from '../support/view/page';
import { axeFaults } from './axe-faults';
import { describeInBrowser } from './browser';
import { layoutFaults } from './layout-faults';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };

/** The first five refuse connections, four more answer 503 a minute later, and five are healthy. */
const storyOf = (index: number): readonly Found[] => {
  if (index < 5) return [...often('well', 20), ...often('refused', 3)];
  return index < 9 ? [...often('well', 21), ...often('503', 2)] : often('well', 23);
};
const IDS = Array.from({ length: 14 }, (_, index) => `service-${index}`);

describeInBrowser('a page while many services are down', (visit) => {
  const ends: (() => Promise<void>)[] = [];
  afterAll(() => Promise.all(ends.map((end) => end())));

  /** Serves a page whose acknowledgements and undos take effect. */
  async function start(known: DeploymentFacts) {
    const asked: JsonObject[] = [];
    const source = handSource(known);
    const answer = async (event: JsonObject) => {
      asked.push(event);
      const acks =
        'ack' in event ? [ackAt(known.now, { services: event.ack as string[], by: 'ben', reason: null })] : [];
      source.tell({ ...known, acks });
      return { kind: 'acknowledged', text: 'it is done; the id is a7c1d2' };
    };
    const served = await servePage(source, { host: '127.0.0.1', port: 0 }, { answer, canSilence: true });
    ends.push(served.close);
    return { url: served.url, asked, known, tell: source.tell };
  }
  const nineDown = async () => start(await knownOf(Object.fromEntries(IDS.map((id, index) => [id, storyOf(index)]))));
  /** The first action that others see asks for a name. */
  const giveName = async (page: Page) => {
    await page.getByLabel('Your name').fill('ben');
    await page.keyboard.press('Enter');
  };

  const blackButtons = (page: Page) => page.locator('button.first').filter({ visible: true }).allTextContents();

  it.each([PHONE, DESK])(
    'a tap acknowledges all members of a group, and its answer shows that: %j',
    async (viewport) => {
      const { url, asked } = await nineDown();
      const page = await visit(url, { viewport });
      expect(await blackButtons(page)).toEqual(['Acknowledge all 5']);
      await page.getByRole('button', { name: /^Acknowledge all 9:/ }).click();
      await giveName(page);
      await page.getByRole('button', { name: /^Acknowledge all 9:/ }).waitFor({ state: 'detached' });
      expect(asked).toEqual([{ ack: IDS.slice(0, 9), note: '', by: 'ben' }]);
      const undo = page.getByRole('button', { name: /^Undo the acknowledgement:/ }).first();
      await undo.click();
      const button = page.getByRole('button', { name: /^Acknowledge all 5:/ });
      await button.waitFor();
      expect(asked.splice(0).at(-1)).toEqual({ unsilence: 'a7c1d2' });

      // The second tap falls on what is there by then.
      await button.dblclick();
      await undo.waitFor();
      expect(asked).toEqual([{ ack: IDS.slice(0, 5), note: '', by: 'ben' }]);
      expect([await blackButtons(page), await page.locator('#answer').isVisible()]).toEqual([[], false]);
      // The keyboard stays where the button was.
      expect(await page.evaluate(() => document.activeElement?.closest('.actions') !== null)).toBe(true);
    },
  );

  it.each([PHONE, DESK])('a form silences all members of a group, for a time of choice: %j', async (viewport) => {
    const { url, asked, known, tell } = await nineDown();
    const page = await visit(url, { viewport });
    await page
      .locator('.story')
      .first()
      .getByRole('button', { name: /^Silence:/ })
      .click();
    const sheet = page.locator('.sheet').filter({ visible: true });
    const box = await sheet.boundingBox();
    expect(box).toMatchObject(viewport === PHONE ? { x: 0, width: 390 } : { width: 320 });
    if (viewport === PHONE) expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(PHONE.height);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await axeFaults(page)).toEqual([]);
    }
    await sheet.getByRole('radio', { name: /^4 h/ }).check();
    await sheet.getByLabel('Reason').fill('proxy');
    // An update leaves it as it is.
    tell({ ...known, now: known.now + 60_000 });
    await page.locator('.length', { hasText: '3 min' }).first().waitFor();
    await sheet.getByRole('button', { name: 'Silence for 4 h' }).click();
    const answered = page.waitForResponse((response) => response.url().endsWith('/silence'));
    await giveName(page);
    await answered;
    await sheet.waitFor({ state: 'hidden' });
    expect(asked).toEqual([{ silence: IDS.slice(0, 5), for: '4h', reason: 'proxy', by: 'ben' }]);
  });

  it('on a phone what can be done is on the first screen, and everything is large enough for a finger', async () => {
    const { url } = await nineDown();
    const page = await visit(url, { viewport: PHONE });
    const first = await page.locator('.actions > button.first').boundingBox();
    expect((first?.y ?? PHONE.height) + (first?.height ?? 0)).toBeLessThan(PHONE.height / 2 + 44);
    expect(await page.locator('.brand').boundingBox()).toMatchObject({ height: 52 });
    const small = await page
      .locator(':is(a, button, summary, select, input:not([type=hidden])):not(.hidden)')
      .filter({ visible: true })
      .evaluateAll((targets) =>
        targets.flatMap((target) => {
          const { pointerEvents } = getComputedStyle(target);
          // The whole row of a service is a target.
          const isWide = getComputedStyle(target, '::after').position === 'absolute';
          const { height } = target.getBoundingClientRect();
          return pointerEvents === 'none' || isWide || height >= 43.5 ? [] : [`${target.textContent}: ${height}`];
        }),
      );
    expect(small).toEqual([]);
    // What the line of the incident says is not said again.
    expect(await page.locator('.service.down .why').filter({ visible: true }).count()).toBe(0);
    const tops = await page
      .locator('.story')
      .first()
      .locator('.actions, .look, .members, .rail')
      .evaluateAll((parts) =>
        parts
          .sort((left, right) => left.getBoundingClientRect().top - right.getBoundingClientRect().top)
          .map(({ classList }) => classList[0]),
      );
    expect(tops).toEqual(['actions', 'look', 'members', 'rail']);
    expect(await layoutFaults(page)).toEqual([]);
  });

  it('lists seven of more than eight members, and links each to its incident', async () => {
    const story = [...often('well', 5), ...often('refused', 2)];
    const { url } = await start(await knownOf(Object.fromEntries(IDS.slice(0, 12).map((id) => [id, story]))));
    const page = await visit(url);
    const rows = page.locator('.members li').filter({ visible: true });
    expect(await rows.count()).toBe(7);
    expect(await rows.first().textContent()).toMatch(/^service-0Last good answer 11:58:00 in 15 ms, version 1\.4\.2/);
    await page.getByText('5 more').click();
    expect(await rows.count()).toBe(12);
    expect(await rows.last().locator('a').getAttribute('href')).toMatch(/^\/incidents\/service-11\//);
  });

  it.each(['no-preference', 'reduce'] as const)('nothing jumps when an incident opens: %s', async (reducedMotion) => {
    const wellKnown = await knownOf(Object.fromEntries(IDS.slice(0, 6).map((id) => [id, often('well', 20)])));
    const { services, ...more } = wellKnown;
    const [failing] = (await knownOf({ 'service-4': [...often('well', 19), '503'] })).services;
    for (const viewport of [PHONE, DESK]) {
      const { url, tell } = await start(wellKnown);
      const page = await visit(url, { viewport, reducedMotion });
      await page.evaluate(() => {
        const shifts: number[] = [];
        Object.assign(window, { shifts });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
        }).observe({ type: 'layout-shift' });
      });
      tell({ ...more, services: services.map((one) => (failing && one.service.id === 'service-4' ? failing : one)) });
      await page.locator('#open-incidents').waitFor();
      // All frames of the movement, and the one after it.
      const shift = await page.evaluate(async () => {
        await Promise.all(document.getAnimations().map(({ finished }) => finished));
        for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
        return (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0);
      });
      expect(shift).toBeLessThanOrEqual(0.05);
    }
  });
});
