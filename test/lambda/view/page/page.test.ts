/** The page, the widget and the badge as text: what they say, how they lead on, and that texts of services stay texts. */

import fc from 'fast-check';

import { advanceMatters } from '../../../../lambda/core/incident/advance-matters';
import type { Incident } from '../../../../lambda/core/incident/incident';
import type { ServiceState } from '../../../../lambda/core/state/service-state';
import { readState } from '../../../../lambda/core/state/stored-state';
import { type Address, type Range, START } from '../../../../lambda/view/known/address';
import type { Known, KnownService } from '../../../../lambda/view/known/known';
import { renderBadge } from '../../../../lambda/view/page/badge';
import { bucketsFrom, pastCheck } from '../../../support/core/buckets';
import { damagedState } from '../../../support/core/json-values';
import { startProcess, storedState } from '../../../support/core/keeping';
import { memoryOutputs } from '../../../support/core/memory-outputs';
import { NOW } from '../../../support/core/observations';
import { runs } from '../../../support/jest/lane';
import { renderPage, renderView } from '../../../support/view/drawn-page';
import { degrade, type Found, knownOf, often } from '../../../support/view/known';
import { type Part, shown } from '../../../support/view/shown-parts';
import { widgetOf } from '../../../support/view/shown-widget';
import { textOf } from '../../../support/view/text-of';

const ALL = START;
const WIDGET = { endpoint: 'arn:aws:lambda:x', theme: 'dark', from: NOW - 3_600_000, to: NOW } as const;
const ADVANCING = { subject: { severity: 'warning', environment: null }, url: '', now: NOW } as const;
const HOSTILE = `"><script>alert(1)</script><img src=x onerror=alert(2)><svg onload='alert(3)'>&lt;`;

const shop = () =>
  knownOf({
    'user-service': often('well', 5),
    'payment-service': ['well', 'refused'],
    'invoice-service': ['503'],
    'checkout-service': ['500'],
    'developer-service': [{ service: 'other' }],
    'recurring-service': [],
  });
const fleet = (count: number, others: Readonly<Record<string, readonly Found[]>>) => ({
  ...Object.fromEntries(
    Array.from(
      { length: count },
      (_, index) => [`service-${String(index).padStart(2, '0')}`, often('well', 2)] as const,
    ),
  ),
  ...others,
});
const hostile = () => knownOf({ a: [{ version: HOSTILE, environment: HOSTILE, [HOSTILE]: HOSTILE }] });
/** What is listed of each service: it begins with its state, and has an image of its checks, as no incident has. */
const servicesIn = (view: Part) =>
  view
    .all('listitem', /^(healthy|degraded|unhealthy|error|unreachable|invalid|unknown) /)
    .filter((one) => one.all('img').length > 0);
/** In the widget, a service's name is a button. */
const idOf = (service: Part) => [...service.all('link'), ...service.all('button')][0]?.name;
/** Each service with its state, in the order of the view. */
const statesIn = (html: string) => servicesIn(shown(html)).map((one) => `${idOf(one)} ${one.text.split(' ')[0]}`);
const reasonsOf = (part: Part) => part.all('paragraph', /\bit is /).map(({ text }) => text);
const renders: readonly (readonly [string, (known: Known) => string])[] = [
  ['the page', (known) => renderPage(known, ALL)],
  ['the page of a service', (known) => renderPage(known, { ...ALL, service: known.services[0]?.service.id ?? '' })],
  ['the widget', (known) => widgetOf(known, null, WIDGET)],
  ['the pop-up of a service', (known) => widgetOf(known, known.services[0]?.service.id ?? '', WIDGET)],
];

it.each(renders)('%s says when it is rather the clock of the checker that is off', async (_, render) => {
  const late = [{ timestamp: new Date(NOW + 3_600_000).toISOString() }];
  const clock = 'the clock of the checker itself is rather 1 h behind';
  expect(textOf(render(await knownOf({ a: late, b: late, c: ['refused'] })))).toContain(clock);
  expect(textOf(render(await knownOf({ a: late, b: ['well'] })))).not.toContain(clock);
});

describe('all services', () => {
  it.each([renders[0], renders[2]] as const)(
    '%s shows what needs attention first, each with its word',
    async (_, render) => {
      const html = render(await shop());
      expect(statesIn(html)).toEqual([
        'payment-service unreachable',
        'checkout-service error',
        'invoice-service unhealthy',
        'developer-service invalid',
        'recurring-service unknown',
        'user-service healthy',
      ]);
      for (const state of ['unreachable', 'error', 'unhealthy', 'invalid', 'unknown', 'healthy']) {
        expect(html).toMatch(new RegExp(`<span class="state ${state}"><svg .*?</svg>${state}</span>`));
      }
    },
  );

  it('list incidents that people heard of together as one group, as that message said it; a page of one of them alone', async () => {
    const ids = ['a', 'b', 'c', 'd'];
    const outputs = memoryOutputs();
    await startProcess(outputs).run(0, Object.fromEntries(ids.map((id) => [id, 'http_503'])));
    const known = await knownOf(Object.fromEntries(ids.map((id) => [id, ['503'] as const])));
    const services = known.services.map((one) => ({ ...one, state: storedState(outputs, one.service.id) }));
    const told = (address: Address) => {
      const [open] = shown(renderPage({ ...known, services }, address)).all('region', /open incident/);
      return {
        said: open?.all('paragraph', /services? (down|at once)/).map(({ text }) => text),
        of: open?.all('list').map((group) => group.all('heading').map((head) => head.all('link')[0]?.name)),
      };
    };
    expect(told(ALL)).toEqual({
      said: [
        expect.stringMatching(
          /^4 of 4 services down: all http_503, all since 12:00:00 UTC shown as one 12:0\d:\d\d UTC$/,
        ),
      ],
      of: [['a', 'b', 'c']],
    });
    const whole = textOf(renderPage({ ...known, services }, ALL));
    // What to look at first is said once of each reason.
    expect(whole.split('First look:')).toHaveLength(2);
    expect(whole).toContain('and the same of d');
    const silent = await knownOf(Object.fromEntries(ids.map((id) => [id, ['503'] as const])));
    expect(textOf(renderPage(silent, ALL))).toMatch(/4 open incidents 4 services at once: http_503 unhealthy a /);
    expect(told({ ...ALL, service: 'c' })).toEqual({ said: [], of: [['c']] });
  });

  it('that people heard of in several messages say the last one, which counts all until then', async () => {
    const known = await knownOf({ a: ['503'], b: ['503'], c: ['503'] });
    const services = known.services.map((one, index) => {
      const notification = { id: `message-${index}`, summary: `1 more service down, ${index + 1} of 3 now` };
      const sent = one.state?.sent.map((alert) => ({ ...alert, notification, sentAt: alert.at + index }));
      return { ...one, state: one.state && { ...one.state, sent: sent ?? [] } };
    });
    expect(textOf(renderPage({ ...known, services }, ALL))).toMatch(
      /3 open incidents 1 more service down, 3 of 3 now shown in 3 messages, the last \S+ UTC unhealthy a /,
    );
    // One that went alone, later, is the last.
    const [first, ...others] = services;
    const alone = first?.state?.sent.map((alert) => ({ ...alert, notification: null, sentAt: NOW + 5_000 })) ?? [];
    const later = { ...first, state: first?.state && { ...first.state, sent: alone } } as KnownService;
    expect(textOf(renderPage({ ...known, services: [...others, later] }, ALL))).toContain(
      `3 of 3 now shown in 3 messages, the last ${new Date(NOW + 5_000).toISOString().slice(11, 19)} UTC`,
    );
  });

  it('tell one incident of each reason that people heard of in one message, before a second one of any', async () => {
    const found = {
      a: 'http_503',
      b: 'http_503',
      c: 'http_503',
      d: 'dns_failure',
      e: 'not_json',
      f: 'timeout_body',
    };
    const outputs = memoryOutputs();
    await startProcess(outputs).run(0, found);
    const known = await knownOf(Object.fromEntries(Object.keys(found).map((id) => [id, ['503'] as const])));
    const told = (ids: readonly string[]) => {
      const services = known.services
        .filter(({ service }) => ids.includes(service.id))
        .map((one) => ({ ...one, state: storedState(outputs, one.service.id) }));
      const [open] = shown(renderPage({ ...known, services }, ALL)).all('region', /open incident/);
      return open?.all('paragraph', /^it is |^and\b/).map(({ text }) => text);
    };
    expect(told(['a', 'b', 'c', 'd', 'e'])).toEqual([
      ...['it is http_503', 'it is dns_failure', 'it is not_json'],
      'and the same of b , c',
    ]);
    expect(told(['a', 'b', 'c', 'd', 'e', 'f'])?.at(-1)).toBe('and, with other reasons too, f , b , c');
    expect(told(['a', 'b', 'c', 'd'])).toEqual([
      ...['it is http_503', 'it is dns_failure', 'it is http_503'],
      'and the same of c',
    ]);
  });

  it('of many boxes count those that are not shown one by one, as their heading does', async () => {
    // Two at a time begin to fail, ten minutes after the two before.
    const pairs = Array.from({ length: 11 }, (_, index) => {
      const story = [...often('well', 1 + 10 * index), ...often('503', 110 - 10 * index)];
      return { [`a${index}`]: story, [`b${index}`]: story };
    });
    const known = await knownOf(Object.assign({}, ...pairs));
    expect(textOf(renderPage(known, ALL))).toMatch(/ 22 open incidents .* and 6 more: all incidents Services/);
    const widget = textOf(widgetOf(known, null, WIDGET));
    expect(widget).toMatch(/ 22 open incidents .* and 6 more /);
    expect(widget).not.toContain('6 more:');
  });

  it('begin with what is down, and are red only where that is more than info', async () => {
    const known = await knownOf({ a: ['503', '503'], b: ['503'], c: ['well'] });
    const matter = { message: 'it is not right', since: NOW, stage: 0 } as const;
    const slow = { ...matter, kind: 'condition', reason: 'slow', severity: 'warning' } as const;
    const burns = { ...matter, kind: 'objective', reason: 'availability_burns_fast', severity: 'critical' } as const;
    const states: Readonly<Record<string, (state: ServiceState) => ServiceState>> = {
      b: (state) => ({ ...state, incidents: state.incidents.map((one) => ({ ...one, severity: 'info' })) }),
      c: (state) => [slow, burns].reduce((found, one) => advanceMatters(found, one.kind, [one], ADVANCING), state),
    };
    const services = known.services.map((one) => ({
      ...one,
      state: one.state && (states[one.service.id]?.(one.state) ?? one.state),
    }));
    const html = renderPage({ ...known, services }, ALL);
    expect(
      [...html.matchAll(/<div class="group ([a-z]+)">.*?href="\/services\/([^"]+)"/g)].map((found) => found.slice(1)),
    ).toEqual([
      ['down', 'a'],
      ['degraded', 'c'],
      ['degraded', 'c'],
      ['minor', 'b'],
    ]);
    // A severity is no class: `warning` is how the view shows warnings.
    expect(html).not.toMatch(/class="story /);
  });

  it('tell an open incident as one story: how it went, what to look at first, and of what people were notified', async () => {
    const known = await knownOf({ a: ['well', '503', '503', 'refused', 'well'] });
    const text = textOf(renderPage(known, ALL));
    expect(text).toMatch(
      /1 open incident unreachable a 3 min, since 11:57:00 UTC .* 11:57:00 UTC http_503 2 checks 11:59:00 UTC connection_refused 1 check 12:00:00 UTC well 1 check recovering: 1 of 2 healthy runs First look: The machine answers but nothing listens on the port: .* Shown: opened 11:57:00 UTC , updated 11:59:00 UTC Services/,
    );
    // The alerts of a deployment are sent.
    expect(textOf(widgetOf(known, null, WIDGET))).toContain('Sent: opened 11:57:00 UTC');
  });

  it('list also incidents and alerts of those that have left the config, which lead nowhere', async () => {
    const { services, ...known } = await knownOf({ a: ['well'], gone: ['well', '503'] });
    const removed = services.slice(1).flatMap(({ state }) => (state ? [{ id: 'gone', state }] : []));
    const text = textOf(renderPage({ ...known, services: services.slice(0, 1), removed }, ALL));
    expect(text).toMatch(/unhealthy gone 0 s, since .* Shown: opened/);
    expect(renderPage({ ...known, services: services.slice(0, 1), removed }, ALL)).not.toContain('/services/gone');
  });

  it('are narrowed down by the address', async () => {
    const known = await shop();
    const listed = (address: Partial<Address>) => statesIn(renderPage(known, { ...ALL, ...address })).length;
    expect(listed({ show: 'failing' })).toBe(5);
    expect(listed({ find: ' PAYment' })).toBe(1);
    expect(listed({ find: 'nothing' })).toBe(0);
    expect(textOf(renderPage(known, { ...ALL, find: 'nothing' }))).toContain(
      'No such service with "nothing" in its name',
    );
  });

  it('are lines if they are many and healthy, whatever needs attention in full before them', async () => {
    const known = await knownOf(fleet(24, { 'service-07': ['well', '503'], 'service-11': ['503', 'well'] }));
    // What is in full names its figures, such as the response time.
    const inFull = (of: Known) =>
      servicesIn(shown(renderPage(of, ALL))).map(
        (one) => [idOf(one), one.all('term', 'Response').length === 1] as const,
      );
    const listed = inFull(known);
    expect(listed.filter(([, isFull]) => isFull).map(([id]) => id)).toEqual(['service-07', 'service-11']);
    expect(listed.filter(([, isFull]) => !isFull)).toHaveLength(22);
    const line = servicesIn(shown(renderPage(known, ALL))).find((one) => idOf(one) === 'service-03');
    expect(line?.text).toMatch(/healthy service-03 15 \/ 15 ms 1\.4\.2/);
    expect(line?.all('img').map(({ name }) => name)).toEqual(['2 checks: all healthy']);
    // Below that number each has all the room.
    expect(inFull(await knownOf(fleet(19, {}))).filter(([, isFull]) => isFull)).toHaveLength(19);
  });

  it('are a page at a time if they are very many', async () => {
    const one = await knownOf(fleet(1, {}));
    const services = Array.from({ length: 450 }, (_, index) =>
      one.services.map((each) => ({ ...each, service: { ...each.service, id: `s${index}` } })),
    ).flat();
    const pageOf = (page: number) => renderPage({ ...one, services }, { ...ALL, page });
    expect(statesIn(pageOf(1))).toHaveLength(200);
    expect(statesIn(pageOf(3))).toHaveLength(50);
    expect(statesIn(pageOf(9))).toHaveLength(50);
    expect(textOf(pageOf(2))).toContain('← Previous page 2 of 3 Next →');
    expect(textOf(pageOf(2))).toContain('450 of 450 healthy');
  });

  it('are filtered by state, severity and group, and sorted', async () => {
    const { services, ...known } = await knownOf({
      b: ['well', { version: '2' }],
      a: ['503', 'well', 'well'],
      c: ['well', '500'],
    });
    const groups: Readonly<Record<string, string | null>> = { a: 'shop', b: 'office', c: 'shop' };
    const grouped = services.map((one) => ({
      ...one,
      service: {
        ...one.service,
        group: groups[one.service.id] ?? null,
        severity: one.service.id === 'c' ? ('info' as const) : ('critical' as const),
      },
    }));
    const htmlOf = (address: Partial<Address>) => renderPage({ ...known, services: grouped }, { ...ALL, ...address });
    const listed = (address: Partial<Address>) => statesIn(htmlOf(address)).map((one) => one.split(' ')[0]);
    expect(listed({ group: 'shop' })).toEqual(['c', 'a']);
    expect(listed({ severity: 'info' })).toEqual(['c']);
    // The group of the one that fails comes first.
    expect(listed({ show: 'healthy' })).toEqual(['a', 'b']);
    expect(listed({ sort: 'name' })).toEqual(['c', 'a', 'b']);
    expect(listed({ sort: 'availability', show: 'healthy' })).toEqual(['a', 'b']);
    const chosen = shown(htmlOf({ group: 'shop' }))
      .all('option')
      .filter(({ isSelected }) => isSelected);
    expect(chosen.map(({ text }) => text)).toContain('shop');
    expect(textOf(htmlOf({ group: 'shop' }))).toContain('2 of 3');
    // A failing service that people are only informed about does not look like an outage.
    expect(htmlOf({})).toContain('<li class="service error minor" id="service-c"');
  });

  describe('of several groups', () => {
    const GROUPS = ['shop', 'office', null];
    const groupedKnown = async (stories: Readonly<Record<string, readonly Found[]>>) => {
      const { services, ...known } = await knownOf(stories);
      const groupOf = (index: number) => GROUPS[index % GROUPS.length] ?? null;
      const grouped = services.map((one, index) => ({ ...one, service: { ...one.service, group: groupOf(index) } }));
      return { ...known, services: grouped };
    };
    /** Of each group what its heading says, whether it is folded, and which services it has. */
    const groupsIn = (html: string) =>
      shown(html)
        .all('group', / of \d+ healthy/)
        .map((group) => [group.name, group.isOpen, servicesIn(group).map(idOf).join()]);
    const shopOf = () => groupedKnown({ a: ['well'], b: ['well', '503'], c: ['well'], d: ['well'], e: ['refused'] });

    it.each([renders[0], renders[2]] as const)('%s has a heading for each, the worst first', async (_, render) => {
      expect(groupsIn(render(await shopOf()))).toEqual([
        ['office 0 of 2 healthy unreachable', true, 'e,b'],
        ['shop 2 of 2 healthy', true, 'a,d'],
        ['no group 1 of 1 healthy', true, 'c'],
      ]);
    });

    it('lead from a heading to its services alone, and have none where it would tear apart what is asked for', async () => {
      const known = await shopOf();
      const at = (address: Partial<Address>) => renderPage(known, { ...ALL, ...address });
      const links = shown(at({ range: '24h', show: 'failing' })).all('link');
      expect(links.map(({ href }) => href)).toContain('/?range=24h&show=failing&group=office');
      expect(groupsIn(at({ show: 'healthy' })).map(([heading]) => heading)).toEqual([
        'shop 2 of 2 healthy',
        'no group 1 of 1 healthy',
      ]);
      for (const none of [{ group: 'shop' }, { find: 'a' }, { sort: 'slowest' }] as const)
        expect(groupsIn(at(none))).toEqual([]);
    });

    it('fold those that are well if there are many services, and say how many of them another page lists', async () => {
      const known = await groupedKnown(fleet(29, { last: ['503'] }));
      expect(groupsIn(renderPage(known, ALL)).map(([heading, isOpen]) => [heading, isOpen])).toEqual([
        ['no group 9 of 10 healthy unhealthy', true],
        ['shop 10 of 10 healthy', false],
        ['office 10 of 10 healthy', false],
      ]);
      // Who asks for some of them wants to see them.
      for (const some of [{ show: 'healthy' }, { severity: 'critical' }] as const)
        expect(groupsIn(renderPage(known, { ...ALL, ...some })).map(([, isOpen]) => isOpen)).toEqual([
          true,
          true,
          true,
        ]);
      const one = known.services.slice(0, 1);
      const services = Array.from({ length: 300 }, (_, index) =>
        one.map((each) => ({ ...each, service: { ...each.service, id: `s${index}`, group: index < 250 ? 'a' : 'b' } })),
      ).flat();
      expect(groupsIn(renderPage({ ...known, services }, { ...ALL, page: 2 })).map(([heading]) => heading)).toEqual([
        'a 250 of 250 healthy, 50 of them listed',
        'b 50 of 50 healthy',
      ]);
    });
  });

  it('are sorted by the p95 of the time that is shown, then by p50, and last those without an answer', async () => {
    const { services, ...known } = await knownOf(Object.fromEntries(['a', 'b', 'c', 'd'].map((id) => [id, ['well']])));
    // The last of them is the fastest where they are slow.
    const last: Readonly<Record<string, readonly number[]>> = {
      a: [30, 50, 10],
      b: [20, 90, 5],
      c: [20, 40, 50],
      d: [],
    };
    const day: Readonly<Record<string, readonly number[]>> = { a: [700], b: [20], c: [], d: [80] };
    const checksOf = (times: readonly number[] = []) =>
      times.map((ms, index) => pastCheck(NOW - (times.length - index) * 60_000, { ms }));
    const timed = services.map((one) => {
      const history = one.state && { ...one.state.history, checks: checksOf(last[one.service.id]) };
      const state = one.state && history && { ...one.state, history };
      return { ...one, state, buckets: bucketsFrom(checksOf(day[one.service.id])) };
    });
    const order = (range: Range) =>
      statesIn(renderPage({ ...known, services: timed }, { ...ALL, sort: 'slowest', range })).map((one) => one[0]);
    expect(order('latest').join('')).toBe('bcad');
    expect(order('24h').join('')).toBe('adbc');
  });

  it('are sorted by the availability of the time that is shown, without maintenance', async () => {
    const { services, ...known } = await knownOf(Object.fromEntries(['a', 'b', 'c'].map((id) => [id, ['well']])));
    const failed = (count: number, more = {}) =>
      Array.from({ length: 10 }, (_, index) =>
        pastCheck(NOW - (10 - index) * 60_000, index < count ? { kind: 'error', ...more } : {}),
      );
    const last: Readonly<Record<string, ReturnType<typeof failed>>> = {
      ...{ a: failed(1), b: failed(3), c: failed(9, { inMaintenance: true }) },
    };
    const day: Readonly<Record<string, ReturnType<typeof failed>>> = { a: failed(2), b: failed(0), c: failed(5) };
    const counted = services.map((one) => {
      const { id } = one.service;
      const history = one.state && { ...one.state.history, checks: last[id] ?? [] };
      return { ...one, state: one.state && history && { ...one.state, history }, buckets: bucketsFrom(day[id] ?? []) };
    });
    const order = (range: Range) =>
      statesIn(renderPage({ ...known, services: counted }, { ...ALL, sort: 'availability', range })).map(
        (one) => one[0],
      );
    expect(order('latest').join('')).toBe('bac');
    expect(order('24h').join('')).toBe('cab');
  });

  it('of which one fails that people are only informed about do not look like an outage', async () => {
    const { services, ...known } = await knownOf({ a: ['refused'], b: ['well'], c: ['well'] });
    const informed = services.map((one) =>
      one.service.id === 'a' ? { ...one, service: { ...one.service, severity: 'info' as const } } : one,
    );
    const html = renderPage({ ...known, services: informed }, ALL);
    expect(html).toMatch(/<title>● 2 of 3 healthy, a unreachable · shop<.*\/icon\.svg\?state=healthy/s);
    expect(html).toMatch(/<header class="summary healthy">.*<li class="service unreachable minor"/s);
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
    const own = renderPage({ ...known, services: minor }, { ...ALL, of: 'incidents', service: 'a', incident });
    expect(own).toMatch(/\/icon\.svg\?state=degraded/);
  });

  it('that people are only informed about stand behind all others that are not healthy', async () => {
    const { services, ...known } = await knownOf({ a: ['refused'], b: [], c: ['500'], d: ['well'], e: ['503'] });
    const severed = services.map((one) => {
      const severity = one.service.id < 'c' ? ('info' as const) : ('warning' as const);
      return { ...one, service: { ...one.service, severity } };
    });
    const order = ['c error', 'e unhealthy', 'a unreachable', 'b unknown', 'd healthy'];
    for (const render of [renders[0], renders[2]])
      expect(statesIn(render?.[1]({ ...known, services: severed }) ?? '')).toEqual(order);
  });

  it('colour memory that is nearly full, on the first day too, by the limit of the config', async () => {
    const memory = (used: number): Found => ({ memory: { used, total: 512 } });
    const story = { a: [memory(510)], b: [memory(480)] };
    const html = renderPage(await knownOf(story), ALL);
    const full = (view: string) =>
      shown(view)
        .all('strong', / of 512 MB/)
        .map(({ text }) => text);
    expect(full(html)).toEqual(['510 of 512 MB nearly full']);
    expect(html.match(/class="meter high"/g)).toHaveLength(1);
    expect(textOf(html)).toContain('Memory 510 of 512 MB nearly full');
    const withPolicy = async (policy: string) =>
      full(renderPage(await knownOf(story, {}, [`conditions: { memory_full: ${policy} }`]), ALL));
    expect(await withPolicy('{ percent: 90 }')).toHaveLength(2);
    expect(await withPolicy('off')).toEqual([]);
  });

  it('show of one that fails what it last said of itself, in grey', async () => {
    const html = renderPage(await knownOf({ a: ['well', 'refused'], b: ['503'] }), ALL);
    const textIn = (id: string) => servicesIn(shown(html)).find((one) => idOf(one) === id)?.text;
    expect(textIn('a')).toMatch(
      /Up 1 h when last healthy Memory 256 of 512 MB when last healthy Version 1\.4\.2 when last healthy/,
    );
    expect(html.match(/<dd class="former">/g)).toHaveLength(3);
    expect(textIn('b')).toMatch(/Up – Memory – Version – /);
  });

  it('say what the checker itself has trouble with', async () => {
    const known = await knownOf({ a: ['well'] }, { problems: ['the state can not be saved: ENOSPC'] });
    for (const [, render] of renders) expect(textOf(render(known))).toContain('can not be saved: ENOSPC');
  });

  it('are the same in the part that is replaced as in the whole', async () => {
    const known = await shop();
    expect(renderPage(known, ALL)).toContain(renderView(known, ALL));
  });
});

describe('a degraded service', () => {
  const known = async () => {
    const all = await knownOf({ b: ['well'], a: often('well', 20), c: [], d: ['503'] });
    return degrade(all, 'a', { slow: 12 });
  };
  const render = (of: Known, address: Partial<Address> = {}) => renderPage(of, { ...ALL, ...address });

  it.each([renders[0], renders[2]] as const)(
    '%s shows it between those that fail and those that are well',
    async (_, draw) => {
      const html = draw(await known());
      expect(statesIn(html)).toEqual(['d unhealthy', 'c unknown', 'a degraded', 'b healthy']);
      expect(html).toMatch(/<span class="state degraded"><svg .*?<\/svg>degraded<\/span>/);
      expect(textOf(html)).toMatch(/degraded for 12 min, since 11:48:00 UTC a (\S+ )?slow : slow in figures Response/);
    },
  );

  it('has its conditions beside its state, each with its beginning if there are several', async () => {
    const of = degrade(await known(), 'a', { slow: 12, certificate_expires_soon: 90 });
    for (const html of [render(of, { service: 'a' }), widgetOf(of, 'a', WIDGET)]) {
      expect(textOf(html)).toContain(
        'degraded for 1 h, since 10:30:00 UTC slow : slow in figures, since 11:48:00 UTC ' +
          'certificate expires soon : certificate_expires_soon in figures, since 10:30:00 UTC',
      );
    }
  });

  it('is named by the title, the icon and the badge, and stays if only those that are not healthy are shown', async () => {
    const of = await known();
    expect(render(of, { service: 'a' })).toMatch(/<title>◐ a degraded · shop<.*\/icon\.svg\?state=degraded/);
    const { services, ...rest } = of;
    const whole = render({ ...rest, services: services.slice(0, 2) });
    expect(whole).toMatch(/<title>◐ 1 of 2 healthy, a degraded: slow · shop<.*\/icon\.svg\?state=degraded/);
    expect(renderBadge(of, 'a')).toContain('◐ degraded');
    expect(statesIn(render(of, { show: 'failing' }))).toContain('a degraded');
  });

  it('says nothing of a condition once it fails, or is not checked any more', async () => {
    const of = await known();
    for (const [id, html] of [
      ['d', render(degrade(of, 'd', { slow: 3 }))],
      ['a', render({ ...of, now: NOW + 3_600_000 })],
    ] as const) {
      expect(textOf(html)).not.toMatch(new RegExp(`${id} slow`));
    }
  });
});

it.each(renders)('%s has the clues to an outage where the outage stands', async (_, render) => {
  const { services, ...known } = await knownOf({ a: ['well', '503'] });
  const [service] = services as [KnownService & { readonly state: ServiceState }];
  const found = [
    { code: 'version_changed', at: NOW - 180_000, message: 'version 2.4.1 → 2.5.0 at 11:57, 3 min before' },
    { code: 'memory_filling', at: null, message: `memory was at 497 of 512 MB ${HOSTILE}` },
  ];
  const withClues = (clues: Incident['clues']) => {
    const incidents = service.state.incidents.map((one) => ({ ...one, clues }));
    return render({ ...known, services: [{ ...service, state: { ...service.state, incidents } }] });
  };
  const html = withClues(found);
  const [clues] = shown(html).all('list', 'Clues');
  expect(clues?.all('listitem').map(({ text }) => text)).toEqual([
    'version 2.4.1 → 2.5.0 at 11:57, 3 min before version_changed',
    expect.stringContaining('memory was at 497'),
  ]);
  expect(shown(html).text).toMatch(/Database connection failed .{0,80}version 2\.4\.1 → 2\.5\.0/);
  expect(html).not.toContain(HOSTILE);
  expect(withClues([])).not.toContain('2.4.1');
});

describe('an objective', () => {
  const story = { a: [...often('well', 30), '500', ...often('well', 29)] as const, b: ['well'] as const, c: [] };
  const known = (lines: readonly string[]) => knownOf(story, {}, ['alerts: { successThreshold: 1 }', ...lines]);

  it.each(renders)('%s says how it stands, with a bar of what is left', async (_, render) => {
    const both = await known(['objective: { availability: 99%, responseTime: { under: 800ms, share: 99.5% } }']);
    const html = render(both);
    expect(textOf(html)).toContain(
      'availability 98 % (aim 99 %), 7 h 11 min of 7 h 12 min left , burns 1.7×, gone in 17 d at this rate, counted since 11:01:00 UTC ' +
        '100 % of answers under 800 ms (aim 99.5 %), 3 h 36 min of 3 h 36 min left , burns 0×, counted since 11:01:00 UTC',
    );
    expect(html).toMatch(/<div class="objective enough"><p>availability .*?<rect class="part" width="99\.8"/);
  });

  it.each(renders)('%s shows nothing without one', async (_, render) => {
    expect(textOf(render(await known([])))).not.toMatch(/objective|\(aim/);
  });

  it('of a healthy service of which enough is left is one line in its row, and all of it on its own page', async () => {
    const lines = ['objective: { availability: 97%, responseTime: { under: 800ms, share: 99.5% } }'];
    expect(textOf(renderPage(await known(lines), ALL))).toContain(
      'UTC a objective: 98 %, 21 h 35 min left, 0.6× Response',
    );
    const own = textOf(renderPage(await known(lines), { ...ALL, service: 'a' }));
    expect(own).toMatch(/availability 98 % \(aim 97 %\), .* 100 % of answers under 800 ms \(aim 99\.5 %\)/);
  });

  it('of a healthy service among many is told by what is left of its budget', async () => {
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`s${index}`, ['well'] as const]));
    const html = async (share: string) =>
      textOf(
        renderPage(
          await knownOf({ ...many, a: [...often('503', 9), ...often('well', 9)] }, {}, [
            ...['alerts: { successThreshold: 1 }', `objective: { availability: ${share}, window: 1d }`],
          ]),
          ALL,
        ),
      );
    expect(await html('99.9%')).toMatch(/healthy a 15 \/ 15 ms 1\.4\.2 spent /);
    expect(await html('90%')).toMatch(/healthy a 15 \/ 15 ms 1\.4\.2 94 % left /);
  });

  it('of which little is left, or nothing, looks like that', async () => {
    const days = often('500', 20);
    const of = (share: string) =>
      knownOf({ a: [...often('well', 40), ...days] }, {}, [`objective: { availability: ${share}, window: 1d }`]);
    expect(renderPage(await of('98.5%'), ALL)).toMatch(/class="objective low"/);
    expect(textOf(renderPage(await of('99.9%'), ALL))).toMatch(
      /budget of 1 min overdrawn by 18 min , burns 333×, counted/,
    );
    expect(renderPage(await of('99.9%'), ALL)).toMatch(/class="objective spent"/);
  });
});

describe('incidents that are no outage', () => {
  const matter = { severity: 'warning', since: NOW - 720_000, stage: 0 } as const;
  const slow = { ...matter, kind: 'condition', reason: 'slow', message: 'p50 is 900 ms' } as const;
  const burns = { ...matter, kind: 'objective', reason: 'availability_burns_fast', message: '14.4 times' } as const;

  it.each(renders)('%s says what they are about, and never that healthy is the failure', async (_, render) => {
    const { services, ...known } = await knownOf({ a: ['well'] });
    const [service] = services as [KnownService];
    const opened = [slow, burns].reduce(
      (state, one) => advanceMatters(state, one.kind, [one], ADVANCING),
      service.state as ServiceState,
    );
    const ended = advanceMatters(opened, 'condition', [], ADVANCING);
    const listed = (state: ServiceState) => textOf(render({ ...known, services: [{ ...service, state }] }));
    const named = 'a ({\\S+ )?';
    const since = '12 min, since 11:48:00 UTC warning (all of it )?';
    expect(listed(opened)).toMatch(new RegExp(`degraded: slow ${named}${since}p50 is 900 ms First look: `));
    expect(listed(opened)).toMatch(
      new RegExp(`availability budget burns fast ${named}${since}14.4 times First look: `),
    );
    expect(listed(ended)).toMatch(
      new RegExp(`over ${named}degraded: slow 12 min (all of it )?p50 is 900 ms 11:48:00 UTC to 12:00:00 UTC `),
    );
    expect(listed(opened)).not.toMatch(/\d failed check/);
  });
});

describe('one service', () => {
  it('shows its last check in full', async () => {
    const known = await knownOf({ a: ['well', { region: 'eu-1', memory: { used: 600, total: 512 } }] });
    const text = textOf(renderPage(known, { ...ALL, service: 'a' }));
    for (const part of [
      'HTTP 200',
      'connection',
      '2.0 ms',
      'region eu-1',
      'memory used (600 MB) is over its total (512 MB)',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('lists its last checks, and of a longer time when it failed', async () => {
    const known = await knownOf({ a: [...often('well', 30), 'refused', ...often('well', 2)], b: ['well'] });
    const textAt = (service: string, range: Range) => textOf(renderPage(known, { ...ALL, service, range }));
    expect(textAt('a', 'latest')).toMatch(
      /The last 20 checks 12:00:00 UTC: healthy, .* 11:58:00 UTC: connection_refused/,
    );
    expect(textAt('a', '24h')).toMatch(
      /When it failed from 11:45:00 UTC: 15 checks, 1 failed: unreachable, p50 16 ms, p95 16 ms/,
    );
    expect(textAt('b', 'latest')).toContain('The last 1 check 12:00:00 UTC: healthy');
    expect(textAt('b', '24h')).not.toContain('When it failed');
    // What a bar says is for a mouse: read out one by one they would be sixty images.
    const images = shown(renderPage(known, { ...ALL, service: 'a' })).all('img');
    expect(images.length).toBeGreaterThan(0);
    expect(images.length).toBeLessThan(10);
  });

  it('that fails shows what it said when it was well, its incident and its alerts', async () => {
    const known = await knownOf({ a: [...often('well', 3), 'refused', 'refused'] });
    const text = textOf(renderPage(known, { ...ALL, service: 'a' }));
    expect(text).toContain('When last healthy, 11:58:00 UTC : version 1.4.2, up 1 h 2 min, memory 256 of 512 MB.');
    expect(text).toMatch(
      /unreachable a 1 min, since 11:59:00 UTC .* the connection was refused .* Shown: opened 11:59:00 UTC/,
    );
  });

  it('that fails, and of which nobody was notified yet, says how far it is from an incident', async () => {
    const known = await knownOf({ a: ['well', '503', '500'] }, {}, ['alerts: { failureThreshold: 3 }']);
    const text = textOf(renderPage(known, ALL));
    expect(text).toContain('2 of 3 failing checks that open an incident');
    expect(text).toContain('a in error, failing for 1 min');
  });

  it('that does not exist is named, with those that do', async () => {
    const known = await shop();
    const html = renderPage(known, { ...ALL, service: HOSTILE, range: '7d' });
    expect(html).toContain('<title>There is no service &quot;');
    expect(
      shown(html)
        .all('link', 'user-service')
        .map(({ href }) => href),
    ).toEqual(['/services/user-service?range=7d']);
    expect(html).not.toContain('<script>alert');
    expect(widgetOf(known, HOSTILE, WIDGET)).not.toContain('<script>alert');
  });

  it('says of a time that is over also until when its checks count', async () => {
    const known = await knownOf({ a: often('well', 60) });
    const shownAt = (range: Range) => textOf(renderPage(known, { ...ALL, range }));
    const over = { from: NOW - 28 * 60_000, to: NOW - 27 * 60_000 };
    expect(shownAt(over)).toContain('100 % from 11:30:00 UTC to 11:35:00 UTC');
    expect(shownAt({ ...over, to: NOW + 60_000 })).toContain('100 % since 11:30:00 UTC');
    expect(shownAt('latest')).toContain('100 % since 11:01:00 UTC');
    // A dashboard names the time at which it was looked at.
    const justNow = { ...known, now: NOW + 5_000 };
    expect(textOf(renderPage(justNow, { ...ALL, range: { from: over.from, to: NOW } }))).toContain(
      '100 % since 11:30:00',
    );
  });

  it('keeps the range on the way there and back', async () => {
    const known = await shop();
    expect(renderPage(known, { ...ALL, range: '7d' })).toContain('href="/services/user-service?range=7d"');
    expect(renderPage(known, { ...ALL, range: '7d', service: 'user-service' })).toContain('href="/?range=7d"');
  });
});

describe('an incident', () => {
  const flapped = () => knownOf({ a: ['well', '503', '503', 'refused', 'well', 'well', 'well'], b: ['well', '500'] });
  const pageOf = (known: Known, service: string, incident: string | null) =>
    renderPage(known, { ...ALL, of: 'incidents', service, incident });

  it('has a page of its own with everything that is known of it', async () => {
    const known = await flapped();
    const [past] = known.services[0]?.state?.incidents ?? [];
    const text = textOf(pageOf(known, 'a', past?.id ?? ''));
    for (const part of [
      'Incident of a Over after 3 min',
      '11:55:00 UTC 2 checks, all unhealthy (http_503)',
      '11:57:00 UTC 1 check, unreachable (connection_refused)',
      '11:58:00 UTC incident: it is over, after 3 min and 3 failed checks',
      'alert shown (opened): a is unhealthy',
      'alert shown (resolved): a is well again after 3 min',
      'First look: The machine answers but nothing listens on the port',
      'reason connection_refused severity critical',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('that relapsed is as long as it failed, says how far it has recovered, and when people were notified of its end', async () => {
    const story: Found[] = ['well', '503', '503', 'well', '503', 'well', 'well', '503', ...often('well', 3)];
    const recovering = await knownOf({ a: story });
    const [open] = recovering.services[0]?.state?.incidents ?? [];
    const page = textOf(pageOf(recovering, 'a', open?.id ?? ''));
    expect(page).toMatch(/ Open for 4 min .* recovering: 3 of 8 healthy runs, it failed 3 times in 9 min First look/);
    expect(textOf(renderPage(recovering, { ...ALL, service: 'a' }))).toContain('recovering: 3 of 8 healthy runs, it');

    const over = await knownOf({ a: ['well', '503', '503', 'well', '503', ...often('well', 4)] });
    const [past] = over.services[0]?.state?.incidents ?? [];
    const told = textOf(pageOf(over, 'a', past?.id ?? ''));
    expect(told).toMatch(/ Over after 3 min .* 11:53:00 UTC to 11:57:00 UTC , severity /);
    expect(told).toContain('12:00:00 UTC alert shown (resolved): a is well again after 3 min');
    expect(told).toMatch(/ Shown: opened 11:53:00 UTC , resolved 11:57:00 UTC , notified 12:00:00 UTC /);
  });

  it('that is not kept any more says so, also if its address is hostile', async () => {
    const html = pageOf(await flapped(), 'a', HOSTILE);
    expect(textOf(html)).toContain('This incident is not kept any more, or never was');
    expect(html).not.toContain('<script>alert');
  });

  it('shows what services sent as text only, and what the checker itself has trouble with', async () => {
    const known = await knownOf({ a: ['503'] }, { problems: ['ENOSPC'] });
    const services = known.services.map(({ state, ...one }) => {
      const said = { reason: HOSTILE, message: HOSTILE, environment: HOSTILE };
      return { ...one, state: state && { ...state, incidents: state.incidents.map((each) => ({ ...each, ...said })) } };
    });
    const id = services[0]?.state?.incidents[0]?.id ?? '';
    for (const incident of [id, null]) {
      const html = pageOf({ ...known, services }, 'a', incident);
      expect(html).toContain('&lt;script&gt;alert(1)');
      expect(html).not.toMatch(/<script>alert|<img|<svg onload|\son[a-z]+="|\sstyle=/);
      expect(textOf(html)).toContain('ENOSPC');
    }
  });

  it('is listed with all others, by service, kind and time', async () => {
    const known = await flapped();
    const listed = (address: Partial<Address>) =>
      shown(renderPage(known, { ...ALL, of: 'incidents', ...address }))
        .all('listitem', /^(open|over) /)
        .map((one) => `${one.all('link')[0]?.name} ${one.text.split(' ')[0]}`);
    expect(listed({})).toEqual(['b open', 'a over']);
    expect(listed({ service: 'a' })).toEqual(['a over']);
    expect(listed({ kind: 'condition' })).toEqual([]);
    expect(listed({ since: NOW - 120_000 })).toEqual(['b open', 'a over']);
    expect(listed({ since: NOW - 60_000 })).toEqual(['b open']);
    expect(textOf(renderPage(known, { ...ALL, of: 'incidents', service: 'a', kind: 'objective' }))).toContain(
      'None of these.',
    );
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

  it('that belong together are one entry with its services, on the page, in its list and in the widget', async () => {
    const known = await outage(14);
    for (const html of [
      renderPage(known, ALL),
      renderPage(known, { ...ALL, of: 'incidents' }),
      widgetOf(known, null, WIDGET),
    ]) {
      const [entry, more] = shown(html).all('listitem', /^over /);
      expect(more).toBeUndefined();
      expect(entry?.text).toMatch(
        /over 14 services unhealthy 3 min answered 503: .* service-0 2 min , service-1 3 min , .* service-11 3 min and 2 more service-12 3 min , service-13 3 min 11:55:00 UTC to 11:58:00 UTC , 41 failed checks (Shown|Sent): opened/,
      );
    }
    const { id } = known.services[3]?.state?.incidents[0] ?? {};
    // What stands between the links is nearly as much text: so they are underlined.
    expect(renderPage(known, ALL).match(/<p class="rest"><a href="\/incidents\/service-/g)).toHaveLength(2);
    const links = shown(renderPage(known, ALL)).all('link', 'service-3');
    expect(links.map(({ href }) => href)).toContain(`/incidents/service-3/${encodeURIComponent(id ?? '')}`);
    expect(textOf(renderPage(known, { ...ALL, of: 'incidents', service: 'service-3' }))).toContain(
      'over service-3 unhealthy 3 min',
    );
  });

  it('of several reasons say each of them, and of how many services', async () => {
    const ids = ['a', 'b', 'c', 'd'];
    const outputs = memoryOutputs();
    const process = startProcess(outputs);
    await process.run(0, { a: 'http_500', b: 'http_503', c: 'dns_failure', d: 'dns_failure' });
    for (const run of [1, 2]) await process.run(run, Object.fromEntries(ids.map((id) => [id, 'well'])));
    const known = await knownOf(Object.fromEntries(ids.map((id) => [id, ['well'] as const])));
    const services = known.services.map((one) => ({ ...one, state: storedState(outputs, one.service.id) }));
    const html = renderPage({ ...known, services }, ALL);
    expect(
      shown(html)
        .all('listitem', /^over /)
        .map(reasonsOf),
    ).toEqual([['2 services: it is dns_failure', '1 service: it is http_500', '1 service: it is http_503']]);
  });

  describe('that are over are listed', () => {
    const DAY = 86_400_000;
    const AGO = 20 * DAY;
    const later = async () => {
      const known = await knownOf({ shop: ['503', '503', 'well', 'well'] });
      return { ...known, now: known.now + AGO };
    };
    const past = (html: string) => shown(html).all('region', 'Past incidents')[0]?.text ?? '';
    const NONE = 'None in the time that is shown';

    it.each<[Range, boolean]>([
      ['latest', true],
      ['24h', false],
      ['7d', false],
      ['90d', true],
      [{ from: NOW - DAY, to: NOW + DAY }, true],
      [{ from: NOW - 90_000, to: NOW - 70_000 }, true],
      [{ from: NOW - DAY, to: NOW - 4 * 60_000 }, false],
    ])('of %j, if they fell into it: %j', async (range, isThere) => {
      const known = await later();
      for (const service of [null, 'shop']) {
        const text = past(renderPage(known, { ...ALL, range, service }));
        expect([text.includes('answered 503'), text.includes(NONE)]).toEqual([isThere, !isThere]);
        if (!isThere) expect(text).toContain('all incidents');
      }
    });

    it('on the dashboard of the time that it shows', async () => {
      const known = await later();
      const texts = [AGO + DAY, DAY].flatMap((length) =>
        [null, 'shop'].map((id) => past(widgetOf(known, id, { ...WIDGET, from: known.now - length, to: known.now }))),
      );
      expect(texts.map((text) => text.includes('answered 503'))).toEqual([true, true, false, false]);
      expect(texts.map((text) => text.includes(NONE))).toEqual([false, false, true, true]);
    });
  });

  it('can all be reached: of many a page at a time', async () => {
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
      const html = renderPage({ ...one, services }, { ...ALL, of: 'incidents', ...address });
      return shown(html)
        .all('listitem', /^over /)
        .map(idOf);
    };
    expect([1, 2, 3, 4].map((page) => listed({ page }).length)).toEqual([100, 100, 30, 30]);
    expect(new Set([1, 2, 3].flatMap((page) => listed({ page }))).size).toBe(230);
    const outages = shown(renderPage({ ...one, services }, { ...ALL, of: 'incidents', kind: 'outage' }));
    expect(outages.all('link', 'Next →').map(({ href }) => href)).toEqual(['/incidents?page=2&kind=outage']);
  });
});

describe.each(renders)('%s', (_, render) => {
  it('shows what services sent as text only', async () => {
    const html = render(await hostile());
    for (const live of ['<script>alert', '<img', '<svg onload', 'onerror="', "onload='"])
      expect(html).not.toContain(live);
    expect(html).toContain('&lt;script&gt;alert(1)');
  });

  it('runs no script of its own text, and has no style in attributes', async () => {
    const html = render(await shop());
    expect(html).not.toMatch(/<script(?! src="\/live\.js")|\son[a-z]+=|\sstyle=|javascript:/i);
  });
});

describe('whatever the store holds', () => {
  const huge = Number.MAX_VALUE;
  const WITH_LARGE_FIGURES: [unknown][] = [
    [{ schema: 1, latest: { at: NOW, timings: { dnsMs: 1e300, connectMs: huge, tlsMs: huge, firstByteMs: huge } } }],
    [
      {
        schema: 1,
        latest: { at: NOW, report: { status: 'healthy', uptime: huge, memory: { used: huge, total: huge } } },
      },
    ],
    [
      {
        schema: 1,
        latest: { at: NOW, attempts: huge, httpStatus: huge, certificate: { expiresAt: NOW, daysLeft: huge } },
      },
    ],
  ];
  it('is drawn, on the page and in the widget', async () => {
    const known = await shop();
    fc.assert(
      fc.property(damagedState, (raw) => {
        const state = readState(raw);
        const services = known.services.map((service) => ({ ...service, state }));
        for (const [, render] of renders) expect(render({ ...known, services })).not.toMatch(/undefined|NaN|\[object/);
      }),
      { numRuns: runs(17), examples: WITH_LARGE_FIGURES },
    );
  });
});

describe('the widget', () => {
  it('brings its style, and nothing that CloudWatch takes away', async () => {
    const html = widgetOf(await shop(), null, WIDGET);
    expect(html).toContain('<style>.sw{');
    expect(html).not.toMatch(/<(script|iframe|use|link|form|html|body)\b/);
  });

  it('has a pop-up for each service, by the Lambda that draws it', async () => {
    const html = widgetOf(await shop(), null, WIDGET);
    expect(html).toContain(
      '<button type="button" class="popup">user-service</button><cwdb-action action="call" display="popup" endpoint="arn:aws:lambda:x">{"service":"user-service"}</cwdb-action>',
    );
    expect(html).not.toContain('href="/services');
  });

  it.each([
    ['a time', WIDGET],
    ['a day', { ...WIDGET, from: NOW - 86_400_000 }],
  ])(
    'shows the percentiles of the response times of %s, within 5 %%, for all services and for one',
    async (_, widget) => {
      const { services, ...known } = await knownOf({ a: ['well'] });
      const times = Array.from({ length: 50 }, (_one, index) => 20 + index * 10);
      const buckets = bucketsFrom(times.map((ms, index) => pastCheck(NOW - (50 - index) * 60_000, { ms })));
      for (const id of [null, 'a']) {
        const html = widgetOf({ ...known, services: services.map((one) => ({ ...one, buckets })) }, id, widget);
        const shown = ['p50', 'p95', 'p99'].map((name) => Number(new RegExp(`>${name} (\\d+) ms<`).exec(html)?.[1]));
        for (const [index, exact] of [260, 490, 510].entries()) {
          expect(Math.abs((shown[index] ?? Number.NaN) - exact)).toBeLessThanOrEqual(0.05 * exact + 1);
        }
        expect(textOf(html)).not.toMatch(/mean|at most \d+ ms/);
      }
    },
  );

  it('says of when its facts are: a stored state may be some minutes old', async () => {
    const { now, ...known } = await knownOf({ a: ['well'] });
    const html = widgetOf({ ...known, now: now + 240_000 }, null, WIDGET);
    expect(textOf(html)).toContain('As of 12:00:00 UTC , the last check that is stored');
  });

  it('is light or dark as the dashboard is', async () => {
    const known = await shop();
    expect(widgetOf(known, null, WIDGET)).toMatch(/^<div class="sw widget dark">/);
    expect(widgetOf(known, null, { ...WIDGET, theme: 'light' })).toMatch(/^<div class="sw widget light">/);
  });
});

describe('the badge', () => {
  it('is an image of one state, with a word and a shape', async () => {
    const badge = renderBadge(await shop(), 'payment-service') ?? '';
    expect(badge).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" .*<title>payment-service: unreachable<\/title>/,
    );
    expect(badge).toContain('✖ unreachable');
  });

  it('is none of a service that does not exist', async () => {
    expect(renderBadge(await shop(), 'nobody')).toBeNull();
  });
});
