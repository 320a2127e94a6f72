/** Tests of the document of a page: its services, their order, and groups of incidents. */

import { type Address, type Range, START } from '../../../../lambda/core/documents/address';
import type { DeploymentFacts } from '../../../../lambda/core/documents/facts/deployment-facts';
import { type OverviewDocument, pageDocument } from '../../../../lambda/core/documents/page-document';
import { advanceProblems } from '../../../../lambda/core/incident/advance-problems';
import type { ServiceState } from '../../../../lambda/core/state/service-state';
import { bucketsFrom, pastCheck } from '../../../support/core/buckets';
import { type Found, knownOf, often } from '../../../support/core/deployment-facts';
import { startProcess, storedState } from '../../../support/core/keeping';
import { memoryOutputs } from '../../../support/core/memory-outputs';
import { NOW } from '../../../support/core/observations';
import { pastOutage, withSpentBudget } from '../../../support/core/past-services';
import { ackAt } from '../../../support/core/silences';

const ADVANCING = { subject: { severity: 'warning', environment: null }, url: '', now: NOW } as const;

function overviewOf(known: DeploymentFacts, address: Partial<Address> = {}): OverviewDocument {
  const { content } = pageDocument(known, { ...START, ...address });
  if (content.page !== 'overview') throw new Error('it is no overview');
  return content;
}
/** All open incidents, also those that the overview calls only worth a look. */
function allOpen(known: DeploymentFacts) {
  const { content } = pageDocument(known, { ...START, of: 'incidents' });
  if (content.page !== 'incidents') throw new Error('it is no list of incidents');
  return content.open;
}
const openIn = (known: DeploymentFacts) => allOpen(known).groups;
const listed = (known: DeploymentFacts, address: Partial<Address> = {}) =>
  overviewOf(known, address).rows.map(({ service }) => service);

/** What is known once a process has found so of each service, a minute apart. */
async function foundBy(runs: readonly Readonly<Record<string, string>>[]): Promise<DeploymentFacts> {
  const outputs = memoryOutputs();
  const process = startProcess(outputs);
  for (const [index, found] of runs.entries()) await process.run(index + 1 - runs.length, found);
  const known = await knownOf(Object.fromEntries(Object.keys(runs[0] ?? {}).map((id) => [id, ['well'] as const])));
  const services = known.services.map((one) => ({ ...one, state: storedState(outputs, one.service.id) }));
  return { ...known, services };
}

describe('open incidents', () => {
  const all = (reason: string) => Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((id) => [id, reason]));

  it('with one cause are a group, which says their current state', async () => {
    expect(openIn(await foundBy([all('well'), all('http_503')]))).toMatchObject([
      { count: 5, now: 'down', found: 'HTTP 503', atOnce: true, openedAt: '2026-03-01T12:00:00.000Z' },
    ]);
    const later = { ...all('http_503'), a: 'well', b: 'dns_failure' };
    expect(openIn(await foundBy([all('well'), all('http_503'), later]))).toMatchObject([
      { count: 4, found: 'HTTP 503, name not resolved' },
    ]);
    const recovering = await knownOf({ a: ['well', '503', 'well'], b: ['well', '503', '503'] });
    expect(openIn(recovering)).toMatchObject([{ count: 2, found: 'HTTP 503; 1 of 2 recovering' }]);
  });

  it.each<[string, Found[]]>([
    ['the first check found failing', ['503', '503']],
    ['failed while nobody looked', ['well', ...often('none', 9), '503', '503']],
    ['failed before the first check, and relapsed', ['503', 'well', '503']],
  ])('of services that %s are not said to have begun at once', async (_, story) => {
    expect(openIn(await knownOf({ a: story, b: story }))).toMatchObject([{ count: 2, atOnce: false }]);
  });

  it('have details for the one that began first, and for each member when it was last well and who acknowledged it', async () => {
    const stories = { a: ['well', '503', '503'], b: ['well', 'well', '503'], c: [...often('503', 2)] } as const;
    const known = await knownOf(stories, { acks: [ackAt(NOW, { services: ['b'] })] });
    const [group] = openIn(known);
    expect(group?.details.map(({ service }) => service)).toEqual(['a']);
    const lastOf = (minutes: number) => ({
      at: new Date(NOW - minutes * 60_000).toISOString(),
      ms: 15,
      version: '1.4.2',
    });
    expect(group?.members.map(({ service, lastHealthy, ack }) => [service, lastHealthy, ack?.by ?? null])).toEqual([
      ['b', lastOf(1), 'ana'],
      ['a', lastOf(2), null],
      ['c', null, null],
    ]);
  });

  it('have a count of those beyond the first six groups', async () => {
    // Two at a time begin to fail, ten minutes after the two before.
    const pairs = Array.from({ length: 10 }, (_, index) => {
      const story = [...often('well', 1 + 10 * index), ...often('503', 100 - 10 * index)];
      return { [`a${index}`]: story, [`b${index}`]: story };
    });
    const { count, groups, left } = overviewOf(await knownOf(Object.assign({}, ...pairs))).open;
    expect([count, groups.length, left]).toEqual([20, 6, 8]);
  });

  it('begin with outages, and end with severity info', async () => {
    const known = await knownOf({ a: ['503', '503'], b: ['503'], c: ['well'] });
    const problem = { message: 'it is not right', since: NOW, stage: 0 } as const;
    const slow = { ...problem, kind: 'condition', reason: 'slow', severity: 'warning' } as const;
    const burns = { ...problem, kind: 'objective', reason: 'availability_burns_fast', severity: 'critical' } as const;
    const states: Readonly<Record<string, (state: ServiceState) => ServiceState>> = {
      b: (state) => ({ ...state, incidents: state.incidents.map((one) => ({ ...one, severity: 'info' })) }),
      c: (state) => [slow, burns].reduce((found, one) => advanceProblems(found, one.kind, [one], ADVANCING), state),
    };
    const services = known.services.map((one) => ({
      ...one,
      state: one.state && (states[one.service.id]?.(one.state) ?? one.state),
    }));
    expect(openIn({ ...known, services }).map(({ now, earliest }) => [now, earliest.service])).toEqual([
      ['down', 'a'],
      ['degraded', 'c'],
      ['minor', 'b'],
    ]);
  });

  it('about conditions and objectives name those, and have no failed checks', async () => {
    const { services, ...known } = await knownOf({ a: ['well'] });
    const problem = { severity: 'warning', since: NOW - 720_000, stage: 0 } as const;
    const slow = { ...problem, kind: 'condition', reason: 'slow', message: 'p50 is 900 ms' } as const;
    const burns = { ...problem, kind: 'objective', reason: 'availability_burns_fast', message: '14.4 times' } as const;
    const found = (...problems: readonly (typeof slow | typeof burns)[]) => ({
      ...known,
      services: services.map((one) => ({
        ...one,
        state: problems.reduce(
          (state, each) => advanceProblems(state, each.kind, [each], ADVANCING),
          one.state as ServiceState,
        ),
      })),
    });
    const alike = { now: 'degraded', knows: { words: 'Not notified yet' }, durationSeconds: 720 };
    const isSlow = { ...alike, found: 'slow: p50 is 900 ms', members: [{ kind: 'condition' }] };
    expect(openIn(found(slow))).toMatchObject([isSlow]);
    expect(openIn(found(burns))).toMatchObject([
      { ...alike, found: 'availability budget burns fast: 14.4 times', members: [{ kind: 'objective' }] },
    ]);
    // Of several of a service one stands for all.
    expect(openIn(found(slow, burns))).toMatchObject([{ ...isSlow, count: 1, tags: [{ text: 'budget burns' }] }]);
    expect(allOpen(found(slow, burns))).toMatchObject({ count: 2, outages: 0, warnings: 1, left: 0 });
  });

  it('include those of services that left the config', async () => {
    const { services, ...known } = await knownOf({ a: ['well'], gone: ['well', '503'] });
    const removed = services.slice(1).flatMap(({ state }) => (state ? [{ id: 'gone', state }] : []));
    expect(openIn({ ...known, services: services.slice(0, 1), removed })).toMatchObject([
      {
        found: expect.any(String),
        knows: { words: 'Shown' },
        details: [{ service: 'gone', configured: false }],
      },
    ]);
  });

  it('about a budget that an outage spent are minor if people know the outage', async () => {
    const { services, ...known } = await knownOf({ a: ['well'] });
    const outage = pastOutage(NOW - 2_400_000, NOW - 1_200_000);
    const groupOf = (isNotified: boolean) =>
      openIn({
        ...known,
        services: services.map((one) => ({
          ...one,
          state: one.state && withSpentBudget(one.state, outage, isNotified),
        })),
      });
    const budget = { durationSeconds: 38 * 60, members: [{ kind: 'objective' }] };
    expect(groupOf(true)).toMatchObject([{ ...budget, now: 'minor', knows: { words: 'Explained by its outage' } }]);
    expect(groupOf(false)).toMatchObject([{ ...budget, now: 'degraded', knows: { words: 'Not notified yet' } }]);
  });
});

describe('the services', () => {
  const shop = () =>
    knownOf({ 'user-service': ['well'], 'payment-service': ['well', 'refused'], 'recurring-service': [] });

  it('are filtered by the address', async () => {
    const known = await shop();
    expect(listed(known)).toEqual(['payment-service', 'recurring-service', 'user-service']);
    expect(listed(known, { show: 'failing' })).toEqual(['payment-service', 'recurring-service']);
    // The rows with other names are there too, so that a search shows them while the reader types.
    expect(overviewOf(known, { find: ' PAYment' })).toMatchObject({ rows: { length: 3 }, found: 1 });
    expect(overviewOf(known, { find: 'nothing' })).toMatchObject({ rows: { length: 3 }, found: 0 });
  });

  it('are listed in pages of 200', async () => {
    const { services: one, ...known } = await knownOf({ a: ['well'] });
    const services = Array.from({ length: 450 }, (_, index) =>
      one.map((each) => ({ ...each, service: { ...each.service, id: `s${index}` } })),
    ).flat();
    const pageOf = (page: number) => {
      const { rows, found, pages, at } = overviewOf({ ...known, services }, { page });
      return [rows.length, found, pages, at];
    };
    expect([1, 2, 3, 9].map(pageOf)).toEqual([
      [200, 450, 3, 1],
      [200, 450, 3, 2],
      [50, 450, 3, 3],
      [50, 450, 3, 3],
    ]);
  });

  it('are filtered by state, severity and group, and sorted by name', async () => {
    const { services, ...rest } = await knownOf({ b: ['well'], a: ['503', 'well', 'well'], c: ['well', '500'] });
    const groups: Readonly<Record<string, string | null>> = { a: 'shop', b: 'office', c: 'shop' };
    const grouped = services.map((one) => {
      const { id } = one.service;
      const severity = id === 'c' ? ('info' as const) : ('critical' as const);
      return { ...one, service: { ...one.service, group: groups[id] ?? null, severity } };
    });
    const known = { ...rest, services: grouped };
    expect(listed(known, { group: 'shop' })).toEqual(['c', 'a']);
    expect(listed(known, { severity: 'info' })).toEqual(['c']);
    expect(listed(known, { show: 'healthy' })).toEqual(['b', 'a']);
    expect(listed(known, { show: 'down' })).toEqual(['c']);
    expect(listed(known, { show: 'error' })).toEqual(['c']);
    expect(listed(known, { show: 'unhealthy' })).toEqual([]);
    expect(listed(known, { sort: 'name' })).toEqual(['c', 'a', 'b']);
    expect(listed(known, { sort: 'availability', show: 'healthy' })).toEqual(['a', 'b']);
    expect(overviewOf(known, { group: 'shop' }).found).toBe(2);
  });

  it('of severity info stand behind all others that are not healthy', async () => {
    const { services, ...known } = await knownOf({ a: ['refused'], b: [], c: ['500'], d: ['well'], e: ['503'] });
    const severed = services.map((one) => {
      const severity = one.service.id < 'c' ? ('info' as const) : ('warning' as const);
      return { ...one, service: { ...one.service, severity } };
    });
    expect(listed({ ...known, services: severed })).toEqual(['c', 'e', 'a', 'b', 'd']);
  });

  type Checks = ReturnType<typeof pastCheck>[];
  /** Services with these last checks, and these of the day. */
  async function checkedSo(last: Readonly<Record<string, Checks>>, day: Readonly<Record<string, Checks>>) {
    const { services, ...known } = await knownOf(Object.fromEntries(Object.keys(last).map((id) => [id, ['well']])));
    const checked = services.map((one) => {
      const { id } = one.service;
      const history = one.state && { ...one.state.history, checks: last[id] ?? [] };
      const state = one.state && history && { ...one.state, history };
      return { ...one, state, buckets: bucketsFrom(day[id] ?? []) };
    });
    return (sort: 'slowest' | 'availability', range: Range) =>
      listed({ ...known, services: checked }, { sort, range }).join('');
  }

  it('are sorted by the p95 of the range, then by p50, those without an answer last', async () => {
    const timed = (...times: number[]) =>
      times.map((ms, index) => pastCheck(NOW - (times.length - index) * 60_000, { ms }));
    // The last of them is the fastest where they are slow.
    const last = { a: timed(30, 50, 10), b: timed(20, 90, 5), c: timed(20, 40, 50), d: [] };
    const order = await checkedSo(last, { a: timed(700), b: timed(20), c: [], d: timed(80) });
    expect(order('slowest', 'latest')).toBe('bcad');
    expect(order('slowest', '24h')).toBe('adbc');
  });

  it('are sorted by the availability in the range, without maintenance', async () => {
    const failed = (count: number, more = {}) =>
      Array.from({ length: 10 }, (_, index) =>
        pastCheck(NOW - (10 - index) * 60_000, index < count ? { kind: 'error', ...more } : {}),
      );
    const last = { a: failed(1), b: failed(3), c: failed(9, { inMaintenance: true }) };
    const order = await checkedSo(last, { a: failed(2), b: failed(0), c: failed(5) });
    expect(order('availability', 'latest')).toBe('bac');
    expect(order('availability', '24h')).toBe('cab');
  });
});

it('an incident that relapsed lasts as long as it failed, and has its recovery and last alert', async () => {
  const incidentOf = async (story: readonly Found[]) => {
    const known = await knownOf({ a: story });
    const incident = known.services[0]?.state?.incidents[0]?.id ?? '';
    const { content } = pageDocument(known, { ...START, of: 'incidents', service: 'a', incident });
    return content.page === 'incident' ? content.shown : null;
  };
  const at = (minute: number) => new Date(NOW + minute * 60_000).toISOString();
  const recovering = await incidentOf([
    'well',
    '503',
    '503',
    'well',
    '503',
    'well',
    'well',
    '503',
    ...often('well', 3),
  ]);
  expect(recovering?.incident).toMatchObject({
    open: true,
    durationSeconds: 240,
    recovery: { runs: 3, of: 8, failures: 3, failingSince: at(-9) },
  });
  const over = await incidentOf(['well', '503', '503', 'well', '503', ...often('well', 4)]);
  expect(over?.incident).toMatchObject({
    open: false,
    durationSeconds: 180,
    openedAt: at(-7),
    resolvedAt: at(-3),
    recovery: null,
    alerts: [{ event: 'opened' }, { event: 'resolved', at: at(-3), sentAt: at(0) }],
  });
  expect(over?.timeline.timeline.at(-1)).toMatchObject({ at: at(0) });
});

it('the wallboard shows a new version as the clue first, then the service that failed before, then the strongest clue', async () => {
  const clues = async (stories: Readonly<Record<string, readonly Found[]>>) => {
    const { content } = pageDocument(await knownOf(stories), { ...START, isWall: true });
    return content.page === 'wall' ? Object.fromEntries(content.rows.map(({ service, clue }) => [service, clue])) : {};
  };
  const deployed = { version: '2.0.0', uptime: 5 };
  expect(
    await clues({
      ledger: [...often('well', 10), deployed, ...often('503', 3)],
      cart: [...often('well', 11), ...often('503', 2)],
      mail: often('well', 13),
    }),
  ).toEqual({ ledger: '1.4.2 → 2.0.0, 1 min before', cart: '1 min after ledger', mail: null });
  const restarted = await clues({ ledger: [...often('well', 10), { uptime: 5 }, '503'], cart: often('well', 12) });
  expect(restarted).toEqual({ ledger: expect.stringContaining('restarted'), cart: null });
});
