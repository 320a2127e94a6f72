/** Tests of published incidents, announcements and hidden incidents, minute by minute. */

import type { Post } from '../../../../lambda/status-page/core/post';
import { configFrom } from '../../../../local/input/load-config';
import { NOW } from '../../../support/core/observations';
import { failing, healthy, type PublicWorld, publicWorld } from '../public-world';

const MINUTE_MS = 60_000;
const at = (minute: number) => NOW + minute * MINUTE_MS;

/** Payments is made of two services. */
function worldOf(minDuration: string, more = ''): PublicWorld {
  const text = `
${more}
retry: { attempts: 1 }
statusPage:
  title: Shop
  minDuration: ${minDuration}
  services:
    - { id: cart, name: Cart }
    - { id: checkout, name: Checkout }
    - { group: pay, name: Payments }
    - { id: search, name: Search }
services:
  - { id: cart, baseUrl: "https://cart.internal" }
  - { id: checkout, baseUrl: "https://checkout.internal" }
  - { id: ledger, baseUrl: "https://ledger.internal", group: pay }
  - { id: payment, baseUrl: "https://payment.internal", group: pay }
  - { id: search, baseUrl: "https://search.internal" }
`;
  return publicWorld(configFrom('(test)', text, { probing: 'all' }));
}

const incidentsOf = (world: PublicWorld) => world.facts().incidents;
const stateOf = (world: PublicWorld, name: string) =>
  world.facts().components.find((component) => component.name === name)?.state;
const titlesOf = (world: PublicWorld) => incidentsOf(world).map(({ title }) => title);
/** A run in which these fail. */
const run = (world: PublicWorld, minute: number, ...down: readonly string[]) =>
  world.run(minute, (id) => (down.includes(id) ? failing() : healthy(id)));
const incidentIn = (world: PublicWorld, service: string) =>
  world.states().get(service)?.state.incidents.at(-1)?.id ?? '';

describe('minDuration', () => {
  it('publishes an incident that lasts, with its true beginning', async () => {
    const world = worldOf('2m');
    await run(world, 0);
    for (const minute of [1, 2]) {
      await run(world, minute, 'search');
      expect([titlesOf(world), stateOf(world, 'Search')]).toEqual([[], 'available']);
    }
    await run(world, 3, 'search');
    expect(stateOf(world, 'Search')).toBe('down');
    expect(incidentsOf(world)).toMatchObject([{ title: 'Search not available', startedAt: at(1), updatedAt: at(3) }]);
    // Feed readers see that the page has changed now.
    expect(world.text('feed.atom')).toContain('<updated>2026-03-01T12:03:00.000Z</updated>');
  });

  it('does not publish an incident that is over before, also while it is watched', async () => {
    const world = worldOf('2m');
    await run(world, 0);
    await run(world, 1, 'search');
    for (const minute of [2, 3, 4, 5, 6, 7, 8]) {
      await run(world, minute);
      expect([titlesOf(world), stateOf(world, 'Search')]).toEqual([[], 'available']);
    }
    // Its check counts.
    world.restart();
    await run(world, 9);
    expect(world.text('index.html')).toContain('<b>90 %</b>');
  });

  it('publishes an incident at once if somebody posts about it', async () => {
    const world = worldOf('1h');
    await run(world, 0);
    await run(world, 1, 'search');
    world.posts.push(about(world, 'search', 'We are on it.', 1));
    await run(world, 2, 'search');
    expect(titlesOf(world)).toEqual(['Search not available']);
  });
});

function about(world: PublicWorld, service: string, text: string, minute: number): Post {
  const incident = incidentIn(world, service);
  return { kind: 'update', id: `${service}${minute}`, service, incident, status: null, text, at: at(minute) };
}

describe('incidents that began together', () => {
  it('are one incident, from the first beginning to the last end', async () => {
    const world = worldOf('0ms');
    await run(world, 0);
    await run(world, 1, 'cart');
    const [{ id } = { id: '' }] = incidentsOf(world);
    await run(world, 2, 'cart', 'checkout', 'ledger');
    expect(incidentsOf(world)).toMatchObject([
      {
        id,
        title: 'Cart, Checkout and a part of Payments not available',
        components: world
          .facts()
          .components.slice(0, 3)
          .map((component) => component.id),
      },
    ]);
    expect(world.text('index.html')).toContain('Cart, Checkout and a part of Payments are not available');
    // What is written about each of them stands there once.
    world.posts.push(about(world, 'cart', 'We roll back.', 2), about(world, 'checkout', 'We roll back.', 2));
    for (let minute = 3; minute < 12; minute++) await run(world, minute, 'ledger');
    const [open, ...others] = incidentsOf(world);
    expect(others).toEqual([]);
    expect(open).toMatchObject({ id, status: 'investigating' });
    expect(open?.updates.map(({ text }) => text)).toEqual([
      'Cart and Checkout are available again. They were down for up to 2 min.',
      'We roll back.',
      'Cart, Checkout and a part of Payments are not available.',
    ]);
    expect(world.text('index.html')).toContain('A part of Payments is not available');
    for (let minute = 12; minute < 30; minute++) await run(world, minute);
    expect(incidentsOf(world)).toMatchObject([
      {
        id,
        status: 'resolved',
        updates: [
          {
            text: 'Cart, Checkout and a part of Payments are available again. They were down for up to 10 min.',
          },
          { text: 'We roll back.' },
          { text: 'Cart, Checkout and a part of Payments are not available.' },
        ],
      },
    ]);
    expect(world.text('index.html')).toContain('Cart, Checkout and a part of Payments were not available');
  });

  it('are two incidents if they began at other times, and a whole group has its name', async () => {
    const world = worldOf('0ms');
    await run(world, 0);
    await run(world, 1, 'search');
    for (const minute of [2, 3]) await run(world, minute, 'search');
    await run(world, 4, 'search', 'ledger', 'payment');
    expect(titlesOf(world)).toEqual(['Payments not available', 'Search not available']);
  });
});

describe('a hidden incident', () => {
  it('is not published, its service is available, and its checks count', async () => {
    const world = worldOf('0ms');
    await run(world, 0);
    await run(world, 1, 'search');
    expect(stateOf(world, 'Search')).toBe('down');
    const incident = incidentIn(world, 'search');
    world.posts.push({ kind: 'hidden', id: 'h', service: 'search', incident, at: at(1) });
    await run(world, 2, 'search');
    expect([titlesOf(world), stateOf(world, 'Search')]).toEqual([[], 'available']);
    expect(world.text('feed.atom')).not.toContain('Search');
    expect(world.text('index.html')).toContain('<b>33.33 %</b>');
    world.posts.pop();
    await run(world, 3, 'search');
    expect(titlesOf(world)).toEqual(['Search not available']);
  });
});

describe('an announcement', () => {
  const announced = (from: number, until: number | null): Post => ({
    kind: 'announcement',
    id: 'secret-id',
    title: 'Our payment provider has an outage',
    text: 'Cards may be refused.',
    services: ['ledger'],
    from: at(from),
    until: until === null ? null : at(until),
    at: at(1),
  });

  it('that has begun is an incident without a state, until somebody resolves it', async () => {
    const world = worldOf('2m');
    world.posts.push(announced(0, null));
    await run(world, 1);
    expect(stateOf(world, 'Payments')).toBe('available');
    expect(incidentsOf(world)).toMatchObject([
      {
        title: 'Our payment provider has an outage',
        impact: 'none',
        status: 'investigating',
        components: [world.facts().components[2]?.id],
        updates: [{ status: 'investigating', text: 'Cards may be refused.' }],
      },
    ]);
    expect(world.text('index.html')).toContain('All services are available');
    expect(world.text('index.html')).toContain('<b>Our payment provider has an outage</b>');
    expect(world.text('feed.atom')).toContain('Our payment provider has an outage');
    const update = { kind: 'update', service: null, incident: 'secret-id' } as const;
    world.posts.push({ ...update, id: 'a', status: 'identified', text: 'It is the provider.', at: at(2) });
    world.posts.push({ ...update, id: 'b', status: 'resolved', text: 'Cards work again.', at: at(4) });
    await run(world, 5);
    expect(incidentsOf(world)).toMatchObject([{ status: 'resolved', resolvedAt: at(4), updates: [{}, {}, {}] }]);
    expect([...world.files.values()].map(({ text }) => text).join('')).not.toContain('secret-id');
  });

  it('ends at its planned end', async () => {
    const world = worldOf('2m');
    world.posts.push(announced(0, 3));
    await run(world, 2);
    expect(world.text('index.html')).toMatch(/since <time[^>]*>12:00<\/time>, until <time[^>]*>12:03<\/time>/);
    await run(world, 4);
    expect(incidentsOf(world)).toMatchObject([{ status: 'resolved', updates: [{ text: 'This is over.' }, {}] }]);
    expect(world.json('api/v2/summary.json').incidents).toEqual([]);
  });

  it('that begins later is planned work', async () => {
    const world = worldOf('2m');
    world.posts.push(announced(10, 20));
    await run(world, 2);
    const seen = [world.facts().maintenances[0]?.status];
    expect(world.text('feed.atom')).toContain('Cards may be refused.');
    for (const minute of [11, 21]) {
      await run(world, minute);
      seen.push(world.facts().maintenances[0]?.status);
    }
    expect(seen).toEqual(['scheduled', 'in_progress', 'completed']);
    expect(titlesOf(world)).toEqual([]);
  });
});

it('maintenance from the config is in the feed before it begins, with a time in the past', async () => {
  const window =
    'maintenance: [{ name: move, services: [search], from: "2026-03-02T12:00Z", to: "2026-03-02T13:00Z" }]';
  const world = worldOf('2m', window);
  await run(world, 1);
  expect(world.facts().maintenances).toMatchObject([{ status: 'scheduled', announcedAt: at(-13 * 1_440) }]);
  expect(world.text('feed.atom')).toMatch(/<title>Maintenance of Search<\/title>\n<published>2026-02-16T12:00:00/);
});

it('an uptime below 100 % has a note about failures too short to be listed', async () => {
  const world = worldOf('5m');
  await run(world, 0);
  expect(world.text('index.html')).not.toContain('too short to be listed');
  await run(world, 1, 'search');
  await run(world, 70);
  expect(world.text('index.html')).toContain('Uptime also counts failures too short to be listed.');
});
