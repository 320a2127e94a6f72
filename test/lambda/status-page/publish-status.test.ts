/** Tests of when the public page is written, also while AWS can't be reached. */

import { NEW_STATE } from '../../../lambda/core/state/service-state';
import { storedForm } from '../../../lambda/core/state/stored-state';
import type { StatusPage } from '../../../lambda/status-page/core/status-page';
import { createPublisher } from '../../../lambda/status-page/publish-status';
import { NOW } from '../../support/core/observations';
import { configOf } from '../../support/core/runs';
import { failing, healthy, publicWorld } from './public-world';

const CONFIG = configOf({ checkout: 'https://checkout.internal', pay: 'https://pay.internal' }, [
  'retry: { attempts: 1 }',
  'statusPage: { title: Status, minDuration: 0ms, services: [{ id: checkout, name: Checkout }, { id: pay, name: Payments }] }',
]);
const DAY = 1_440;
const down = (id: string) => (id === 'checkout' ? failing() : healthy(id));
const stateOf = (world: ReturnType<typeof publicWorld>) => world.json('api/v2/status.json').status;

it('the page is written after a change, and confirmed as current every two minutes', async () => {
  const world = publicWorld(CONFIG);
  const wrote = async (minute: number, found = healthy) => {
    const before = world.writes.length;
    await world.run(minute, found);
    return world.writes.slice(before).map((paths) => (paths.length > 1 ? 'all' : paths[0]));
  };
  expect(await wrote(0)).toEqual(['all']);
  expect(await wrote(1)).toEqual([]);
  expect(await wrote(2)).toEqual(['fresh.json']);
  expect(await wrote(3, down)).toEqual(['all']);
  expect(await wrote(4, down)).toEqual([]);
  expect(await wrote(5, down)).toEqual(['fresh.json']);
  expect(await wrote(6, healthy)).toEqual(['all']);
  expect(await wrote(7, healthy)).toEqual(['all']);
  expect(await wrote(8, healthy)).toEqual([]);
  const { at, until, made } = world.json('fresh.json');
  expect([at, until, made].map((time) => String(time).slice(11, 19))).toEqual(['12:07:00', '12:17:00', '12:07:00']);
});

it('the page is written at midnight UTC for the new day', async () => {
  const world = publicWorld(CONFIG);
  for (const minute of [718, 719]) await world.run(minute);
  const before = world.writes.length;
  await world.run(720);
  expect(world.writes.slice(before).map(({ length }) => length > 1)).toEqual([true]);
});

it('the page is written by a process after a pause, since another may have written it', async () => {
  const world = publicWorld(CONFIG);
  for (const minute of [0, 1]) await world.run(minute);
  const before = world.writes.length;
  await world.run(6);
  expect(world.writes.slice(before).map(({ length }) => length > 1)).toEqual([true]);
});

it('the page has ninety days, and the uptime in them', async () => {
  const world = publicWorld(CONFIG);
  for (let minute = 0; minute < 10; minute++) await world.run(minute + 30 * DAY, minute === 4 ? down : healthy);
  await world.run(31 * DAY);
  expect(world.text('index.html')).toContain('90.91 %');
  expect(world.text('index.html')).toContain('available 90.91 % of 2 days; not available for 1 min on 31 Mar');
});

it('the page includes services from other shards, and reads only its own services', async () => {
  const world = publicWorld(CONFIG);
  await world.run(0, down);
  const [own, others] = ['pay', 'checkout'].map((id) => world.states().get(id)?.state ?? NEW_STATE);
  const asked: (readonly string[])[] = [];
  const files = new Map<string, string>();
  let isAway = false;
  const publish = createPublisher(
    { page: CONFIG.statusPage as StatusPage, url: 'https://a.com/', intervalMs: 60_000 },
    {
      clock: { now: () => NOW },
      planned: () => [],
      posts: { read: async () => [] },
      readStates: async (ids) => {
        asked.push(ids);
        if (isAway) throw new Error('the table is away');
        return [
          { service: 'checkout', revision: 1, state: JSON.parse(JSON.stringify(storedForm(others ?? NEW_STATE))) },
        ];
      },
      readHistory: async () => new Map(),
      write: async (written) => {
        for (const { path, text } of written) files.set(path, text);
      },
    },
  );
  const known = new Map([
    ['pay', own ?? NEW_STATE],
    ['private', NEW_STATE],
  ]);
  expect(await publish(known)).toEqual({ isWritten: true, failures: [] });
  expect(asked).toEqual([['checkout']]);
  expect(files.get('index.html')).toContain('Checkout is not available');
  isAway = true;
  const { failures, isWritten } = await publish(known);
  expect(isWritten).toBe(false);
  expect(failures.map(({ message }) => message)).toEqual([
    "the states of other parts can't be read: the table is away",
  ]);
});

describe('while something can not be read or written', () => {
  it('the page is written with what can be read, and again once all can', async () => {
    const world = publicWorld(CONFIG);
    await world.run(0);
    world.failing.add('history');
    world.failing.add('posts');
    const { failures, isWritten } = await world.run(1, down);
    expect(isWritten).toBe(true);
    expect(failures.map(({ output, message }) => `${output}: ${message}`)).toEqual([
      "status page: posts can't be read: posts is away",
      "status page: histories can't be read: history is away",
    ]);
    expect(stateOf(world)).toEqual({ indicator: 'major', description: 'Checkout is not available' });
    world.failing.clear();
    expect(await world.run(2, down)).toEqual({ isWritten: true, failures: [] });
  });

  it('the page is written again after a failed write', async () => {
    const world = publicWorld(CONFIG);
    await world.run(0);
    world.failing.add('write');
    const { failures } = await world.run(1, down);
    expect(failures.map(({ message }) => message)).toEqual(["the page can't be written: write is away"]);
    world.failing.clear();
    await world.run(2, down);
    expect(stateOf(world)).toEqual({ indicator: 'major', description: 'Checkout is not available' });
  });

  it('a service that was not checked for long is unknown', async () => {
    const world = publicWorld(CONFIG);
    await world.run(0);
    for (const minute of [1, 2, 8]) await world.publishAt(minute);
    expect(world.text('index.html')).toContain('All services are available');
    await world.publishAt(9);
    expect(world.text('index.html')).toContain('2 of 2 services have an unknown status');
    expect(world.json('api/v2/summary.json').components).toEqual([]);
  });
});
