/** Tests of the widget on a dashboard. */

import { bucketsFrom, pastCheck } from '../../../support/core/buckets';
import { knownOf } from '../../../support/core/deployment-facts';
import { NOW } from '../../../support/core/observations';
import { widgetOf } from '../../../support/view/shown-widget';
import { textOf } from '../../../support/view/text-of';
import { shop, WIDGET } from '../../../support/view/views';

describe('the widget', () => {
  it('has its style, and no elements that CloudWatch removes', async () => {
    const html = widgetOf(await shop(), null, WIDGET);
    expect(html).toContain('<style>.sw{');
    expect(html).not.toMatch(/<(script|iframe|use|link|form|html|body)\b/);
  });

  it('has a pop-up for each service, drawn by its own Lambda', async () => {
    const html = widgetOf(await shop(), null, WIDGET);
    expect(html).toContain(
      '<button type="button" class="popup">user-service</button><cwdb-action action="call" display="popup" endpoint="arn:aws:lambda:x">{"service":"user-service"}</cwdb-action>',
    );
    expect(html).not.toContain('href="/services');
  });

  it.each([
    ['a time', WIDGET],
    ['a day', { ...WIDGET, from: NOW - 86_400_000 }],
  ])('shows the percentiles of a service over %s within 5 %%, and no p99 for few answers', async (_, widget) => {
    const { services, ...known } = await knownOf({ a: ['well'] });
    const percentilesOf = (count: number) => {
      const times = Array.from({ length: count }, (_one, index) => 20 + (index * 500) / count);
      const buckets = bucketsFrom(times.map((ms, index) => pastCheck(NOW - (count - index) * 20_000, { ms })));
      const html = widgetOf({ ...known, services: services.map((one) => ({ ...one, buckets })) }, 'a', widget);
      const [, whole = ''] = /passed · (.*?)</.exec(html) ?? [];
      return ['p50', 'p95', 'p99'].map((name) => Number(new RegExp(`${name} (\\d+) ms`).exec(whole)?.[1]));
    };
    for (const [index, exact] of [270, 495, 515].entries()) {
      expect(Math.abs((percentilesOf(150)[index] ?? Number.NaN) - exact)).toBeLessThanOrEqual(0.05 * exact + 1);
    }
    expect(percentilesOf(50).map(Number.isNaN)).toEqual([false, false, true]);
    expect(percentilesOf(10).map(Number.isNaN)).toEqual([false, true, true]);
  });

  it('says when the last stored check was', async () => {
    const { now, ...known } = await knownOf({ a: ['well'] });
    const html = widgetOf({ ...known, now: now + 240_000 }, null, WIDGET);
    expect(textOf(html)).toContain('as of 12:00:00 UTC, the last check that is stored');
  });

  it('is light or dark like the dashboard', async () => {
    const known = await shop();
    expect(widgetOf(known, null, WIDGET)).toMatch(/^<div class="[^"]*\bdark\b/);
    expect(widgetOf(known, null, { ...WIDGET, theme: 'light' })).toMatch(/^<div class="[^"]*\blight\b/);
  });
});
