/** The HTML file of a report in a real browser: on a screen, and on paper. */

import { DAY_MS, periodBefore } from '../../lambda/core/documents/report/period';
import type { ReportDocument } from '../../lambda/core/documents/report/report-document';
import { HOUR_MS } from '../../lambda/core/history/running-history';
import { NEW_STATE } from '../../lambda/core/state/service-state';
import { renderReportPage } from '../../lambda/view/report/report-page';
import { NOW } from '../support/core/observations';
import { bucketOfHour, pastOutage } from '../support/core/past-services';
import { reportOf } from '../support/core/report-documents';
import { configOf } from '../support/core/runs';
import { type RunningServer, startHttp } from '../support/http/servers';
import { describeInBrowser } from './browser';
import { lookFaults } from './look-faults';

const TO = Math.floor(NOW / DAY_MS) * DAY_MS;
const PERIOD = { from: TO - 30 * DAY_MS, to: TO };
const HOSTILE = `</style><script>alert(1)</script><img src=/canary onerror=alert(1)>`;
/** What an A4 page has between its margins of 14 mm, at 96 pixels an inch. */
const PAPER_WIDTH = Math.floor(((210 - 28) / 25.4) * 96);

/** One that fails now and then, one that was in maintenance, one that is young, and one that was never checked. */
function sampleReport(): ReportDocument {
  const ids = [
    'payment-service',
    'invoice-service',
    'recurring-service',
    'a-service-with-quite-a-long-name-in-production',
  ];
  const urls = Object.fromEntries(ids.map((id) => [id, `https://${id}.internal`]));
  const { services } = configOf(urls, ['objective: { availability: 99.9% }']);
  const histories = services.map((service, index) => {
    const hourAt = (at: number) => ({
      checks: 60,
      failed: index === 0 && at % (7 * DAY_MS) === 0 ? 30 : 0,
      maintained: index === 1 && at % (5 * DAY_MS) === 0 ? 60 : 0,
      ms: 30 + ((at / HOUR_MS) % 24),
    });
    const bucketsIn = ({ from, to }: typeof PERIOD) =>
      Array.from({ length: (to - from) / HOUR_MS }, (_, hour) => from + hour * HOUR_MS)
        .filter((at) => index < 2 || (index === 2 && at > TO - 9 * DAY_MS))
        .map((at) => bucketOfHour(at, hourAt(at)));
    const incidents =
      index === 0
        ? Array.from({ length: 6 }, (_, each) =>
            pastOutage(TO - each * DAY_MS - 1_800_000, TO - each * DAY_MS, { message: HOSTILE }),
          )
        : [];
    const changes = [{ at: TO - 3 * DAY_MS, restarted: true, version: { from: '1.0.0', to: HOSTILE } }];
    const state = index === 3 ? null : { ...NEW_STATE, incidents, changes };
    return { service, state, buckets: bucketsIn(PERIOD), before: bucketsIn(periodBefore(PERIOD)) };
  });
  return reportOf(histories, { period: PERIOD, now: NOW, reading: { items: 28, units: 32 } });
}

describeInBrowser('a report', (visit) => {
  let server: RunningServer;
  beforeAll(async () => {
    // Drawn from what is left of the document in a JSON file.
    const html = renderReportPage(JSON.parse(JSON.stringify(sampleReport())));
    server = await startHttp((_, response) => {
      response.setHeader('Content-Type', 'text/html; charset=utf-8').end(html);
    });
  });
  afterAll(() => server.stop());

  it('has nothing that overlaps, is cut off or hard to perceive', async () => {
    const page = await visit(server.url());
    expect(await lookFaults(page)).toEqual([]);
  });

  it.each([1_050, 1_280, 1_440, 1_920])('keeps its table within its card on a screen of %d pixels', async (width) => {
    const page = await visit(server.url(), { viewport: { width, height: 900 } });
    const [table, card] = await page.evaluate(() =>
      [document.querySelector('table'), document.querySelector('.one')].map((one) => {
        const { left = 0, right = 0 } = one?.getBoundingClientRect() ?? {};
        return { left, right };
      }),
    );
    expect(table).toEqual(card);
  });

  it('fits on paper, in dark letters on white, with each strip', async () => {
    const page = await visit(server.url(), { viewport: { width: PAPER_WIDTH, height: 1_000 } });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const seen = await page.evaluate(() => ({
      width: Math.max(...[...document.querySelectorAll('*')].map((one) => one.getBoundingClientRect().right)),
      background: getComputedStyle(document.body).backgroundColor,
      color: getComputedStyle(document.body).color,
      strips: document.querySelectorAll('.one .strip').length,
      hasTable: document.querySelector('table')?.checkVisibility(),
    }));
    expect(seen.width).toBeLessThanOrEqual(PAPER_WIDTH);
    expect(seen).toMatchObject({
      background: 'rgb(255, 255, 255)',
      color: 'rgb(28, 27, 25)',
      strips: 3,
      hasTable: true,
    });
    expect((await page.pdf({ format: 'A4' })).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('takes what services say for text', async () => {
    const page = await visit(server.url());
    expect(await page.locator('script, img').count()).toBe(0);
    expect(await page.locator('body').innerText()).toContain(HOSTILE);
  });
});
