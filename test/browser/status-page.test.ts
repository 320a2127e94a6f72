/** Tests of the public page in a browser, with and without JavaScript, current and out of date. */

import { HEADER_POLICY } from '../../lambda/status-page/core/content-policy';
import { failing, healthy, type PublicWorld, publicWorld } from '../lambda/status-page/public-world';
import { NOW } from '../support/core/observations';
import { configOf } from '../support/core/runs';
import { type RunningServer, startHttp } from '../support/http/servers';
import { describeInBrowser, type VisitOptions } from './browser';
import { layoutFaults } from './layout-faults';
import { lookFaults } from './look-faults';

const HOSTILE = `</h3><script>alert(1)</script><img src=/canary onerror=alert(1)>`;
const IDS = ['checkout', 'payments', 'accounts', 'invoices', 'search'];
const CONFIG = configOf(Object.fromEntries(IDS.map((id) => [id, `https://${id}.internal`])), [
  'retry: { attempts: 1 }',
  'maintenance: [{ name: secret, services: [search], from: "2026-03-01T11:00Z", to: "2026-03-01T14:00Z" }]',
  'statusPage:',
  '  title: Status of our company',
  '  minDuration: 0ms',
  '  services:',
  '    - { id: checkout, name: Checkout, under: Shop }',
  `    - { id: payments, name: "${HOSTILE.slice(0, 60)}", under: Shop }`,
  '    - { id: accounts, name: Accounts with quite a long name that has to be wrapped, under: Others }',
  '    - { id: invoices, name: Invoices, under: Others }',
  '    - { id: search, name: Search }',
]);

/** Refused in a config: browsers run none of it all the same. */
const HOSTILE_LOGO = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="alert(1)"><script>alert(1)</script></svg>')}`;

/** A bad hour: an outage with words, one that is over, and maintenance. */
async function badHour(): Promise<PublicWorld> {
  const { statusPage } = CONFIG;
  if (statusPage === null) throw new Error('the config has no page');
  const logo = { file: 'logo.svg', url: HOSTILE_LOGO };
  const world = publicWorld({ ...CONFIG, statusPage: { ...statusPage, logo, support: 'https://company.com/help' } });
  for (let minute = 0; minute < 10; minute++) {
    await world.run(minute, (id) =>
      (id === 'accounts' && minute === 2) || (id === 'checkout' && minute > 5) ? failing() : healthy(id),
    );
  }
  const [incident] = world.states().get('checkout')?.state.incidents ?? [];
  const about = { service: 'checkout', incident: incident?.id ?? '', status: 'identified' as const };
  world.posts.push({ id: 'p1', kind: 'update', ...about, text: `We have found it. ${HOSTILE}`, at: NOW + 550_000 });
  await world.run(10, (id) => (id === 'checkout' ? failing() : healthy(id)));
  return world;
}

describeInBrowser('the public page', (visit) => {
  let server: RunningServer;
  let world: PublicWorld;
  /** What is served in place of what was published, and by which clock. */
  let freshText: string | null = null;
  let date = new Date(NOW + 11 * 60_000);
  beforeAll(async () => {
    world = await badHour();
    server = await startHttp((request, response) => {
      const path = (request.url ?? '').slice(1) || 'index.html';
      const file = world.files.get(path);
      response.setHeader('Date', date.toUTCString());
      if (file === undefined || (path === 'fresh.json' && freshText === 'away')) return response.writeHead(404).end();
      response.setHeader('Content-Type', file.type).setHeader('Content-Security-Policy', HEADER_POLICY);
      return response.end(path === 'fresh.json' ? (freshText ?? file.text) : file.text);
    });
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    freshText = null;
    date = new Date(NOW + 11 * 60_000);
  });

  it('has no layout or accessibility faults in both schemes, from a phone to a desktop', async () => {
    const page = await visit(`${server.url()}/`);
    expect(await lookFaults(page)).toEqual([]);
    expect(await lookFaults(page, { scheme: 'dark' })).toEqual([]);
  });

  it('shows everything without JavaScript, and escapes hostile texts', async () => {
    const page = await visit(`${server.url()}/`, { javaScriptEnabled: false });
    const text = await page.innerText('body');
    for (const said of [
      'Checkout is not available',
      'We have found it. </h3>',
      'Maintenance of Search',
      'Not available',
      'Times are UTC. Bars are days of UTC. Written at 12:10.',
    ])
      expect(text).toContain(said);
    expect(text).not.toContain('out of date');
  });

  it('fits into 320 pixels, also with hostile texts', async () => {
    const page = await visit(`${server.url()}/`, { viewport: { width: 320, height: 700 } });
    expect(await layoutFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });

  it('shows local times, and the same text as without JavaScript in UTC', async () => {
    const textOf = async (options: VisitOptions) => {
      const page = await visit(`${server.url()}/`, options);
      await page.waitForLoadState('networkidle');
      return (await page.innerText('body')).replace(/Times are UTC\.|Your local time, UTC\.|Last checked at .*/, '');
    };
    expect(await textOf({ timezoneId: 'UTC' })).toBe(await textOf({ javaScriptEnabled: false }));
    const text = await textOf({ timezoneId: 'Asia/Kathmandu' });
    expect(text).toContain('Your local time, UTC+5:45. Bars are days of UTC. Written at 17:55.');
    expect(text).toContain('since 17:51');
    const before = await textOf({ timezoneId: 'Pacific/Kiritimati' });
    expect(before).toContain('Mon 2 Mar');
  });

  it('names the day of its times once a day has passed', async () => {
    freshText = JSON.stringify({ ...world.json('fresh.json'), at: '2026-03-02T08:00:00.000Z' });
    const page = await visit(`${server.url()}/`, { timezoneId: 'UTC' });
    await page.waitForLoadState('networkidle');
    expect(await page.innerText('main')).toContain('since Sun 1 Mar, 12:06');
  });

  it('names each day with the mouse and the keyboard', async () => {
    const page = await visit(`${server.url()}/`, { timezoneId: 'UTC' });
    const strip = page.getByRole('slider', { name: /^Checkout: available/ });
    await strip.waitFor();
    await page.focus('.button');
    await page.keyboard.press('Tab');
    expect(await strip.getAttribute('aria-valuetext')).toMatch(/^1 Mar: Not available for 5 min, \d/);
    expect(await page.innerText('#tip')).toMatch(/^1 Mar: Not available for 5 min/);
    await page.keyboard.press('ArrowLeft');
    expect(await page.innerText('#tip')).toBe('28 Feb: No data');
    expect(await strip.getAttribute('aria-valuenow')).toBe('88');
    await page.keyboard.press('Escape');
    expect(await page.isVisible('#tip')).toBe(false);
    await strip.hover();
    expect(await page.innerText('#tip')).toMatch(/: No data$/);
    expect(await layoutFaults(page)).toEqual([]);
    await page.mouse.move(1, 1);
    expect(await page.isVisible('#tip')).toBe(false);
  });

  it('is current while runs go on', async () => {
    const page = await visit(`${server.url()}/`);
    await page.waitForLoadState('networkidle');
    expect(await page.isVisible('#stale')).toBe(false);
  });

  it.each([
    [
      'the checker has stopped, by the clock of the server',
      () => {
        date = new Date(NOW + 30 * 60_000);
      },
      [],
    ],
    [
      'the server is away',
      () => {
        freshText = 'away';
      },
      [/404/],
    ],
    [
      'it is answered with something else',
      () => {
        freshText = '<html>';
      },
      [],
    ],
  ])('says that it may be out of date once %s', async (_, happens, expected) => {
    happens();
    const page = await visit(`${server.url()}/`, { expected });
    await page.waitForSelector('#stale:not([hidden])');
    expect(await page.innerText('#stale')).toContain('it shows how things were at 2026-03-01 12:10 UTC');
    expect(await lookFaults(page, { withAxe: false })).toEqual([]);
  });

  it('reloads when there is a newer page', async () => {
    const page = await visit(`${server.url()}/`, { before: (one) => one.clock.install() });
    await page.waitForLoadState('networkidle');
    freshText = JSON.stringify({ ...world.json('fresh.json'), made: '2026-03-01T12:11:00.000Z' });
    const loaded = page.waitForEvent('load');
    await page.clock.runFor(61_000);
    await loaded;
  });
});
