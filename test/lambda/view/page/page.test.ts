/** The page, the widget and the badge as text: what they say, how they lead on, and that texts of services stay texts. */

import fc from 'fast-check';
import { type Address, type Range, START } from '../../../../lambda/core/documents/address';
import type { DeploymentFacts, ServiceFacts } from '../../../../lambda/core/documents/facts/deployment-facts';
import { type OverviewDocument, pageDocument } from '../../../../lambda/core/documents/page-document';
import { failedChecks } from '../../../../lambda/core/history/bucket';
import { advanceProblems } from '../../../../lambda/core/incident/advance-problems';
import type { Incident } from '../../../../lambda/core/incident/incident';
import type { ServiceState } from '../../../../lambda/core/state/service-state';
import { readState } from '../../../../lambda/core/state/stored-state';
import { renderBadge } from '../../../../lambda/view/page/badge';
import { drawPage } from '../../../../lambda/view/page/page';
import { bucketsFrom, pastCheck } from '../../../support/core/buckets';
import { degrade, type Found, knownOf, often } from '../../../support/core/deployment-facts';
import { damagedState } from '../../../support/core/json-values';
import { startProcess, storedState } from '../../../support/core/keeping';
import { memoryOutputs } from '../../../support/core/memory-outputs';
import { NOW } from '../../../support/core/observations';
import { withSpentBudget } from '../../../support/core/past-services';
import { runs } from '../../../support/jest/lane';
import { renderPage } from '../../../support/view/drawn-page';
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
    .all('listitem', /^(Healthy|Degraded|Recovering|Silenced|In maintenance|Down|Unknown) /)
    .filter((one) => one.all('img').length > 0);
/** In the widget, a service's name is a button. */
const idOf = (service: Part) => [...service.all('link'), ...service.all('button')][0]?.name;
/** Each service with its state, in the order of the view. */
const statesIn = (html: string) => servicesIn(shown(html)).map((one) => `${idOf(one)} ${one.text.split(' ')[0]}`);
/** All that its buckets have. */
const monthOf = ({ buckets }: ServiceFacts) => {
  const checks = buckets.reduce((sum, bucket) => sum + bucket.checks, 0);
  const failed = buckets.reduce((sum, bucket) => sum + failedChecks(bucket), 0);
  return { since: buckets[0]?.from ?? NOW, checks, failed };
};
const renders: readonly (readonly [string, (known: DeploymentFacts) => string])[] = [
  ['the page', (known) => renderPage(known, ALL)],
  ['the page of a service', (known) => renderPage(known, { ...ALL, service: known.services[0]?.service.id ?? '' })],
  ['the widget', (known) => widgetOf(known, null, WIDGET)],
  ['the pop-up of a service', (known) => widgetOf(known, known.services[0]?.service.id ?? '', WIDGET)],
];

it.each(renders)('%s says when it is rather the clock of the checker that is off', async (_, render) => {
  const late = [{ timestamp: new Date(NOW + 3_600_000).toISOString() }];
  const clock = 'more likely the clock of the checker is 1 h behind';
  expect(textOf(render(await knownOf({ a: late, b: late, c: ['refused'] })))).toContain(clock);
  expect(textOf(render(await knownOf({ a: late, b: ['well'] })))).not.toContain(clock);
});

describe('all services', () => {
  it.each([renders[0], renders[2]] as const)(
    '%s shows what needs attention first, each with its word',
    async (_, render) => {
      const html = render(await shop());
      expect(statesIn(html)).toEqual([
        'payment-service Down',
        'checkout-service Down',
        'invoice-service Down',
        'developer-service Down',
        'recurring-service Unknown',
        'user-service Healthy',
      ]);
    },
  );

  it('list incidents that belong together as one line, and count those that are not listed', async () => {
    const known = await knownOf(Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((id) => [id, ['well', '503']])));
    const document = pageDocument(known, ALL);
    const content = document.content as OverviewDocument;
    const html = String(
      drawPage({ ...document, content: { ...content, open: { ...content.open, left: 6 } } }, ALL, null),
    );
    const [open] = shown(html).all('region', /^Open incidents 5$/);
    expect(open?.all('group')[0]?.name).toMatch(/^\w+: a, b, c and 2 more answered 503 all at 12:00 0 s Shown 12:00$/);
    // What to look at first is said once.
    expect(open?.text.split('Check first')).toHaveLength(2);
    expect(open?.all('paragraph', 'and 6 more: all incidents')).toHaveLength(1);
  });

  it('lead nowhere where a service has left the config', async () => {
    const { services, ...known } = await knownOf({ a: ['well'], gone: ['well', '503'] });
    const removed = services.slice(1).flatMap(({ state }) => (state ? [{ id: 'gone', state }] : []));
    expect(renderPage({ ...known, services: services.slice(0, 1), removed }, ALL)).not.toContain('/services/gone');
  });

  it('say which of them are chosen, and how to get to the others', async () => {
    const known = await shop();
    expect(textOf(renderPage(known, { ...ALL, find: 'nothing' }))).toContain(
      'No such service with "nothing" in its name',
    );
    const options = shown(renderPage(known, { ...ALL, show: 'failing' })).all('option');
    expect(options.flatMap(({ isSelected, text }) => (isSelected ? [text] : []))).toContain('not healthy');
    const document = pageDocument(known, ALL);
    const content = { ...(document.content as OverviewDocument), found: 450, pages: 3, at: 2 };
    const second = shown(String(drawPage({ ...document, content }, { ...ALL, page: 2 }, null)));
    expect(second.all('link', /page|Next|Previous/).map(({ href }) => href)).toEqual(['/', '/?page=3']);
  });

  it('that fail point at their incident, which is told once, and say why in a line', async () => {
    const known = await knownOf({ a: ['well', 'refused'], b: ['503', 'well'], c: ['500'] });
    const pending = await knownOf({ c: ['500'] }, {}, ['alerts: { failureThreshold: 3 }']);
    const html = renderPage({ ...known, services: [...known.services.slice(0, 2), ...pending.services] }, ALL);
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
    // What is no incident yet is told by the row alone.
    expect(rows.get('c')?.text).toContain('Answered 500: Database connection failed');
    expect(html).not.toContain('open-c');
  });

  it('tell an open incident as one story: what was good last, what it is about, who was notified, and what to look at first', async () => {
    const known = await knownOf({ a: ['well', '503', '503', 'refused'] });
    const stepsIn = (html: string) => shown(html).all('list', 'Its course')[0]?.all('listitem');
    expect(stepsIn(renderPage(known, ALL))?.map(({ text }) => text)).toEqual([
      '11:57:00 Last good check: healthy in 15 ms, version 1.4.2',
      '11:58:00 Failing : answered 503',
      '11:58:00 Shown by the watch, sent to nobody',
      expect.stringMatching(/^12:00:00 Connection refused/),
    ]);
    expect(textOf(renderPage(known, ALL))).toMatch(/Check first The machine answers but nothing listens on the port: /);
    // The alerts of a deployment are sent.
    expect(textOf(widgetOf(known, null, WIDGET))).toContain('11:58:00 Notified the topic ');
    const recovering = await knownOf({ a: ['well', '503', '503', 'refused', 'well'] });
    expect(stepsIn(renderPage(recovering, ALL))?.at(-1)?.text).toMatch(/^12:00:00 Recovering: 1 of 2 healthy checks/);
  });

  it('name in the story of the first what failed after it, and lead with it', async () => {
    const known = await knownOf({
      cart: ['well', 'well', '500'],
      ledger: ['well', '503', '503'],
      wiki: often('well', 3),
    });
    const view = shown(renderPage(known, ALL));
    expect(view.text).toContain('ledger first, at 11:59');
    const [first, second] = view.all('region', /^Open incidents/)[0]?.all('group') ?? [];
    expect([first?.name, first?.isOpen, second?.isOpen]).toEqual([expect.stringContaining(': ledger '), true, false]);
    expect(first?.text).toContain('12:00:00 cart fails too: answered 500');
    expect(second?.name).toContain('1 min after ledger');
  });

  it('have the budgets and conditions of what is down as tags of its line, and count kinds apart', async () => {
    const known = await knownOf({ a: [...often('well', 3), ...often('503', 20)], b: ['well'] }, {}, [
      'objective: { availability: 99% }',
    ]);
    const budget = { severity: 'warning', since: NOW, stage: 0, kind: 'objective', message: 'it burns' } as const;
    const slow = {
      severity: 'warning',
      since: NOW,
      stage: 0,
      kind: 'condition',
      reason: 'slow',
      message: 'p50',
    } as const;
    const fast = { ...budget, reason: 'availability_burns_fast' } as const;
    const slowly = { ...budget, reason: 'availability_burns_slowly' } as const;
    const problems = { a: [['objective', [fast, slowly]]], b: [['condition', [slow]]] } as const;
    const services = known.services.map((one) => ({
      ...one,
      state: problems[one.service.id as 'a' | 'b'].reduce<ServiceState>(
        (state, [kind, found]) => advanceProblems(state, kind, [...found], ADVANCING),
        one.state as ServiceState,
      ),
    }));
    const [open] = shown(renderPage({ ...known, services }, ALL)).all('region', /^Open incidents/);
    expect(open?.name).toBe('Open incidents 1 outage · 1 warning');
    expect(open?.all('group').map(({ name }) => name)).toEqual([
      expect.stringMatching(/: a answered 503: .* budget (spent|burns \d+×) /),
      expect.stringMatching(/: b slow: p50 /),
    ]);
    expect(open?.text.match(/budget/g)).toHaveLength(1);
  });

  it('that are all healthy say for how long, how good they were, and nothing twice', async () => {
    const known = await knownOf({ a: [...often('well', 3), '503', ...often('well', 20)], b: often('well', 5) });
    const services = known.services.map((one) => ({ ...one, month: monthOf(one) }));
    const html = renderPage({ ...known, services }, ALL);
    expect(textOf(html)).toMatch(/All 2 healthy No incidents for 19 min · 97 % over \d+ min · p95 \d+ ms Services/);
    expect(html).not.toMatch(/class="(chips|grid)/);
    expect(textOf(renderPage(await knownOf({ a: ['well'], b: ['well'] }), ALL))).toContain('No incidents yet');
  });

  it('have their uptime of 30 days, whatever time is shown, and no column of what nobody has', async () => {
    const known = await knownOf({ a: [...often('well', 3), '503'], b: often('well', 5) });
    const services = known.services.map((one) => ({ ...one, month: monthOf(one) }));
    for (const range of ['latest', '7d'] as const) {
      const rows = servicesIn(shown(renderPage({ ...known, services }, { ...ALL, range })));
      expect(rows.map((row) => [idOf(row), row.all('definition')[3]?.text])).toEqual([
        ['a', '75 %'],
        ['b', '100 %'],
      ]);
    }
    expect(renderPage(known, ALL)).toContain('class="services no-aims no-uptime"');
  });

  it('are lines if they are many and healthy, whatever needs attention in full before them', async () => {
    const known = await knownOf(fleet(64, { 'service-07': ['well', '503'], 'service-11': ['503', 'well'] }));
    // What is in full names its figures, such as the response time.
    const inFull = (of: DeploymentFacts) =>
      servicesIn(shown(renderPage(of, ALL))).map(
        (one) => [idOf(one), one.all('term', 'Response').length === 1] as const,
      );
    const listed = inFull(known);
    expect(listed.filter(([, isFull]) => isFull).map(([id]) => id)).toEqual(['service-07', 'service-11']);
    expect(listed.filter(([, isFull]) => !isFull)).toHaveLength(62);
    const line = servicesIn(shown(renderPage(known, ALL))).find((one) => idOf(one) === 'service-03');
    expect(line?.text).toMatch(/Healthy service-03 15 ms 1\.4\.2/);
    expect(line?.all('img').map(({ name }) => name)).toEqual(['2 checks: all healthy']);
    // Below that number each has all the room.
    expect(inFull(await knownOf(fleet(59, {}))).filter(([, isFull]) => isFull)).toHaveLength(59);
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
        .all('group', / of \d+ (healthy|down)/)
        .map((group) => [group.name, group.isOpen, servicesIn(group).map(idOf).join()]);
    const shopOf = () =>
      groupedKnown(fleet(15, { a: ['well'], b: ['well', '503'], c: ['well'], d: ['well'], e: ['refused'] }));
    /** The ones that are not of the fleet. */
    const ownIn = (html: string) =>
      groupsIn(html).map(([name, isOpen, ids]) => [name, isOpen, String(ids).replace(/,?service-\d+/g, '')]);

    it.each([renders[0], renders[2]] as const)('%s has a heading for each, the worst first', async (_, render) => {
      const isFolded = render === renders[0]?.[1];
      expect(ownIn(render(await shopOf()))).toEqual([
        ['office 2 of 7 down', true, 'e,b'],
        ['shop 7 of 7 healthy', !isFolded, expect.stringContaining('a,d')],
        ['no group 6 of 6 healthy', !isFolded, expect.stringContaining('c')],
      ]);
    });

    it('lead from a heading to its services alone, and have none where it would tear apart what is asked for', async () => {
      const known = await shopOf();
      const at = (address: Partial<Address>) => renderPage(known, { ...ALL, ...address });
      const links = shown(at({ range: '24h', show: 'failing' })).all('link');
      expect(links.map(({ href }) => href)).toContain('/?range=24h&show=failing&group=office');
      expect(groupsIn(at({ show: 'healthy' })).map(([heading]) => heading)).toEqual([
        'office 2 of 7 down, 5 of them listed',
        'shop 7 of 7 healthy',
        'no group 6 of 6 healthy',
      ]);
      for (const none of [{ group: 'shop' }, { find: 'a' }, { sort: 'slowest' }] as const)
        expect(groupsIn(at(none))).toEqual([]);
    });

    it('fold those that are well if there are many services, and say how many of them another page lists', async () => {
      const known = await groupedKnown(fleet(29, { last: ['503'] }));
      expect(groupsIn(renderPage(known, ALL)).map(([heading, isOpen]) => [heading, isOpen])).toEqual([
        ['no group 1 of 10 down', true],
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

  it('of which one fails that people are only informed about do not look like an outage', async () => {
    const { services, ...known } = await knownOf({ a: ['refused'], b: ['well'], c: ['well'] });
    const informed = services.map((one) =>
      one.service.id === 'a' ? { ...one, service: { ...one.service, severity: 'info' as const } } : one,
    );
    const html = renderPage({ ...known, services: informed }, ALL);
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
    const own = renderPage({ ...known, services: minor }, { ...ALL, of: 'incidents', service: 'a', incident });
    expect(own).toMatch(/\/icon\.svg\?state=degraded/);
  });

  it('show of one that fails what it last said of itself, in grey', async () => {
    const html = renderPage(await knownOf({ a: ['well', 'refused'], b: ['503'] }), ALL);
    const textIn = (id: string) => servicesIn(shown(html)).find((one) => idOf(one) === id)?.text;
    expect(textIn('a')).toMatch(/ Version 1\.4\.2 when last healthy/);
    expect(html.match(/<dd class="former">/g)).toHaveLength(1);
    expect(textIn('b')).toMatch(/ Version Answered 503/);
  });

  it('say what the checker itself has trouble with', async () => {
    const known = await knownOf({ a: ['well'] }, { problems: ['the state can not be saved: ENOSPC'] });
    for (const [, render] of renders) expect(textOf(render(known))).toContain('can not be saved: ENOSPC');
  });
});

describe('a degraded service', () => {
  const known = async () => {
    const all = await knownOf({ b: ['well'], a: often('well', 20), c: [], d: ['503'] });
    return degrade(all, 'a', { slow: 12 });
  };
  const render = (of: DeploymentFacts, address: Partial<Address> = {}) => renderPage(of, { ...ALL, ...address });

  it.each([renders[0], renders[2]] as const)(
    '%s shows it between those that fail and those that are well',
    async (_, draw) => {
      const html = draw(await known());
      expect(statesIn(html)).toEqual(['d Down', 'c Unknown', 'a Degraded', 'b Healthy']);
    },
  );

  it('has its conditions beside its state, each with its beginning if there are several', async () => {
    const of = degrade(await known(), 'a', { slow: 12, certificate_expires_soon: 90 });
    for (const html of [render(of, { service: 'a' }), widgetOf(of, 'a', WIDGET)]) {
      expect(textOf(html)).toContain('Status Degraded for 1 h, since 10:30');
      expect(textOf(html)).toContain(
        'slow : slow in figures, since 11:48 certificate expires soon : certificate_expires_soon in figures, since 10:30',
      );
    }
  });

  it('has the days of its own certificate and of the client certificate that it is shown', async () => {
    const { services, ...rest } = await known();
    const expiresAt = NOW + 40 * 86_400_000;
    const of = {
      ...rest,
      services: services.map(({ state, ...service }) => {
        const latest = state?.latest ?? null;
        const life = { expiresAt, daysLeft: 40 };
        const certified = latest && { ...latest, certificate: life, clientCertificate: { ...life, daysLeft: 5 } };
        return { ...service, state: state && { ...state, latest: certified } };
      }),
    };
    expect(textOf(render(of, { service: 'a' }))).toContain(
      'TLS certificate 40 days left, until 2026-04-10 Client certificate 5 days left, until 2026-04-10',
    );
  });

  it('is named by the title, the icon and the badge, and stays if only those that are not healthy are shown', async () => {
    const of = await known();
    expect(render(of, { service: 'a' })).toMatch(/<title>▲ a degraded · shop<.*\/icon\.svg\?state=degraded/);
    const { services, ...rest } = of;
    const whole = render({ ...rest, services: services.slice(0, 2) });
    expect(whole).toMatch(/<title>▲ 1 of 2 degraded: a · shop<.*\/icon\.svg\?state=degraded/);
    expect(renderBadge('a', 'degraded')).toContain('▲ degraded');
    expect(statesIn(render(of, { show: 'failing' }))).toContain('a Degraded');
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
  const [service] = services as [ServiceFacts & { readonly state: ServiceState }];
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
  expect(clues?.all('listitem').map(({ text }) => text)).toEqual([expect.stringContaining('memory was at 497')]);
  // The strongest is in its line.
  expect(shown(html).text).toMatch(
    /: a answered 503: Database connection failed version 2\.4\.1 → 2\.5\.0 at 11:57, 3 min before /,
  );
  expect(html).not.toContain(HOSTILE);
  expect(withClues([])).not.toContain('2.4.1');
});

describe('an objective', () => {
  const story = { a: [...often('well', 30), '500', ...often('well', 29)] as const, b: ['well'] as const, c: [] };
  const known = (lines: readonly string[]) => knownOf(story, {}, ['alerts: { successThreshold: 1 }', ...lines]);

  it.each([renders[1], renders[3]] as const)('%s says how it stands, with a bar of what is left', async (_, render) => {
    const both = await known(['objective: { availability: 99%, responseTime: { under: 800ms, share: 99.5% } }']);
    const html = render(both);
    expect(textOf(html).match(/\(aim 99(\.5)? %\)/g)).toHaveLength(2);
    expect(html).toMatch(/class="[^"]*\benough\b/);
  });

  it.each(renders)('%s shows no figures without one', async (_, render) => {
    expect(textOf(render(await known([])))).not.toMatch(/objective:|\(aim| left/);
  });

  it.each([renders[1], renders[3]] as const)('%s says that there is none', async (_, render) => {
    expect(textOf(render(await known([])))).toContain('Error budget No objective How to set one');
  });

  it('is told in a row by what is left of its budget, without a bar: a record of nothing but failures looks like that', async () => {
    const lines = ['objective: { availability: 97%, responseTime: { under: 800ms, share: 99.5% } }'];
    const html = renderPage(await known(lines), ALL);
    expect(textOf(html)).toContain(' Uptime of 30 days Error budget 99 % Version 1.4.2 ');
    expect(html).not.toContain('class="meter"');
  });

  it('of a healthy service among many is told by what is left of its budget', async () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`s${index}`, ['well'] as const]));
    const html = async (share: string) =>
      textOf(
        renderPage(
          await knownOf({ ...many, a: [...often('503', 9), ...often('well', 9)] }, {}, [
            'alerts: { successThreshold: 1 }',
            `objective: { availability: ${share}, window: 1d }`,
          ]),
          ALL,
        ),
      );
    expect(await html('99.9%')).toMatch(/Healthy a 15 ms 1\.4\.2 Error budget Spent /);
    expect(await html('90%')).toMatch(/Healthy a 15 ms 1\.4\.2 Error budget 94 % /);
  });

  it('of which little is left, or nothing, looks like that', async () => {
    const days = often('500', 20);
    const of = (share: string) =>
      knownOf({ a: [...often('well', 40), ...days] }, {}, [`objective: { availability: ${share}, window: 1d }`]);
    const own = async (share: string) => renderPage(await of(share), { ...ALL, service: 'a' });
    expect(await own('98.5%')).toMatch(/class="[^"]*\blow\b/);
    expect(await own('99.9%')).toMatch(/class="[^"]*\bspent\b/);
    expect(renderPage(await of('99.9%'), ALL)).toMatch(/class="[^"]*\bspent\b/);
  });
});

it.each(renders)('%s never says of a condition that is over that healthy is the failure', async (_, render) => {
  const { services, ...known } = await knownOf({ a: ['well'] });
  const [service] = services as [ServiceFacts & { readonly state: ServiceState }];
  const slow = { severity: 'warning', since: NOW - 720_000, stage: 0, kind: 'condition', reason: 'slow' } as const;
  const opened = advanceProblems(service.state, 'condition', [{ ...slow, message: 'p50 is 900 ms' }], ADVANCING);
  const state = advanceProblems(opened, 'condition', [], ADVANCING);
  const text = textOf(render({ ...known, services: [{ ...service, state }] }));
  expect(text).toMatch(/(a|Degraded:) Slow: p50 is 900 ms (11:48 – 12:00 )?12 min /);
});

describe('the incident of a budget that an outage has spent', () => {
  it('does not keep the outage from being unfolded', async () => {
    const { services, ...known } = await knownOf({ a: ['503', '503'] });
    const [service] = services as [ServiceFacts];
    const state = service.state as ServiceState;
    const [open] = state.incidents as [Incident];
    const budget = withSpentBudget(state, open, true);
    const html = renderPage({ ...known, services: [{ ...service, state: budget }] }, ALL);
    const lines = html.match(/<details id="incident-a-[^>]+>/g) ?? [];
    // It is a tag of the outage's line.
    expect(lines.map((line) => / open\b/.test(line))).toEqual([true]);
    expect(textOf(html)).toContain('budget burns');
  });
});

describe('one service', () => {
  it('shows its last check in full', async () => {
    const known = await knownOf({ a: ['well', { region: 'eu-1', memory: { used: 600, total: 512 } }] });
    const text = textOf(renderPage(known, { ...ALL, service: 'a' }));
    for (const part of [
      '12:00:00 · HTTP 200 · 1 attempt',
      'Connect',
      '2.0 ms',
      '"region" : "eu-1"',
      'Memory used (600 MB) is over its total (512 MB)',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('lists its last checks, and of a longer time when it failed', async () => {
    const known = await knownOf({ a: [...often('well', 30), 'refused', ...often('well', 2)], b: ['well'] });
    const textAt = (service: string, range: Range) => textOf(renderPage(known, { ...ALL, service, range }));
    expect(textAt('a', 'latest')).toMatch(
      /The last 20 checks 12:00:00 UTC: healthy, .* 11:58:00 UTC: connection refused/,
    );
    expect(textAt('a', '24h')).toMatch(
      /When it failed From 11:45:00 UTC: 15 checks, 1 failed: unreachable, p50 16 ms, p95 16 ms/,
    );
    expect(textAt('b', 'latest')).toContain('The last 1 check 12:00:00 UTC: healthy');
    expect(textAt('b', '24h')).not.toContain('When it failed');
    // What a bar says is for a mouse: read out one by one they would be sixty images.
    const images = shown(renderPage(known, { ...ALL, service: 'a' })).all('img');
    expect(images.length).toBeGreaterThan(0);
    expect(images.length).toBeLessThan(10);
  });

  it('that fails shows what it said when it was well', async () => {
    const known = await knownOf({ a: [...often('well', 3), 'refused', 'refused'] });
    const text = textOf(renderPage(known, { ...ALL, service: 'a' }));
    expect(text).toContain('Last healthy 11:58 , version 1.4.2, up 1 h 2 min, memory 256 of 512 MB');
  });

  it('of another contract shows what is known, and no empty figures', async () => {
    const degraded = { status: 'WARN', checks: { db: { status: 'warn', output: '<b>slow' } } };
    const none = { service: undefined, timestamp: undefined, environment: undefined, version: undefined };
    const nothing = { ...none, uptime: undefined, memory: undefined };
    const textOfA = async (contract: string, ...story: readonly Found[]) => {
      const found = story.map((each) => (typeof each === 'object' ? { ...nothing, ...each } : each));
      return textOf(renderPage(await knownOf({ a: found }, {}, [`contract: ${contract}`]), { ...ALL, service: 'a' }));
    };
    const common = await textOfA('common', degraded);
    expect(common).toContain('status "WARN" (HTTP 200): db (&lt;b&gt;slow)');
    expect(common).toContain('Response body Copy { "status" : "degraded", "checks" : {');
    expect(common).not.toMatch(/environment –|uptime \(s\)|memory\.used/);
    expect(await textOfA('common', { status: 'UP' }, 'refused')).toMatch(/Last healthy 11:59 (?!,)/);
    expect(await textOfA('http', {})).toContain('Healthy by its HTTP status alone: the body is not kept.');
    expect(await textOfA('http', '503')).toContain('"error" : "Database connection failed"');
  });

  it('that fails, and of which nobody was notified yet, says how far it is from an incident', async () => {
    const known = await knownOf({ a: ['well', '503', '500'] }, {}, ['alerts: { failureThreshold: 3 }']);
    const text = textOf(renderPage(known, ALL));
    expect(text).toContain('2 of 3 failing checks that open an incident');
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

  it('keeps the range on the way there and back', async () => {
    const known = await shop();
    expect(renderPage(known, { ...ALL, range: '7d' })).toContain('href="/services/user-service?range=7d"');
    expect(renderPage(known, { ...ALL, range: '7d', service: 'user-service' })).toContain('href="/?range=7d"');
  });
});

describe('an incident', () => {
  const flapped = () => knownOf({ a: ['well', '503', '503', 'refused', 'well', 'well', 'well'], b: ['well', '500'] });
  const pageOf = (known: DeploymentFacts, service: string, incident: string | null) =>
    renderPage(known, { ...ALL, of: 'incidents', service, incident });

  it('has a page of its own with everything that is known of it', async () => {
    const known = await flapped();
    const [past] = known.services[0]?.state?.incidents ?? [];
    const text = textOf(pageOf(known, 'a', past?.id ?? ''));
    for (const part of [
      'a was down for 3 min Connection refused',
      'Resolved Sun 1 Mar 2026, 11:55:00 – 11:58:00 UTC',
      '11:54:00 Last good check Healthy in 15 ms',
      '11:55:00 Down : answered 503 Answered in 15 ms',
      '11:56:00 2 checks in a row failed the same way',
      '11:57:00 Connection refused',
      '11:58:00 Healthy again , after 3 min',
      '12:00:00 Healthy since, 2 checks',
      'Shown by the watch that it is resolved, not sent',
      'the topic shown by the watch others between not sent not sent',
      'Failed checks 3 of 3',
      'Severity critical',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('that is open says what to look at first, what may explain it, and what can be done', async () => {
    const known = await knownOf({ a: ['well', { version: '1.5.0' }, '503', '503'] });
    const [open] = known.services[0]?.state?.incidents ?? [];
    const address = { ...ALL, of: 'incidents', service: 'a', incident: open?.id ?? '' } as const;
    const html = renderPage(known, address, { needsToken: false, canSilence: true });
    const text = textOf(html);
    for (const part of [
      'a has been down for 1 min Answered 503',
      'Open since Sun 1 Mar 2026, 11:59:00 UTC',
      'Check first Is it being deployed, overloaded',
      'What may explain it Version 1.4.2 → 1.5.0, 1 min before the first failed check',
      '11:58:00 Version 1.4.2 → 1.5.0',
    ]) {
      expect(text).toContain(part);
    }
    expect(
      shown(html)
        .all('button', /: a$/)
        .map(({ name }) => name),
    ).toEqual(['Acknowledge: a', 'Silence 1 h: a', 'Check now: a']);
  });

  it.each<[string, Partial<Incident>, string]>([
    ['a condition', { kind: 'condition', reason: 'slow' }, 'a was slow for 1 min'],
    ['a budget', { kind: 'objective', reason: 'availability_burns_fast' }, 'The error budget of a was burning fast'],
    ['a receiver', { kind: 'condition', subject: { kind: 'receiver', id: 'hook' } }, 'hook was refusing its alerts'],
  ])('of %s is a sentence of its own', async (_, about, title) => {
    const known = await knownOf({ a: ['well', '503', 'well', 'well'] });
    const services = known.services.map(({ state, ...one }) => {
      const incidents = state?.incidents.map((each) => ({ ...each, verdict: 'healthy' as const, ...about })) ?? [];
      return { ...one, state: state && { ...state, incidents } };
    });
    const id = services[0]?.state?.incidents[0]?.id ?? '';
    const text = textOf(pageOf({ ...known, services }, 'a', id));
    expect(text).toContain(title);
    expect(text).not.toContain('Failed checks');
  });

  it('has steps that look alike: no style is meant for other parts of the page', async () => {
    const known = await knownOf({ a: ['well', { version: '1.5.0' }, '503'] });
    const [open] = known.services[0]?.state?.incidents ?? [];
    const page = pageOf(known, 'a', open?.id ?? '');
    const [, rail = ''] = /<ol class="rail">(.*?)<\/ol>/s.exec(page) ?? [];
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(page) ?? [];
    expect(rail).toContain('Version 1.4.2 → 1.5.0');
    const classes = [...new Set(Array.from(rail.matchAll(/<li class="step ([\w-]+)"/g), ([, name = '']) => name))];
    expect(classes.length).toBeGreaterThan(2);
    expect(classes.filter((name) => new RegExp(`\\.sw \\.${name}[ {:,]`).test(style))).toEqual([]);
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
    const over = services.map(({ state, ...one }) => ({
      ...one,
      state: state && {
        ...state,
        incidents: state.incidents.map((each) => ({ ...each, over: { at: NOW, why: 'well' as const } })),
      },
    }));
    for (const html of [
      pageOf({ ...known, services }, 'a', id),
      pageOf({ ...known, services: over }, 'a', id),
      pageOf({ ...known, services: over }, 'a', null),
    ]) {
      expect(html).toContain('&lt;script&gt;alert(1)');
      expect(html).not.toMatch(/<script>alert|<img|<svg onload|\son[a-z]+="|\sstyle=/);
      expect(textOf(html)).toContain('ENOSPC');
    }
  });

  it('is listed with all others, by service, kind and time', async () => {
    const known = await flapped();
    const listed = (address: Partial<Address>) => {
      const page = shown(renderPage(known, { ...ALL, of: 'incidents', ...address }));
      const linksIn = (section: RegExp) =>
        page.all('region', section).flatMap((one) => one.all('link', /^(Today )?Down: /).map(({ href }) => href));
      return [linksIn(/^Open/), linksIn(/^Resolved/)].map((links) => links.map((href) => href?.split('/')[2]));
    };
    // Those that are open are listed whatever is asked for.
    expect(listed({})).toEqual([['b'], ['a']]);
    expect(listed({ service: 'a' })).toEqual([['b'], ['a']]);
    expect(listed({ service: 'b' })).toEqual([['b'], []]);
    expect(listed({ kind: 'degraded' })).toEqual([['b'], []]);
    expect(listed({ kind: 'outage' })).toEqual([['b'], ['a']]);
    expect(listed({ since: NOW - 120_000 })).toEqual([['b'], ['a']]);
    expect(listed({ since: NOW - 60_000 })).toEqual([['b'], []]);
    expect(listed({ since: '24h' })).toEqual([['b'], ['a']]);
    const later = { ...known, now: NOW + 100 * 86_400_000 };
    const textAt = (address: Partial<Address>) => textOf(renderPage(later, { ...ALL, of: 'incidents', ...address }));
    expect(textAt({})).toContain('No incidents in these 90 days');
    expect(textAt({ service: 'a', since: '7d' })).toContain('No such incidents in these 7 days');
    expect(textAt({ since: 'all' })).toContain('1–1 of 1');
    expect(textOf(renderPage(await knownOf({ a: ['well'] }), { ...ALL, of: 'incidents' }))).toContain(
      'No incidents yet',
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

  it('that belong together are one line, on the page, in its list and in the widget; the page of one leads to the others', async () => {
    const known = await outage(14);
    for (const html of [
      renderPage(known, ALL),
      renderPage(known, { ...ALL, of: 'incidents' }),
      widgetOf(known, null, WIDGET),
    ]) {
      const [entry, more] = shown(html).all('listitem', /Answered 503: /);
      expect(more).toBeUndefined();
      expect(entry?.text).toMatch(
        /service-0, service-1, service-2 and 11 more Answered 503: Database connection failed (11:55 – 11:58 )?3 min/,
      );
    }
    const { id = '' } = known.services[3]?.state?.incidents[0] ?? {};
    const page = shown(renderPage(known, { ...ALL, of: 'incidents', service: 'service-3', incident: id }));
    const others = new Set(page.all('link', /^service-\d+$/).map(({ href }) => href));
    expect([...others].filter((href) => href?.startsWith('/incidents/'))).toHaveLength(13);
    expect(textOf(renderPage(known, { ...ALL, of: 'incidents', service: 'service-3' }))).toContain(
      'Down: service-3 Answered 503',
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
    expect(textOf(renderPage({ ...known, services }, ALL))).toContain(
      'a, b, c and 1 more Name not resolved (2); it is http_500 (1); it is http_503 (1)',
    );
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
        expect([text.includes('Answered 503'), text.includes(NONE)]).toEqual([isThere, !isThere]);
        if (!isThere) expect(text).toContain('All incidents');
      }
    });

    it('on the dashboard of the time that it shows', async () => {
      const known = await later();
      const texts = [AGO + DAY, DAY].flatMap((length) =>
        [null, 'shop'].map((id) => past(widgetOf(known, id, { ...WIDGET, from: known.now - length, to: known.now }))),
      );
      expect(texts.map((text) => text.includes('Answered 503'))).toEqual([true, true, false, false]);
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
        .all('link', /Down: /)
        .map(({ href }) => href);
    };
    expect([1, 2, 12, 13].map((page) => listed({ page }).length)).toEqual([20, 20, 10, 10]);
    const all = Array.from({ length: 12 }, (_, index) => listed({ page: index + 1 })).flat();
    expect(new Set(all).size).toBe(230);
    const outages = shown(renderPage({ ...one, services }, { ...ALL, of: 'incidents', kind: 'outage' }));
    expect(outages.all('link', 'Older ›').map(({ href }) => href)).toEqual(['/incidents?page=2&kind=outage']);
  });
});

describe.each(renders)('%s', (_, render) => {
  it('shows what services sent as text only', async () => {
    const html = render(await hostile());
    for (const live of ['<script>alert', '<img', '<svg onload', 'onerror="', "onload='"])
      expect(html).not.toContain(live);
    expect(html).toContain('&lt;script&gt;');
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
    'shows the percentiles of the response times of %s, within 5 %%, of one service; of few answers no p99',
    async (_, widget) => {
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
    },
  );

  it('says of when its facts are: a stored state may be some minutes old', async () => {
    const { now, ...known } = await knownOf({ a: ['well'] });
    const html = widgetOf({ ...known, now: now + 240_000 }, null, WIDGET);
    expect(textOf(html)).toContain('as of 12:00:00 UTC, the last check that is stored');
  });

  it('is light or dark as the dashboard is', async () => {
    const known = await shop();
    expect(widgetOf(known, null, WIDGET)).toMatch(/^<div class="[^"]*\bdark\b/);
    expect(widgetOf(known, null, { ...WIDGET, theme: 'light' })).toMatch(/^<div class="[^"]*\blight\b/);
  });
});

describe('the badge', () => {
  it('is an image of one state, with a word and a shape', async () => {
    const badge = renderBadge('payment-service', 'unreachable');
    expect(badge).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" .*<title>payment-service: down<\/title>/);
    expect(badge).toContain('✕ down');
  });
});
