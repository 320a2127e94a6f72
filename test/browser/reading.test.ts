/** Tests of how people use the page: links, keyboard, search, charts, time zones, paper, and no script. */

import { EventEmitter, once } from 'node:events';
import type { Page } from 'playwright-core';
import { timeText } from '../../lambda/core/documents/address';
import type { DeploymentFacts } from '../../lambda/core/documents/facts/deployment-facts';
import { HOUR_MS } from '../../lambda/core/history/running-history';
import { bucketsFrom, pastCheck } from '../support/core/buckets';
import { knownOf, often } from '../support/core/deployment-facts';
import { silenceAt } from '../support/core/silences';
import { describeInBrowser } from './browser';
import { layoutFaults } from './layout-faults';
import { type ShownPage, showUntilEnd } from './shown-page';

const show = showUntilEnd();
let known: DeploymentFacts;
let shop: ShownPage;

beforeAll(async () => {
  known = await knownOf({
    'user-service': often('well', 60),
    'payment-service': [...often('well', 50), '503', ...often('well', 7), 'refused', 'refused'],
    'invoice-service': [...often('well', 59), '500'],
    'checkout-service': often('well', 60),
    'developer-service': often('well', 60),
    'recurring-service': often('well', 60),
  });
  shop = await show(known);
});

/** As many services as `count`: each is one of the shop's, by another name; `ill` of them fail. */
async function fleet(count: number, ill: readonly number[]): Promise<DeploymentFacts> {
  const [well, sick] = known.services;
  if (!well || !sick) throw new Error('the shop is empty');
  const services = Array.from({ length: count }, (_, index) => {
    const one = ill.includes(index) ? sick : well;
    return { ...one, service: { ...one.service, id: `service-${index}` } };
  });
  return { ...known, services };
}

/** A fleet of which the first twenty services are in one group, and the others in another. */
async function inGroups(count: number, ill: readonly number[]): Promise<DeploymentFacts> {
  const { services, ...rest } = await fleet(count, ill);
  const groupOf = (index: number) => (index < 20 ? 'shop' : 'back office');
  return {
    ...rest,
    services: services.map((one, index) => ({ ...one, service: { ...one.service, group: groupOf(index) } })),
  };
}

const tellProblem = async ({ tell }: ShownPage) => tell({ ...known, problems: ["the state can't be saved: ENOSPC"] });

const idsShown = (page: Page) =>
  page
    .locator('li[data-service]:not([hidden])')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-service')));
const currentChoices = (page: Page) => page.locator('.choices a[aria-current]').allTextContents();

/** Where the keyboard is, and how thick the frame around it is. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) return null;
    const { outlineStyle, outlineWidth } = getComputedStyle(activeElement);
    const frame = outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth);
    return { name: activeElement.textContent.trim(), href: activeElement.getAttribute('href'), frame };
  });

async function tabThrough(page: Page) {
  const stops: NonNullable<Awaited<ReturnType<typeof focused>>>[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const stop = await focused(page);
    if (stop === null || stops.length === 50) return stops;
    stops.push(stop);
  }
}

describeInBrowser('on the page', (visit) => {
  it('a click on a service opens its page, and the link back keeps the range', async () => {
    const page = await visit(`${shop.url}/?range=24h`);
    await page.locator('#service-payment-service h3 a').click();
    await page.waitForURL('**/services/payment-service?range=24h');
    expect(await page.locator('h1').textContent()).toBe('payment-service');
    await page.locator('.path a').click();
    await page.waitForURL('**/?range=24h');
    await page.goBack();
    expect(await page.locator('h1').textContent()).toBe('payment-service');
  });

  it('the filters are in the address, and so survive a reload and updates', async () => {
    const page = await visit(shop.url);
    expect(await currentChoices(page)).toEqual(['Now']);
    await page.getByRole('link', { name: '2 down' }).click();
    await page.waitForURL('**/?show=down');
    await page.getByRole('link', { name: '7 d', exact: true }).click();
    await page.waitForURL('**/?range=7d&show=down');
    const [update] = await Promise.all([
      page.waitForRequest((request) => request.resourceType() === 'fetch'),
      page.reload(),
    ]);
    expect([update.method(), update.url()]).toEqual(['GET', `${shop.url}/?range=7d&show=down`]);
    expect(await currentChoices(page)).toEqual(['7 d']);
    expect(await idsShown(page)).toEqual(['payment-service', 'invoice-service']);
  });

  it('the keyboard reaches every filter and service with a visible focus, and opens them', async () => {
    const page = await visit(shop.url);
    const stops = await tabThrough(page);
    expect(stops.filter(({ frame }) => frame < 2)).toEqual([]);
    const names = stops.map(({ name }) => name);
    expect(names[0]).toBe('Skip to content');
    for (const name of [
      '2 down',
      '4 healthy',
      'Now',
      '24 h',
      '7 d',
      '90 d',
      'Incidents',
      'services.json',
      'incidents.json',
    ]) {
      expect(names).toContain(name);
    }
    const rows = await idsShown(page);
    const below = names.slice(names.indexOf('90 d'));
    expect(below.filter((name) => rows.includes(name)).slice(0, rows.length)).toEqual(rows);

    await page.locator('.skip').press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);

    await page.locator('#service-user-service a').focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/services/user-service');
    const details = await tabThrough(page);
    const ofDetails = details.map(({ name }) => name);
    expect(ofDetails).toEqual(expect.arrayContaining(['24 h', 'The last 20 checks']));
    // The way back, beside that of the header.
    expect(ofDetails.filter((name) => name === 'Overview')).toHaveLength(2);
    expect(details.filter(({ frame }) => frame < 2)).toEqual([]);
    await page.locator('#checks summary').focus();
    await page.keyboard.press('Enter');
    expect(await page.locator('#checks li').first().isVisible()).toBe(true);
  });

  it('a search hides other services while the reader types, through updates and a reload', async () => {
    const many = await show(await inGroups(30, []));
    const page = await visit(many.url, { viewport: { width: 1440, height: 900 } });
    const search = page.locator('input[type="search"]');
    const seen = async () => [
      await page.locator('li[data-service]').filter({ visible: true }).count(),
      await page.locator('.find output').textContent(),
      await page.locator('.group-head').filter({ visible: true }).count(),
    ];
    await page.locator('.group-head', { hasText: 'shop' }).click();
    const before = await seen();
    expect(before).toEqual([20, '', 2]);
    await page.keyboard.press('/');
    await page.keyboard.type('service-2');
    const found = [11, '11 of 30', 0];
    expect([await seen(), page.url()]).toEqual([found, `${many.url}/?find=service-2`]);
    many.tell(await inGroups(30, [3]));
    await page.locator('#service-service-3.down').waitFor({ state: 'attached' });
    expect([await seen(), await search.inputValue()]).toEqual([found, 'service-2']);
    await page.keyboard.type('99');
    await page.getByText('No matching services.').waitFor();
    await page.keyboard.press('Escape');
    expect([await seen(), page.url()]).toEqual([[20, '', 2], `${many.url}/`]);
    await search.fill('service-2');
    await page.reload();
    expect(await seen()).toEqual(found);
    await search.fill('');
    expect(await seen()).toEqual([1, '', 2]);
    await page.goto(`${many.url}/?find=service-2&sort=name`);
    await search.press('Enter');
    expect(await idsShown(page)).toHaveLength(11);
  });

  it('each filter applies at once with a short address, and without a script by a button', async () => {
    const many = await show(await fleet(30, [4]));
    const page = await visit(`${many.url}/?range=24h`);
    const choose = async (name: string, option: string) => {
      await page.locator('#filter summary').click();
      await page.getByLabel(name).selectOption(option);
    };
    await choose('State', 'unreachable');
    await page.waitForURL(`${many.url}/?range=24h&show=unreachable`);
    expect(await idsShown(page)).toEqual(['service-4']);
    expect(await page.locator('#filter summary').textContent()).toBe('Filter1');
    await page.getByLabel('Order').selectOption('name');
    await page.waitForURL(`${many.url}/?range=24h&show=unreachable&sort=name`);
    await choose('State', 'any state');
    await page.waitForURL(`${many.url}/?range=24h&sort=name`);
    expect((await idsShown(page)).slice(0, 3)).toEqual(['service-4', 'service-0', 'service-1']);
    await choose('State', 'silenced');
    await page.getByRole('link', { name: 'Show all' }).click();
    await page.waitForURL(`${many.url}/?range=24h`);
    const plain = await visit(many.url, { javaScriptEnabled: false });
    await plain.locator('input[type="search"]').fill('service-2');
    await plain.locator('#filter summary').click();
    await plain.locator('#filter button').click();
    await plain.waitForURL('**/?find=service-2&*');
    expect(await idsShown(plain)).toHaveLength(11);
  });

  it('200 healthy services with objectives, groups and silences take a screen, and each a line of 40 pixels', async () => {
    const aims = 'objective: { availability: 98%, responseTime: { under: 800ms, share: 99% }, window: 1d }';
    const stories = { well: often('well', 60), spent: [...often('500', 50), ...often('well', 10)] };
    const aimed = await knownOf(stories, {}, ['alerts: { successThreshold: 2 }', aims]);
    const services = Array.from({ length: 200 }, (_, index) => {
      const one = aimed.services[index % 40 === 0 ? 1 : 0];
      if (!one) throw new Error('nothing is known');
      const group = ['shop', 'office', 'mail', null][index % 4] ?? null;
      return { ...one, service: { ...one.service, id: `recurring-service-${index}`, group } };
    });
    const silences = [silenceAt(aimed.now, { services: ['recurring-service-8', 'recurring-service-9'] })];
    const many = await show({ ...aimed, services, silences });
    const page = await visit(many.url, { viewport: { width: 1024, height: 900 } });
    const { height = Number.NaN } = (await page.getByRole('region', { name: 'Services' }).boundingBox()) ?? {};
    expect(height).toBeLessThanOrEqual(900);
    await page.locator('.group-head').evaluateAll((all) => {
      for (const one of all) if (one instanceof HTMLElement) one.click();
    });
    const rows = page.locator('li.service');
    const heights = await rows.evaluateAll((all) => all.map((row) => Math.round(row.getBoundingClientRect().height)));
    expect([heights.length, new Set(heights)]).toEqual([200, new Set([40])]);
    expect(await page.locator('#service-recurring-service-0').textContent()).toMatch(/Budget leftSpentVersion1\.4\.2/);
    expect(await page.locator('#service-recurring-service-8').textContent()).toMatch(/silenced until/i);
  });

  it('200 services can be scrolled and filtered, and an update replaces only changed rows', async () => {
    const many = await show(await fleet(200, []));
    const page = await visit(many.url, { viewport: { width: 1440, height: 900 } });
    expect(await page.locator('li.service').count()).toBe(200);
    await page.locator('#service-service-199').scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(1_000);
    await page.locator('li[data-service]').evaluateAll((rows) => {
      for (const row of rows) Object.assign(row, { marked: true });
    });
    many.tell(await fleet(200, [150]));
    await page.locator('#service-service-150.down').waitFor();
    const replaced = await page
      .locator('li[data-service]')
      .evaluateAll((rows) => rows.filter((row) => !('marked' in row)).map(({ id }) => id));
    expect(replaced.filter((id) => id !== 'service-service-150')).toEqual([]);
    expect((await idsShown(page))[0]).toBe('service-150');
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(1_000);
    await page.getByRole('link', { name: '1 down' }).click();
    await page.waitForURL('**/?show=down');
    expect(await idsShown(page)).toEqual(['service-150']);
  });

  it('a healthy group is folded until it is opened or a service in it fails, also through updates', async () => {
    const many = await show(await inGroups(30, [3]));
    const page = await visit(many.url);
    const seen = async () => [
      await page.locator('#service-service-3').isVisible(),
      await page.locator('#service-service-25').isVisible(),
    ];
    expect(await seen()).toEqual([true, false]);
    await page.locator('.group-head', { hasText: 'back office' }).click();
    await page.locator('.group-head .when.down').click();
    expect(await seen()).toEqual([false, true]);
    many.tell(await inGroups(30, [3, 4]));
    await page.locator('.group-head', { hasText: '2 of 20 down' }).waitFor();
    expect(await seen()).toEqual([false, true]);
    many.tell(await inGroups(30, []));
    await page.locator('.group-head', { hasText: '20 healthy' }).waitFor();
    expect(await seen()).toEqual([false, true]);
    many.tell(await inGroups(30, [3]));
    await page.locator('#service-service-3.down').waitFor();
    expect(await seen()).toEqual([true, true]);
    await page.locator('#filter summary').click();
    await page.getByLabel('Group').selectOption('back office');
    await page.waitForURL('**/?group=back+office');
    expect(await idsShown(page)).toHaveLength(10);
  });

  it('a chart names its values under the mouse and with the arrow keys, also after an update', async () => {
    const page = await visit(`${shop.url}/services/payment-service`);
    const readout = page.locator('.readout');
    const chart = page.locator('.plot').first();
    const { width = 0, height = 0 } = (await chart.boundingBox()) ?? {};
    await chart.hover({ position: { x: width * 0.9, y: height / 2 } });
    expect(await readout.textContent()).toMatch(/^11:5\d:00 UTC: healthy, 15 ms$/);
    await page.locator('.explore').focus();
    await page.keyboard.press('End');
    expect(await readout.textContent()).toBe('12:00:00 UTC: connection refused');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    const before = '11:58:00 UTC: healthy, 15 ms';
    expect(await readout.textContent()).toBe(before);
    await tellProblem(shop);
    await page.locator('.problems').waitFor();
    expect(await readout.textContent()).toBe(before);
    await page.locator('.explore').focus();
    await page.keyboard.press('Escape');
    expect(await readout.textContent()).toBe('');
    shop.tell(known);
  });

  it('a chart names the value under a finger that taps or moves', async () => {
    const page = await visit(`${shop.url}/services/payment-service`, {
      hasTouch: true,
      isMobile: true,
      viewport: { width: 390, height: 844 },
    });
    const readout = page.locator('.readout');
    const chart = page.locator('.plot').first();
    await chart.scrollIntoViewIfNeeded();
    const { x = 0, y = 0, width = 0, height = 0 } = (await chart.boundingBox()) ?? {};
    const at = (share: number) => ({ x: x + share * width, y: y + height / 2 });
    const tap = async (share: number) => page.touchscreen.tap(at(share).x, at(share).y);
    await tap(0.999);
    expect(await readout.textContent()).toBe('12:00:00 UTC: connection refused');
    await tap(0.9);
    expect(await readout.textContent()).toMatch(/^11:5\d:00 UTC: healthy, 15 ms$/);
    const scrolledTo = await page.evaluate(() => window.scrollY);
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', share?: number) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: share === undefined ? [] : [at(share)] });
    await touch('touchStart', 0.5);
    for (const share of [0.55, 0.6, 0.7, 0.8, 0.9, 0.999]) await touch('touchMove', share);
    await touch('touchEnd');
    expect(await readout.textContent()).toBe('12:00:00 UTC: connection refused');
    expect(await page.evaluate(() => window.scrollY)).toBe(scrolledTo);
    await page
      .locator('.strip')
      .first()
      .tap({ position: { x: 2, y: 4 } });
    expect(await readout.textContent()).toMatch(/^11:0\d:00 UTC: healthy, 15 ms$/);
  });

  it('a custom range is in the address', async () => {
    const page = await visit(`${shop.url}/services/payment-service?range=24h`);
    await page.locator('#own-range summary').click();
    await page.getByLabel('from').fill('2026-03-01T11:30');
    await page.getByLabel('to (UTC)').fill('2026-03-01T11:55');
    await page.locator('#own-range button').click();
    await page.waitForURL('**/services/payment-service?from=2026-03-01T11%3A30&to=2026-03-01T11%3A55');
    expect(await page.locator('.history').textContent()).toContain('96 % of 25 checks');
  });

  it('times are in UTC or local, and ages count on', async () => {
    const page = await visit(shop.url, { timezoneId: 'Asia/Tokyo', before: ({ clock }) => clock.install() });
    const since = page.locator('#open-invoice-service time').last();
    const seen = async () => [await since.textContent(), await since.getAttribute('title')];
    const both = '2026-03-01 12:00:00 UTC, 21:00:00 local';
    expect(await seen()).toEqual(['12:00:00', both]);
    await page.clock.fastForward(2_000);
    await page.locator('[data-ago]', { hasText: /^[1-9]\d* s ago/ }).waitFor();
    await page.getByRole('button', { name: 'UTC' }).click();
    expect(await seen()).toEqual(['21:00:00', both]);
    await tellProblem(shop);
    await page.locator('.problems').waitFor();
    expect(await seen()).toEqual(['21:00:00', both]);
    await page.reload();
    expect(await seen()).toEqual(['21:00:00', both]);
    await page.getByRole('button', { name: 'local times' }).click();
    expect(await seen()).toEqual(['12:00:00', both]);
    shop.tell(known);
  });

  it('the axis of a chart names each day once, in UTC and local', async () => {
    const end = known.now - 13 * HOUR_MS;
    const checks = Array.from({ length: 56 }, (_, index) => pastCheck(end - (56 - index) * HOUR_MS));
    const buckets = bucketsFrom(checks, [], HOUR_MS);
    const days = await show({ ...known, services: known.services.map((one) => ({ ...one, buckets })) });
    const range = `from=${timeText(end - 56 * HOUR_MS)}&to=${timeText(end)}`;
    const page = await visit(`${days.url}/services/payment-service?${range}`, { timezoneId: 'Asia/Tokyo' });
    const seen = () => page.locator('.times').first().locator('text[data-at]').allTextContents();
    const utc = ['18:00', '27 Feb', '06:00', '12:00', '18:00', '28 Feb', '06:00', '12:00', '18:00'];
    expect(await seen()).toEqual(utc);
    await page.getByRole('button', { name: 'UTC' }).click();
    const local = ['03:00', '27 Feb', '15:00', '21:00', '03:00', '28 Feb', '15:00', '21:00', '03:00'];
    expect(await seen()).toEqual(local);
    await page.getByRole('button', { name: 'local times' }).click();
    expect(await seen()).toEqual(utc);
  });

  it('more tabs than a browser has connections all load, and none says that the connection is lost', async () => {
    const tabs = await show(known);
    const first = await visit(tabs.url);
    const others: Page[] = [];
    for (const { service } of known.services) {
      const other = await first.context().newPage();
      await other.goto(`${tabs.url}/services/${service.id}`);
      others.push(other);
    }
    const [update] = await Promise.all([others.at(-1)?.locator('.problems').textContent(), tellProblem(tabs)]);
    expect(update).toContain('ENOSPC');
    const lost = await Promise.all([first, ...others].map((page) => page.locator('#lost').isVisible()));
    expect(lost).toEqual(Array(1 + others.length).fill(false));
  });

  it('everything can be read without script, and the page reloads from time to time', async () => {
    const page = await visit(shop.url, { javaScriptEnabled: false });
    expect(await page.locator('li.service').count()).toBe(6);
    expect(await page.locator('h1').textContent()).toContain('2 of 6 down');
    expect(await page.locator('noscript meta[http-equiv="refresh"]').getAttribute('content')).toBe('30');
    await page.locator('#service-payment-service h3 a').click();
    await page.locator('#checks summary').click();
    expect(await page.locator('#checks li').first().isVisible()).toBe(true);
  });

  it('a print is on white, without controls', async () => {
    const page = await visit(shop.url, { viewport: { width: 720, height: 1000 } });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    for (const left of ['search', 'footer', '#lost']) expect(await page.locator(left).isVisible()).toBe(false);
    expect(await page.locator('li.service .state').allTextContents()).toEqual([
      'Down',
      'Down',
      ...Array(4).fill('Healthy'),
    ]);
    const colors = await page.evaluate(() => {
      const { backgroundColor, color } = getComputedStyle(document.body);
      return { backgroundColor, color };
    });
    expect(colors).toEqual({ backgroundColor: 'rgb(255, 255, 255)', color: 'rgb(28, 27, 25)' });
    expect(await layoutFaults(page)).toEqual([]);
    const pages = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b/g) ?? [];
    expect([1, 2]).toContain(pages.length);
  });

  it('the first load takes few bytes, the first update included', async () => {
    const paths = new Map<string, string>();
    const sizes = new Map<string, number>();
    const cdp = new EventEmitter();
    const updated = once(cdp, 'updated');
    const page = await visit(shop.url, {
      before: async (opened) => {
        const session = await opened.context().newCDPSession(opened);
        session.on('Network.requestWillBeSent', ({ requestId, request }) =>
          paths.set(requestId, new URL(request.url).pathname),
        );
        session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
          sizes.set(requestId, encodedDataLength),
        );
        // Of the stream, which does not finish, and is not compressed.
        session.on('Network.eventSourceMessageReceived', ({ requestId, data }) => {
          sizes.set(requestId, Buffer.byteLength(data));
          cdp.emit('updated');
        });
        await session.send('Network.enable');
      },
    });
    await Promise.all([updated, page.waitForLoadState('load')]);
    const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    // The icon may come later.
    const loaded = [...sizes.keys()].map((requestId) => paths.get(requestId));
    expect(loaded).toEqual(expect.arrayContaining(['/', '/live.js', '/live']));
    expect(bytes).toBeLessThan(60_000);
  });
});
