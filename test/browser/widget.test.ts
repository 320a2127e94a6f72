/**
 * The widget behind a sanitiser, in a real browser. Source: Amazon CloudWatch user guide, "Security and JavaScript for custom
 * CloudWatch widgets": "If the returned HTML contains any JavaScript code or other known security vulnerabilities, it is
 * cleaned from the HTML before it is rendered on the dashboard. For example, the <iframe> and <use> tags are not allowed and
 * are removed." Which sanitiser CloudWatch uses is not documented; DOMPurify stands in for it.
 */

import { readFileSync } from 'node:fs';
import type DOMPurify from 'dompurify';
import type { Page } from 'playwright-core';
import { knownOf, often } from '../support/core/deployment-facts';
import { NOW } from '../support/core/observations';
import { type RunningServer, startHttp } from '../support/http/servers';
import { type ShownWidget, widgetOf } from '../support/view/shown-widget';
import { describeInBrowser } from './browser';

const SANITISER = readFileSync(require.resolve('dompurify/dist/purify.min.js'));
const PAGE =
  '<!doctype html><title>A dashboard</title><link rel="icon" href="data:,"><script src="/purify.js"></script>';

/**
 * What CloudWatch adds to HTML. Source: Amazon CloudWatch user guide, "Interactivity in the custom widget in CloudWatch":
 * `<cwdb-action action="call|html" confirmation="message" display="popup|widget" endpoint="<lambda ARN>" event="…">`.
 */
const CLOUDWATCH = {
  ADD_TAGS: ['cwdb-action'],
  ADD_ATTR: ['action', 'confirmation', 'display', 'endpoint', 'event'],
  // An ARN looks like an address of an unknown kind.
  ADD_URI_SAFE_ATTR: ['endpoint'],
};

const SURFACE: ShownWidget = {
  endpoint: 'arn:aws:lambda:eu-central-1:123456789012:function:shop-widget',
  theme: 'dark',
  from: NOW - 3_600_000,
  to: NOW,
};

const HOSTILE = `"><img src=/canary onerror=alert(1)><svg><use href=#a></svg><!--</style><script>alert(1)</script>`;

const shop = () =>
  knownOf({
    'user-service': often('well', 20),
    'payment-service': [...often('well', 10), ...often('503', 10)],
    'invoice-service': [...often('refused', 5), ...often('well', 10)],
    'developer-service': often({ version: HOSTILE, environment: HOSTILE, [HOSTILE]: HOSTILE }, 3),
    'recurring-service': often('none', 3),
  });

interface CleaningResult {
  /** The document as it would be without a sanitiser, and what is left of it, as a browser writes them. */
  readonly before: string;
  readonly after: string;
  /** The names of the elements and attributes that were taken out. */
  readonly removed: readonly string[];
}

describeInBrowser('a sanitiser', (visit) => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startHttp(({ url }, response) => {
      const [type, body] = url === '/purify.js' ? ['text/javascript', SANITISER] : ['text/html', PAGE];
      response.setHeader('Content-Type', type).end(body);
    });
  });
  afterAll(() => server.stop());

  const clean = async (html: string, opened?: Page): Promise<CleaningResult> => {
    const page = opened ?? (await visit(server.url()));
    return page.evaluate(
      ([dirty, options]) => {
        const { DOMPurify: purify } = window as unknown as { DOMPurify: typeof DOMPurify };
        const written = (text: string) => new DOMParser().parseFromString(text, 'text/html').body.innerHTML;
        const after = written(purify.sanitize(dirty, options));
        const removed = purify.removed.map((each) =>
          'element' in each ? each.element.nodeName.toLowerCase() : (each.attribute?.name ?? ''),
        );
        return { before: written(dirty), after, removed };
      },
      [html, CLOUDWATCH] as const,
    );
  };

  it('takes nothing out of the widget', async () => {
    const { before, after, removed } = await clean(widgetOf(await shop(), null, SURFACE));
    expect(removed).toEqual([]);
    expect(after).toBe(before);
    expect(after).toMatch(/^<div class="[^"]*\bdark\b/);
    expect(after).toContain('<cwdb-action action="call" display="popup"');
  });

  it('takes nothing out of the search and the way to other pages', async () => {
    const known = await shop();
    const [service] = known.services;
    if (!service) throw new Error('there is no service');
    const many = Array.from({ length: 120 }, (_, index) => ({
      ...service,
      service: { ...service.service, id: `service-${index}` },
    }));
    const crowd = { ...known, services: many };
    const { before, after, removed } = await clean(widgetOf(crowd, null, { ...SURFACE, find: '1' }));
    expect(removed).toEqual([]);
    expect(after).toBe(before);
    expect(after).toMatch(/<form .*<input type="search" name="find" value="1"/);
    // Nobody leaves the dashboard by pressing Enter.
    const page = await visit(server.url());
    await page.evaluate((shown) => {
      document.body.innerHTML = shown;
    }, after);
    await page.locator('input[name="find"]').press('Enter');
    expect([page.url(), await page.locator('form').count()]).toEqual([`${server.url()}/`, 1]);
  });

  it('takes nothing out of the pop-up of a service', async () => {
    const known = await shop();
    const page = await visit(server.url());
    for (const { service } of known.services) {
      const { before, after, removed } = await clean(widgetOf(known, service.id, SURFACE), page);
      expect([service.id, removed]).toEqual([service.id, []]);
      expect(after).toBe(before);
    }
  });

  it('takes out what CloudWatch does not allow, so that one would see it', async () => {
    const alien = '<svg><use href="#a"></use></svg><iframe></iframe><a onclick="1">a</a><script>1</script>';
    const { removed } = await clean(widgetOf(await shop(), null, SURFACE).replace('</style>', `</style>${alien}`));
    expect([...removed].sort()).toEqual(['iframe', 'onclick', 'script', 'use']);
  });
});
