import { START } from '../../../../lambda/core/documents/address';
import type { ServiceFacts } from '../../../../lambda/core/documents/facts/deployment-facts';
import { type OverviewDocument, pageDocument } from '../../../../lambda/core/documents/page-document';
import { failedChecks } from '../../../../lambda/core/history/bucket';
import { drawPage } from '../../../../lambda/view/page/page';
import { type Found, knownOf, often } from '../../../support/core/deployment-facts';
import { NOW } from '../../../support/core/observations';
import { renderPage } from '../../../support/view/drawn-page';
import { shown } from '../../../support/view/shown-parts';
import { textOf } from '../../../support/view/text-of';
import { idOf, servicesIn, shop, statesIn, VIEWS } from '../../../support/view/views';

/** What all buckets of a service have. */
const monthOf = ({ buckets }: ServiceFacts) => {
  const checks = buckets.reduce((sum, bucket) => sum + bucket.checks, 0);
  const failed = buckets.reduce((sum, bucket) => sum + failedChecks(bucket), 0);
  return { since: buckets[0]?.from ?? NOW, checks, failed };
};

describe('the list of services', () => {
  it('shows what needs attention first, each with a word', async () => {
    expect(statesIn(renderPage(await shop(), START))).toEqual([
      'payment-service Down',
      'checkout-service Down',
      'invoice-service Down',
      'developer-service Down',
      'recurring-service Unknown',
      'user-service Healthy',
    ]);
  });

  it('does not link to a service that left the config', async () => {
    const { services, ...known } = await knownOf({ a: ['well'], gone: ['well', '503'] });
    const removed = services.slice(1).flatMap(({ state }) => (state ? [{ id: 'gone', state }] : []));
    expect(renderPage({ ...known, services: services.slice(0, 1), removed }, START)).not.toContain('/services/gone');
  });

  it('says which services are chosen, and links to the other pages', async () => {
    const known = await shop();
    const none = renderPage(known, { ...START, find: 'nothing' });
    expect([textOf(none), servicesIn(shown(none))]).toEqual([
      expect.stringContaining('No matching services. Show all'),
      [],
    ]);
    const found = shown(renderPage(known, { ...START, find: 'USER' }));
    expect([servicesIn(found).map(idOf), found.all('status', '1 of 6').length]).toEqual([['user-service'], 1]);
    const failing = shown(renderPage(known, { ...START, show: 'failing' }));
    expect(failing.all('status', '5 of 6')).toHaveLength(1);
    const options = failing.all('option');
    expect(options.flatMap(({ isSelected, text }) => (isSelected ? [text] : []))).toContain('not healthy');
    const document = pageDocument(known, START);
    const content = { ...(document.content as OverviewDocument), found: 450, pages: 3, at: 2 };
    const second = shown(String(drawPage({ ...document, content }, { ...START, page: 2 }, null)));
    expect(second.all('link', /page|Next|Previous/).map(({ href }) => href)).toEqual(['/', '/?page=3']);
  });

  it('says in a line why a service fails, and links to its incident', async () => {
    const known = await knownOf({ a: ['well', 'refused'], b: ['503', 'well'], c: ['500'] });
    const pending = await knownOf({ c: ['500'] }, {}, ['alerts: { failureThreshold: 3 }']);
    const html = renderPage({ ...known, services: [...known.services.slice(0, 2), ...pending.services] }, START);
    const rows = new Map(servicesIn(shown(html)).map((one) => [idOf(one), one]));
    expect(rows.get('a')?.all('paragraph', /connection refused/i)).toHaveLength(1);
    expect(
      rows
        .get('a')
        ?.all('link')
        .map(({ href }) => href),
    ).toContain('#open-a');
    expect(html.match(/ id="open-a"/g)).toHaveLength(1);
    expect(rows.get('b')?.text).toMatch(/recovering: 1 of 2 healthy checks/i);
    // A failing service without an incident is explained in its row alone.
    expect(rows.get('c')?.text).toContain('HTTP 500: Database connection failed');
    expect(html).not.toContain('open-c');
  });

  it('says when the last outage ended, and how good all services were', async () => {
    const known = await knownOf({ a: [...often('well', 3), '503', ...often('well', 60)], b: often('well', 5) });
    const services = known.services.map((one) => ({ ...one, month: monthOf(one) }));
    const html = renderPage({ ...known, services }, START);
    expect(textOf(html)).toMatch(
      /All 2 healthy Last incident ended 59 min ago: a , 1 min · 99 % over 1 h 2 services Services 2/,
    );
    expect(html).not.toContain('class="chips"');
    expect(textOf(renderPage(await knownOf({ a: often('well', 60), b: ['well'] }), START))).toContain(
      'No incidents yet',
    );
  });

  it('shows the uptime of 30 days for any range, and leaves out empty columns', async () => {
    const known = await knownOf({ a: [...often('well', 59), '503'], b: often('well', 60) });
    const services = known.services.map((one) => ({ ...one, month: monthOf(one) }));
    for (const range of ['latest', '7d'] as const) {
      const rows = servicesIn(shown(renderPage({ ...known, services }, { ...START, range })));
      expect(rows.map((row) => [idOf(row), row.all('definition').at(-2)?.text])).toEqual([
        ['a', '98 %'],
        ['b', '100 %'],
      ]);
    }
    const [row] = servicesIn(shown(renderPage(known, START)));
    expect(row?.all('term').map(({ text }) => text)).toEqual(['For', 'Response', 'Checks', 'Version']);
  });

  it('shows as many bars as checks in the first hour, and since when, but no percentages', async () => {
    const known = await knownOf({ a: often('well', 5), b: often('well', 5) }, {}, ['objective: { availability: 99% }']);
    const services = known.services.map((one) => ({ ...one, month: monthOf(one) }));
    const html = renderPage({ ...known, services }, START);
    const text = textOf(html);
    expect(text).toMatch(/All 2 healthy Watching since 11:56 · 5 checks, all good 2 services Services 2 Status/);
    expect(text).toContain('Status Service Response 5 checks since 11:56 Version Healthy a');
    expect(text).toContain('Uptime appears after the first hour.');
    expect(text).not.toMatch(/\d %|24 h|No data/);
    // Five bars at their usual width, at the right of sixty places.
    expect(html).toContain('d="M220.5 15H239.5"');
    expect(textOf(renderPage(await knownOf({ a: ['well'], b: ['well'] }), START))).toContain('First check 12:00');
    const own = textOf(renderPage({ ...known, services }, { ...START, service: 'a' }));
    expect(own).toMatch(/Uptime – Watching since 11:56/);
    expect(own).not.toContain('24 h 7 d');
  });

  it('draws a legend only for bars that are not healthy', async () => {
    const legendOf = async (...story: Found[]) =>
      shown(renderPage(await knownOf({ a: [...often('well', 60), ...story] }), START)).all('list', 'Bars');
    expect(await legendOf('well')).toEqual([]);
    expect((await legendOf('503'))[0]?.text).toBe('Healthy Down');
  });

  it('does not look like an outage if only a service of severity info fails', async () => {
    const { services, ...known } = await knownOf({ a: ['refused'], b: ['well'], c: ['well'] });
    const informed = services.map((one) =>
      one.service.id === 'a' ? { ...one, service: { ...one.service, severity: 'info' as const } } : one,
    );
    const html = renderPage({ ...known, services: informed }, START);
    expect(html).toMatch(/<title>✓ 2 of 3 healthy · shop<.*\/icon\.svg\?state=healthy.*2 of 3 healthy · 1 down: a/s);
    expect(html).toMatch(/<header class="[^"]*\bhealthy\b/);
    expect(html).toMatch(/<li class="[^"]*\bminor\b/);
    const minor = informed.map((one) =>
      one.state === null
        ? one
        : {
            ...one,
            state: {
              ...one.state,
              incidents: one.state.incidents.map((each) => ({ ...each, severity: 'info' as const })),
            },
          },
    );
    const [incident = null] = minor[0]?.state?.incidents.map(({ id }) => id) ?? [];
    const own = renderPage({ ...known, services: minor }, { ...START, of: 'incidents', service: 'a', incident });
    expect(own).toMatch(/\/icon\.svg\?state=degraded/);
  });

  it('shows the last reported version of a failing service in grey', async () => {
    const html = renderPage(await knownOf({ a: ['well', 'refused'], b: ['503'] }), START);
    const textIn = (id: string) => servicesIn(shown(html)).find((one) => idOf(one) === id)?.text;
    expect(textIn('a')).toMatch(/ Version 1\.4\.2 when last healthy/);
    expect(html.match(/<span class="former">/g)).toHaveLength(1);
    expect(textIn('b')).toMatch(/ Version$/);
  });

  it('names the problems of the checker', async () => {
    const known = await knownOf({ a: ['well'] }, { problems: ['the state can not be saved: ENOSPC'] });
    for (const [, render] of VIEWS) expect(textOf(render(known))).toContain('can not be saved: ENOSPC');
  });
});
