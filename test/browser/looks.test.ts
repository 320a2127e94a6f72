/** Tests of the layout and accessibility of the page on a phone, a tablet and a desktop, in light and dark. */

import type { DeploymentFacts } from '../../lambda/core/documents/facts/deployment-facts';
import { advanceProblems } from '../../lambda/core/incident/advance-problems';
import { openIncidents } from '../../lambda/core/incident/incident';
import { holdOf } from '../../lambda/core/notify/held-alerts';
import { REASON_LIMIT, type Silence } from '../../lambda/core/silences/silence';
import type { ServiceState } from '../../lambda/core/state/service-state';
import { BY_LIMIT } from '../../lambda/core/words/limits';
import { PAGE_STYLE } from '../../lambda/view/page/page-style';
import { REPORT_STYLE } from '../../lambda/view/report/report-style';
import { behind } from '../support/core/behind';
import { bucketsFrom } from '../support/core/buckets';
import { degrade, knownOf, often } from '../support/core/deployment-facts';
import { silenceAt } from '../support/core/silences';
import { describeInBrowser } from './browser';
import { lookAt, lookFaults } from './look-faults';
import { type ShownPage, showUntilEnd } from './shown-page';

/** The first checks of a service, which were within planned maintenance. */
const MAINTAINED = 30;

function withMaintenance(known: DeploymentFacts, id: string): DeploymentFacts {
  const services = known.services.map((one) => {
    if (one.service.id !== id || one.state === null) return one;
    const { history } = one.state;
    const checks = history.checks.map((check, index) => ({ ...check, inMaintenance: index < MAINTAINED }));
    return { ...one, state: { ...one.state, history: { ...history, checks } }, buckets: bucketsFrom(checks) };
  });
  return { ...known, services };
}

/** Every kind of verdict, with warnings, restarts, incidents open and over, maintenance, and trouble of the checker's own. */
const sickKnown = async () => {
  const known = await knownOf(
    {
      'user-service': often('well', 60),
      'payment-service': [...often('well', 20), ...often('refused', 5), ...often('well', 20), 'refused', 'refused'],
      'invoice-service': ['well', { version: '1.5.0', uptime: 5 }, '503'],
      'checkout-service': ['well', '500'],
      'developer-service': [{ service: 'another-service' }],
      'recurring-service': [...often('well', 5), ...often('none', 20)],
      'shipping-service': [],
      'search-service': [
        'well',
        { version: '2.0.0-rc.1+build.20260301', uptime: 9, memory: { used: 600, total: 512 } },
      ],
      'mail-service': ['well', '503', { environment: 7, region: 'eu-central-1', commit: 'a1b2c3d4e5f6a7b8c9d0' }],
    },
    { problems: ["the state can't be saved: ENOSPC: no space left on device"] },
  );
  const held = { needed: 'invoice-service', at: known.now - 60_000, until: known.now + 3_600_000 };
  const month = { since: known.now - 86_400_000, checks: 1_440, failed: 3 };
  const services = known.services.map((one) => ({ ...one, month }));
  return behind(withMaintenance({ ...known, services }, 'payment-service'), 'mail-service', [held]);
};
const wellKnown = () =>
  knownOf(Object.fromEntries(Array.from({ length: 14 }, (_, index) => [`service-${index + 1}`, often('well', 30)])));
/** Most are lines, with names, groups and versions as long as they may be. */
const manyKnown = async () => {
  const known = await knownOf(
    Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [
        index === 3 ? 'a-service-with-a-name-as-long-as-the-name-of-one-may-be-0' : `service-${index}`,
        [
          ...often('well', index + 1),
          index === 5 ? '503' : { version: index === 7 ? '2.0.0-rc.1+build.20260301' : '2.0.0' },
        ],
      ]),
    ),
  );
  const services = known.services.map((one, index) => ({
    ...one,
    service: {
      ...one.service,
      group: [null, 'checkout', 'a name of a group, which may have 40 letters'][index % 3] ?? null,
    },
  }));
  return { ...known, services, silences: [silenceAt(known.now, { services: ['service-2', 'service-5'] })] };
};
/** Some fail, some are well; texts as long as they may be, and hostile. */
const silencedKnown = async () => {
  const known = await sickKnown();
  const silences = [
    silenceAt(known.now, { services: ['payment-service', 'invoice-service', 'user-service'] }),
    silenceAt(known.now, { id: 'a1b2c3', until: known.now + 86_400_000, untilWell: true, services: ['mail-service'] }),
    silenceAt(known.now, {
      id: 'maintenance-1',
      planned: true,
      by: null,
      services: ['checkout-service'],
      reason: 'weekly upgrade',
    }),
    silenceAt(known.now, {
      id: 'x1y2z3',
      services: ['developer-service', ...Array.from({ length: 30 }, (_, index) => `service-${index}`)],
      by: 'b'.repeat(BY_LIMIT),
      reason: '<script>alert(1)</script> '.repeat(REASON_LIMIT).slice(0, REASON_LIMIT),
    }),
  ];
  const heldAlerts = known.services.map(({ service, state, ...rest }) => ({
    ...rest,
    service,
    state: state && { ...state, heldAlerts: heldAlertsOf(state, silences[0]) },
  }));
  return { ...known, services: heldAlerts, silences };
};
const heldAlertsOf = ({ incidents }: ServiceState, silence: Silence | undefined): ServiceState['heldAlerts'] =>
  incidents.flatMap(({ id, openedAt }) =>
    silence ? [{ incident: id, event: 'opened' as const, at: openedAt, hold: holdOf(silence) }] : [],
  );
const CERTIFICATE =
  'the TLS certificate of the intermediate authority expires in 6 days, on 2026-03-07, before that of the service';
/** Conditions and clues with long texts, incidents of all kinds, and objectives of which much, little and nothing is left. */
const degradedKnown = async () => {
  const aims = 'objective: { availability: 98.5%, responseTime: { under: 800ms, share: 99% }, window: 1d }';
  const stories = {
    'user-service': often('well', 60),
    'payment-service': [...often('well', 40), ...often('503', 20)],
    'invoice-service': [...often('well', 5), ...often('500', 50), ...often('well', 5)],
    'checkout-service': often('well', 60),
  };
  const known = await knownOf(stories, {}, ['alerts: { successThreshold: 2 }', aims]);
  const degraded = degrade(known, 'checkout-service', {
    slow: 12,
    certificate_expires_soon: 9_000,
    memory_filling: 40,
  });
  const when = { severity: 'warning', since: known.now - 720_000, stage: 0 } as const;
  const subject = { severity: 'warning', environment: null } as const;
  const services = degraded.services.map((one) => {
    if (one.state === null) return one;
    const matters = [
      { ...when, kind: 'condition', reason: 'certificate_expires_soon', message: CERTIFICATE },
      {
        ...when,
        kind: 'objective',
        reason: 'response_time_burns_slowly',
        message: 'at this rate the budget is gone in 2 d',
      },
    ] as const;
    const own = one.service.id === 'checkout-service' ? matters : [];
    const state = own.reduce<ServiceState>(
      (before, matter) => advanceProblems(before, matter.kind, [matter], { subject, url: '', now: known.now }),
      one.state,
    );
    const clues = [
      { code: 'version_changed', at: known.now - 1_400_000, message: 'version 2.4.1 → 2.5.0 at 11:36, 3 min earlier' },
      {
        code: 'same_address',
        at: null,
        message: 'also failing since 11:40: billing, cart, ledger, 2 more (all on 10.0.4.17)',
      },
    ];
    const conditions = state.conditions.map((held) => ({ ...held, message: CERTIFICATE }));
    const incidents = state.incidents.map((incident) => (incident.over === null ? { ...incident, clues } : incident));
    return { ...one, state: { ...state, conditions, incidents } };
  });
  return { ...degraded, services };
};
const STORY_SERVICE = 'payment-service';
/** A service with an outage that is over, one that is open, clues to it, alerts of both, and a silence since; others failed with it before. */
const storyKnown = async () => {
  const former = { version: '2.4.1', uptime: 9_000 };
  const newer = { version: '2.5.0', uptime: 30 };
  const fell = [...often('well', 10), ...often('503', 8), ...often('well', 40)];
  const known = await knownOf({
    [STORY_SERVICE]: [...fell.slice(0, -20), ...often(former, 20), newer, ...often('503', 5), ...often('refused', 4)],
    ...Object.fromEntries(
      Array.from({ length: 15 }, (_, index) => [`service-${index}`, [...fell, ...often('well', 10)]]),
    ),
  });
  const silences = [silenceAt(known.now, { services: [STORY_SERVICE] })];
  const services = known.services.map((one) => {
    if (one.service.id !== STORY_SERVICE || one.state === null) return one;
    const [open] = openIncidents(one.state);
    const heldAlerts = { incident: open?.id ?? '', event: 'updated' as const, at: known.now };
    const state = { ...one.state, heldAlerts: silences.map((silence) => ({ ...heldAlerts, hold: holdOf(silence) })) };
    return { ...one, service: { ...one.service, runbook: 'https://runbooks.internal/payment' }, state };
  });
  const { incidents = [] } = services[0]?.state ?? {};
  const idOf = (isOpen: boolean) => incidents.find(({ over }) => (over === null) === isOpen)?.id ?? '';
  return [
    { ...known, services, silences },
    { open: idOf(true), past: idOf(false) },
  ] as const;
};
/** Most fail, some at once, in one group and beside it. */
const fallenKnown = async () => {
  const known = await knownOf({
    ...Object.fromEntries(
      Array.from({ length: 36 }, (_, index) => [
        `service-${index}`,
        index > 32
          ? often('well', 60)
          : [...often('well', 10), ...often('503', 5), ...often('refused', 10 + (index % 2))],
      ]),
    ),
  });
  const services = known.services.map((one, index) => ({
    ...one,
    service: { ...one.service, group: index < 20 ? 'checkout' : null },
  }));
  return { ...known, services, silences: [silenceAt(known.now, { services: ['service-1', 'service-2'] })] };
};
const newKnown = () => knownOf({ 'user-service': [], 'payment-service': [] });

const show = showUntilEnd();
const shown = new Map<string, ShownPage>();
beforeAll(async () => {
  const pages: readonly (readonly [string, () => Promise<DeploymentFacts>])[] = [
    ['sick', sickKnown],
    ['well', wellKnown],
    ['new', newKnown],
    ['many', manyKnown],
    ['fallen', fallenKnown],
    ['silenced', silencedKnown],
    ['degraded', degradedKnown],
  ];
  for (const [name, known] of pages) shown.set(name, await show(await known()));
});
const urlOf = (name: string) => shown.get(name)?.url ?? '';

/** By what is known: the views of it, in words, and their paths. */
const VIEWS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  sick: {
    'services of which some fail': '/',
    'services that are not healthy, over a day': '/?show=failing&range=24h',
    'a service that fails': '/services/payment-service',
    'a service with warnings': '/services/search-service?range=7d',
    'a service that does not exist': '/services/nothing',
    'all incidents': '/incidents',
    'an incident that is not stored': '/incidents/payment-service/old',
  },
  well: {
    'services that are all well': '/',
    'a search that finds nothing': '/?find=nothing',
    'a service that is well': '/services/service-1',
  },
  new: {
    'services that were never checked': '/',
    'a service that was never checked': '/services/user-service',
    'no incidents': '/incidents',
  },
  many: {
    'many services': '/',
    'services of one group': '/?group=checkout',
    'services of one state': '/?show=healthy&sort=name&range=24h',
  },
  fallen: { 'many services of which most fail': '/' },
  degraded: {
    'services of which one is degraded': '/',
    'a degraded service': '/services/checkout-service',
    'a service with clues to its outage': '/services/payment-service',
    'incidents of all kinds': '/incidents',
  },
  silenced: {
    'silenced services': '/',
    'a silenced service that fails': '/services/payment-service',
    'a silenced service with long texts': '/services/developer-service',
  },
};

/** A page that isn't there makes an error on the console too. */
const NOT_FOUND = [/status of 404/];

describeInBrowser('the page of', (visit) => {
  // One visitor goes from view to view: a browser takes longer to start another one than to lay out a page.
  it.each(Object.entries(VIEWS))('%s services has no layout or accessibility faults', async (known, views) => {
    const page = await visit(urlOf(known), { expected: NOT_FOUND });
    for (const [index, [view, path]] of Object.entries(views).entries()) {
      if (path !== '/') await page.goto(urlOf(known) + path);
      expect({ view, faults: await lookFaults(page, lookAt(index)) }).toEqual({
        view,
        faults: [],
      });
    }
  });

  it('incidents, open and over, has no layout or accessibility faults', async () => {
    const [known, { open, past }] = await storyKnown();
    const { url } = await show(known);
    const page = await visit(url);
    const paths = [
      '/',
      `/services/${STORY_SERVICE}`,
      `/incidents/${STORY_SERVICE}/${open}`,
      `/incidents/${STORY_SERVICE}/${past}`,
      '/incidents',
    ];
    for (const [index, path] of paths.entries()) {
      expect((await page.goto(url + path))?.status()).toBe(200);
      expect({ path, faults: await lookFaults(page, lookAt(index)) }).toEqual({ path, faults: [] });
    }
  });

  it('services in a wide window aligns its columns, and has no empty one', async () => {
    const page = await visit(urlOf('sick'), { viewport: { width: 1440, height: 900 } });
    const rightOf = (cell: string) =>
      page
        .locator(`li.service .${cell}`)
        .evaluateAll((cells) => [
          ...new Set(
            cells.flatMap((one) => (one.checkVisibility() ? [Math.round(one.getBoundingClientRect().right)] : [])),
          ),
        ]);
    for (const cell of ['for', 'response', 'checks', 'share', 'version'])
      expect([cell, await rightOf(cell)]).toEqual([cell, [expect.any(Number)]]);
    expect(await rightOf('left')).toEqual([]);
  });

  it('14 services of which many fail shows some of them without scrolling', async () => {
    const known = await knownOf(
      Object.fromEntries(
        Array.from({ length: 14 }, (_, index) => [
          `service-${index}`,
          index < 11 ? [...often('well', 10 + 3 * index), ...often('503', 40 - 3 * index)] : often('well', 30),
        ]),
      ),
    );
    const { url } = await show(known);
    const page = await visit(url, { viewport: { width: 1440, height: 900 } });
    const inWindow = await page.evaluate(() => {
      const rows = [...document.querySelectorAll('li[data-service]')];
      return rows.filter((row) => row.getBoundingClientRect().top < window.innerHeight).length;
    });
    expect(inWindow).toBeGreaterThan(0);
  });

  it('a watch whose connection is lost has no layout or accessibility faults', async () => {
    const served = await show(await sickKnown());
    const page = await visit(served.url, { expected: [/ERR_/] });
    await served.end();
    await page.locator('#lost').waitFor();
    expect(await page.title()).toBe('? connection lost · shop');
    expect(await lookFaults(page)).toEqual([]);
  });
});

it('the dark scheme differs from the light one only in colours', () => {
  const byScheme = /prefers-color-scheme[^{]*|\.dark[^}]*\}|light-dark\([^)]*\)/g;
  const isOfColors = (found: string) => /^light-dark\((#[0-9a-f]{6}([0-9a-f]{2})?(,|\)$)){2}/.test(found);
  const found = `${PAGE_STYLE}${REPORT_STYLE}`.match(byScheme) ?? [];
  expect(found.filter((each) => !isOfColors(each))).toEqual(['.dark{color-scheme:dark}']);
});
