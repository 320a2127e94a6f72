/** Tests of past incidents on the overview and in the list of incidents. */

import { type Address, type Range, START } from '../../../../lambda/core/documents/address';
import type { ServiceFacts } from '../../../../lambda/core/documents/facts/deployment-facts';
import { advanceProblems } from '../../../../lambda/core/incident/advance-problems';
import type { ServiceState } from '../../../../lambda/core/state/service-state';
import { type Found, knownOf, often } from '../../../support/core/deployment-facts';
import { startProcess, storedState } from '../../../support/core/keeping';
import { memoryOutputs } from '../../../support/core/memory-outputs';
import { NOW } from '../../../support/core/observations';
import { renderPage } from '../../../support/view/drawn-page';
import { shown } from '../../../support/view/shown-parts';
import { textOf } from '../../../support/view/text-of';

const ADVANCING = { subject: { severity: 'warning', environment: null }, url: '', now: NOW } as const;

describe('the list of incidents', () => {
  const flapped = () => knownOf({ a: ['well', '503', '503', 'refused', 'well', 'well', 'well'], b: ['well', '500'] });

  it('can be filtered by service, kind and time', async () => {
    const known = await flapped();
    const listed = (address: Partial<Address>) => {
      const page = shown(renderPage(known, { ...START, of: 'incidents', ...address }));
      const linksIn = (section: RegExp) =>
        page.all('region', section).flatMap((one) => one.all('link', /^(Today )?Down: /).map(({ href }) => href));
      return [linksIn(/^Open/), linksIn(/^Resolved/)].map((links) => links.map((href) => href?.split('/')[2]));
    };
    // Filters do not hide open incidents.
    expect(listed({})).toEqual([['b'], ['a']]);
    expect(listed({ service: 'a' })).toEqual([['b'], ['a']]);
    expect(listed({ service: 'b' })).toEqual([['b'], []]);
    expect(listed({ kind: 'degraded' })).toEqual([['b'], []]);
    expect(listed({ kind: 'outage' })).toEqual([['b'], ['a']]);
    expect(listed({ since: NOW - 120_000 })).toEqual([['b'], ['a']]);
    expect(listed({ since: NOW - 60_000 })).toEqual([['b'], []]);
    expect(listed({ since: '24h' })).toEqual([['b'], ['a']]);
    const later = { ...known, now: NOW + 100 * 86_400_000 };
    const textAt = (address: Partial<Address>) => textOf(renderPage(later, { ...START, of: 'incidents', ...address }));
    expect(textAt({})).toContain('No incidents in these 90 days');
    expect(textAt({ service: 'a', since: '7d' })).toContain('No such incidents in these 7 days');
    expect(textAt({ since: 'all' })).toContain('Resolved 1');
    expect(textOf(renderPage(await knownOf({ a: ['well'] }), { ...START, of: 'incidents' }))).toContain('None yet');
  });
});

describe('past incidents', () => {
  const outage = (count: number) =>
    knownOf(
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [
          `service-${index}`,
          ['well', ...often('503', index === 0 ? 2 : 3), ...often('well', index === 0 ? 4 : 3)] as Found[],
        ]),
      ),
    );

  it('are one line if they have one cause, and the page of each links to the others', async () => {
    const known = await outage(14);
    for (const html of [renderPage(known, START), renderPage(known, { ...START, of: 'incidents' })]) {
      const [entry, more] = shown(html).all('listitem', /HTTP 503: /);
      expect(more).toBeUndefined();
      expect(entry?.text).toMatch(
        /service-0, service-1, service-2 and 11 more HTTP 503: Database connection failed 11:55 – 11:58 3 min/,
      );
    }
    const { id = '' } = known.services[3]?.state?.incidents[0] ?? {};
    const page = shown(renderPage(known, { ...START, of: 'incidents', service: 'service-3', incident: id }));
    const others = new Set(page.all('link', /^service-\d+$/).map(({ href }) => href));
    expect([...others].filter((href) => href?.startsWith('/incidents/'))).toHaveLength(13);
    expect(textOf(renderPage(known, { ...START, of: 'incidents', service: 'service-3' }))).toContain(
      'Down: service-3 HTTP 503',
    );
  });

  it('name each reason with its number of services', async () => {
    const ids = ['a', 'b', 'c', 'd'];
    const outputs = memoryOutputs();
    const process = startProcess(outputs);
    await process.run(0, { a: 'http_500', b: 'http_503', c: 'dns_failure', d: 'dns_failure' });
    for (const run of [1, 2]) await process.run(run, Object.fromEntries(ids.map((id) => [id, 'well'])));
    const known = await knownOf(Object.fromEntries(ids.map((id) => [id, ['well'] as const])));
    const services = known.services.map((one) => ({ ...one, state: storedState(outputs, one.service.id) }));
    expect(textOf(renderPage({ ...known, services }, START))).toContain(
      'a, b, c and 1 more Name not resolved (2); it is http_500 (1); it is http_503 (1)',
    );
  });

  describe('are listed', () => {
    const DAY = 86_400_000;
    const AGO = 20 * DAY;
    const later = async () => {
      const known = await knownOf({ shop: ['503', '503', 'well', 'well'] });
      return { ...known, now: known.now + AGO };
    };
    const past = (html: string) => shown(html).all('region', 'Past incidents')[0]?.text ?? '';
    const NONE = 'None in this period';

    it.each<[Range, boolean]>([
      ['latest', true],
      ['24h', false],
      ['7d', false],
      ['90d', true],
      [{ from: NOW - DAY, to: NOW + DAY }, true],
      [{ from: NOW - 90_000, to: NOW - 70_000 }, true],
      [{ from: NOW - DAY, to: NOW - 4 * 60_000 }, false],
    ])('for the range %j: %j', async (range, isThere) => {
      const known = await later();
      for (const service of [null, 'shop']) {
        const text = past(renderPage(known, { ...START, range, service }));
        expect([text.includes('HTTP 503'), text.includes(NONE)]).toEqual([isThere, !isThere]);
        if (!isThere) expect(text).toContain('All incidents');
      }
    });
  });

  it('can all be reached, page by page', async () => {
    const one = await outage(1);
    const services = one.services.flatMap(({ state, ...rest }) =>
      Array.from({ length: 230 }, (_, index) => {
        const incidents = state?.incidents.map((incident) => ({
          ...incident,
          openedAt: incident.openedAt - index * 600_000,
          over: incident.over && { ...incident.over, at: incident.over.at - index * 600_000 },
        }));
        return {
          ...rest,
          service: { ...rest.service, id: `s${index}` },
          state: state && { ...state, incidents: incidents ?? [] },
        };
      }),
    );
    const listed = (address: Partial<Address>) => {
      const html = renderPage({ ...one, services }, { ...START, of: 'incidents', ...address });
      return shown(html)
        .all('link', /Down: /)
        .map(({ href }) => href);
    };
    expect([1, 2, 12, 13].map((page) => listed({ page }).length)).toEqual([20, 20, 10, 10]);
    const all = Array.from({ length: 12 }, (_, index) => listed({ page: index + 1 })).flat();
    expect(new Set(all).size).toBe(230);
    const outages = shown(renderPage({ ...one, services }, { ...START, of: 'incidents', kind: 'outage' }));
    expect(outages.all('link', 'Next →').map(({ href }) => href)).toEqual(['/incidents?page=2&kind=outage']);
  });
});

it('a past condition has its reason in the list, not "healthy"', async () => {
  const { services, ...known } = await knownOf({ a: ['well'] });
  const [service] = services as [ServiceFacts & { readonly state: ServiceState }];
  const slow = { severity: 'warning', since: NOW - 720_000, stage: 0, kind: 'condition', reason: 'slow' } as const;
  const opened = advanceProblems(service.state, 'condition', [{ ...slow, message: 'p50 is 900 ms' }], ADVANCING);
  const state = advanceProblems(opened, 'condition', [], ADVANCING);
  const text = textOf(renderPage({ ...known, services: [{ ...service, state }] }, START));
  expect(text).toMatch(/a Slow: p50 is 900 ms 11:48 – 12:00 12 min /);
});
