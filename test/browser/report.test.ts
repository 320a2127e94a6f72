/** Tests of the report's page in a real browser: on a screen, and on paper. */

import type { DeploymentFacts } from '../../lambda/core/documents/facts/deployment-facts';
import { DAY_MS, periodBefore } from '../../lambda/core/documents/report/period';
import { HOUR_MS } from '../../lambda/core/history/running-history';
import { NEW_STATE } from '../../lambda/core/state/service-state';
import { knownOf, often } from '../support/core/deployment-facts';
import { NOW } from '../support/core/observations';
import { bucketOfHour, pastOutage } from '../support/core/past-services';
import { describeInBrowser } from './browser';
import { layoutFaults } from './layout-faults';
import { lookFaults } from './look-faults';
import { type ShownPage, showUntilEnd } from './shown-page';

const TO = Math.floor(NOW / DAY_MS) * DAY_MS;
const PERIOD = { from: TO - 30 * DAY_MS, to: TO };
const HOSTILE = `</style><script>alert(1)</script><img src=/canary onerror=alert(1)>`;
/** The width between the margins of 12 mm on A4, at 96 pixels an inch. */
const PAPER_WIDTH = Math.floor(((210 - 24) / 25.4) * 96);

/** Returns a service that fails now and then, one with maintenance, a young one, one that was never checked, and others. */
async function sampleFacts(): Promise<DeploymentFacts> {
  const ids = [
    'payment-service',
    'invoice-service',
    'recurring-service',
    'a-service-with-quite-a-long-name-in-production',
    ...Array.from({ length: 11 }, (_, index) => `other-service-${index}`),
  ];
  const stories = Object.fromEntries(ids.map((id) => [id, often('well', 1)]));
  const known = await knownOf(stories, {}, ['objective: { availability: 99.9% }']);
  const services = known.services.map(({ service }, index) => {
    const hourAt = (at: number) => ({
      checks: 60,
      failed: index === 0 && at % (7 * DAY_MS) === 0 ? 30 : 0,
      maintained: index === 1 && at % (5 * DAY_MS) === 0 ? 60 : 0,
      ms: 30 + ((at / HOUR_MS) % 24),
    });
    const { from } = periodBefore(PERIOD);
    const buckets = Array.from({ length: (TO - from) / HOUR_MS }, (_, hour) => from + hour * HOUR_MS)
      .filter((at) => index < 2 || index > 3 || (index === 2 && at > TO - 9 * DAY_MS))
      .map((at) => bucketOfHour(at, hourAt(at)));
    const incidents =
      index === 0
        ? Array.from({ length: 6 }, (_, each) =>
            pastOutage(TO - each * DAY_MS - 1_800_000, TO - each * DAY_MS, { reason: 'http_503', message: HOSTILE }),
          )
        : [];
    const changes = [{ at: TO - 3 * DAY_MS, restarted: true, version: { from: '1.0.0', to: HOSTILE } }];
    const state = index === 3 ? null : { ...NEW_STATE, incidents, changes };
    return { service, state, buckets };
  });
  return { ...known, services };
}

describeInBrowser('a report', (visit) => {
  const show = showUntilEnd();
  let shown: ShownPage;
  beforeAll(async () => {
    shown = await show(await sampleFacts());
  });

  it('has no layout or accessibility faults, and escapes hostile texts', async () => {
    const page = await visit(`${shown.url}/report`);
    expect(await lookFaults(page)).toEqual([]);
    expect(await page.locator('.report :is(script, img)').count()).toBe(0);
    expect(await page.locator('body').innerText()).toContain(HOSTILE);
  });

  it.each([320, 760, 1_050, 1_280, 1_440, 1_920])(
    'has no sideways scrolling on a screen of %d pixels',
    async (width) => {
      const page = await visit(`${shown.url}/report`, { viewport: { width, height: 900 } });
      expect(await layoutFaults(page)).toEqual([]);
      const outside = await page.locator('.card').evaluateAll((cards) =>
        cards.flatMap((card) => {
          const { right } = card.getBoundingClientRect();
          return [...card.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > right + 1).length;
        }),
      );
      expect(Math.max(...outside)).toBe(0);
    },
  );

  it('fits on one page of A4, in dark letters on white, with each strip', async () => {
    const page = await visit(`${shown.url}/report`, { viewport: { width: PAPER_WIDTH, height: 1_000 } });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const seen = await page.evaluate(() => ({
      width: Math.max(...[...document.querySelectorAll('*')].map((one) => one.getBoundingClientRect().right)),
      background: getComputedStyle(document.body).backgroundColor,
      color: getComputedStyle(document.body).color,
      strips: document.querySelectorAll('.report .strip').length,
      hasTable: document.querySelector('table')?.checkVisibility(),
    }));
    expect(seen.width).toBeLessThanOrEqual(PAPER_WIDTH);
    expect(seen).toMatchObject({
      background: 'rgb(255, 255, 255)',
      color: 'rgb(28, 27, 25)',
      strips: 14,
      hasTable: true,
    });
    for (const hidden of ['.top', '.title nav']) expect(await page.locator(hidden).isVisible()).toBe(false);
    const pdf = await page.pdf({ preferCSSPageSize: true });
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page[^s]/g)).toHaveLength(1);
  });

  it('links to other periods, and a button prints it', async () => {
    const { url } = await show(await knownOf({ 'payment-service': [...often('well', 5), ...often('refused', 2)] }));
    const page = await visit(`${url}/report`);
    expect(await lookFaults(page)).toEqual([]);
    await page.evaluate(() => {
      window.print = () => document.body.classList.add('printed');
    });
    await page.getByRole('button', { name: 'Print' }).click();
    await page.locator('body.printed').waitFor();
    await page.getByRole('link', { name: '7 days' }).click();
    await page.getByText('(7 days)').waitFor();
    expect(await page.getByRole('link', { name: 'Report', exact: true }).getAttribute('aria-current')).toBe('page');
  });
});
