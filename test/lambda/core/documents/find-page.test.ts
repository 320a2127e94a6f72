/** Tests of what the page of a deployment reads from the table: what an address shows, and never all of a fleet. */

import { LISTED, readAddress, START } from '../../../../lambda/core/documents/address';
import { choose } from '../../../../lambda/core/documents/facts/listing';
import { stateOf } from '../../../../lambda/core/documents/facts/service-view';
import { type FindPorts, findPage } from '../../../../lambda/core/documents/find-page';
import { MOST_ON_WALL } from '../../../../lambda/core/documents/page-document';
import { MOST_READ } from '../../../../lambda/core/invoke/page-function';
import { latestOf } from '../../../../lambda/core/probe/latest-check';
import { overviewOf } from '../../../../lambda/core/state/overview';
import { NEW_STATE } from '../../../../lambda/core/state/service-state';
import { storedForm } from '../../../../lambda/core/state/stored-state';
import { DEPLOYMENT } from '../../../../lambda/core/words/ids';
import { answer, failure, NOW, reportOf } from '../../../support/core/observations';
import { configOf, resultOf } from '../../../support/core/runs';

const stateFor = (id: string, isWell: boolean) => ({
  ...NEW_STATE,
  latest: latestOf(
    resultOf(id, isWell ? answer(200, reportOf({ service: id })) : failure('connection_refused')),
    null,
    0,
  ),
});

/** Returns a deployment with `count` services, the last ten of which fail. */
function deploymentOf(count: number) {
  const ids = Array.from({ length: count }, (_, index) => `s${index}`);
  const config = configOf(Object.fromEntries(ids.map((id) => [id, `https://${id}.internal`])));
  const states = new Map(ids.map((id, index) => [id, stateFor(id, index < count - 10)]));
  const { briefs } = overviewOf(states, 0, NOW);
  const find = async (path: string, more: Partial<FindPorts> = {}) => {
    const read = { overviews: 0, states: [] as string[], histories: [] as string[], months: [] as string[] };
    const url = new URL(path, 'http://page');
    const ports: FindPorts = {
      readOverviews: async () => {
        read.overviews++;
        return [briefs];
      },
      readStates: async (asked) => {
        read.states.push(...asked);
        return asked.map((service) => ({ service, revision: 1, state: storedForm(states.get(service) ?? NEW_STATE) }));
      },
      readHistory: async (wanted) => {
        read.histories.push(...wanted.keys());
        return new Map();
      },
      readMonth: async (histories) => {
        read.months.push(...histories.keys());
        return () => null;
      },
      readSilences: async () => [],
      ...more,
    };
    const address = readAddress(url.pathname, url.searchParams) ?? START;
    const known = await findPage(config, address, ports, NOW, { rows: LISTED, states: MOST_READ });
    const down = known.services.filter((one) => stateOf(known, one) === 'unreachable').length;
    return { known, read, down, listed: choose(known, address).services.map(({ service }) => service.id) };
  };
  return { ids, find };
}

describe('with few services', () => {
  const { ids, find } = deploymentOf(12);

  it.each([
    ['/', [DEPLOYMENT, ...ids], [], ids],
    ['/?range=24h', [DEPLOYMENT, ...ids], ids, ids],
    ['/?find=s3', [DEPLOYMENT, ...ids], [], ids],
    // Its figures, and the time that is shown.
    ['/services/s3', ids, ['s3'], []],
    ['/services/s3?range=7d', ids, ['s3', 's3'], []],
    ['/incidents', [DEPLOYMENT, ...ids], [], []],
    ['/?wall', ids, [], []],
    ['/report?days=7', ids, ids, []],
  ])('%s reads only what it shows', async (path, states, histories, months) => {
    const { known, read, down } = await find(path);
    expect([read.states.sort(), read.histories.sort(), read.months.sort()]).toEqual([
      [...states].sort(),
      [...histories].sort(),
      [...months].sort(),
    ]);
    expect(down).toBe(10);
    expect(known.problems).toEqual([]);
  });

  it.each(['/', '/services/s3', '/?wall'])('%s reads everything from the table at the same time', async (path) => {
    const order: string[] = [];
    const { known } = await find(path, {
      readOverviews: async () => {
        order.push('overviews asked');
        await new Promise(setImmediate);
        order.push('overviews read');
        return [];
      },
      readStates: async () => {
        order.push('states asked');
        return [];
      },
      readSilences: async () => {
        order.push('silences asked');
        return [];
      },
    });
    expect(order).toEqual(['silences asked', 'overviews asked', 'states asked', 'overviews read']);
    expect(known.problems).toEqual([]);
  });

  it('a part that can not be read is named, and the rest is shown', async () => {
    const lost = async () => Promise.reject(new Error('gone'));
    const { known, down } = await find('/?range=24h', { readHistory: lost, readSilences: lost });
    expect(known.problems).toEqual(["the silences can't be read: gone", "the histories can't be read: gone"]);
    expect(down).toBe(10);
    expect((await find('/', { readMonth: lost })).known.problems).toEqual([
      "the uptime of 30 days can't be read: gone",
    ]);
    expect((await find('/', { readStates: lost })).known.problems).toEqual(["the states can't be read: gone"]);
    expect((await find('/?wall', { readOverviews: lost })).known.problems).toEqual([
      "the overview can't be read: gone",
    ]);
  });
});

describe('with a fleet', () => {
  const count = 4 * MOST_READ;
  const { ids, find } = deploymentOf(count);
  const byUrgency = [...ids.slice(-10), ...ids.slice(0, -10)];

  it('the overview has a brief of all services, and reads the first ones in full', async () => {
    const { read, down, known } = await find('/');
    expect([read.overviews, read.states.length, down]).toEqual([1, MOST_READ + 1, 10]);
    expect(known.services).toHaveLength(count);
    for (let index = count - 10; index < count; index++) expect(read.states).toContain(`s${index}`);
  });

  it('a page of the list is read in full, and the page of a service reads only its own', async () => {
    const { read } = await find('/?page=6&sort=name&range=24h');
    expect(read.histories).toHaveLength(200);
    expect(read.months).toEqual(read.histories);
    for (const id of read.histories) expect(read.states).toContain(id);
    expect((await find('/services/s7')).read.states).toEqual(['s7']);
    expect((await find('/services/nothing')).read.states).toEqual([]);
    const { read: onWall } = await find('/?wall');
    expect(onWall.states).toHaveLength(MOST_ON_WALL);
    for (let index = count - 10; index < count; index++) expect(onWall.states).toContain(`s${index}`);
    const { read: reported } = await find('/report');
    expect([reported.states, reported.histories]).toEqual([[], []]);
  });

  it.each([
    ['/?page=1000', byUrgency.slice(-(count % LISTED || LISTED))],
    ['/?find=%20S77%20', byUrgency.filter((id) => id.includes('s77'))],
    ['/?find=nothing', []],
  ])('%s reads the services that it lists, then the most urgent', async (path, expected) => {
    const { listed, read } = await find(path);
    expect(listed).toEqual(expected);
    expect(read.states).toEqual(expect.arrayContaining([...listed, ...ids.slice(-10)]));
    expect(read.states).toHaveLength(MOST_READ + 1);
  });

  it('a service is degraded by a brief that is newer than its state', async () => {
    const slow = { code: 'slow', since: NOW - 60_000, message: 'p50 is 900 ms', stage: 0, notifies: false } as const;
    const state = { ...stateFor('s777', true), conditions: [slow] };
    const readOverviews = async () => [overviewOf(new Map([['s777', state]]), 0, NOW).briefs];
    const before = { ...state, conditions: [], latest: { ...state.latest, at: NOW - 60_000 } };
    const readStates: FindPorts['readStates'] = async (asked) =>
      asked.map((service) => ({ service, revision: 1, state: storedForm(before) }));
    const { known } = await find('/?find=s777', { readOverviews, readStates });
    const service = known.services.find((one) => one.service.id === 's777');
    expect(service && stateOf(known, service)).toBe('degraded');
  });

  it('the first services of the config are read if the overview cannot be read', async () => {
    const { read, known } = await find('/', { readOverviews: async () => Promise.reject(new Error('gone')) });
    expect(read.states).toEqual([...ids.slice(0, MOST_READ), DEPLOYMENT]);
    expect(known.problems).toEqual(["the overview can't be read: gone"]);
  });

  it('the list of incidents says that it is incomplete', async () => {
    expect((await find('/incidents')).known.problems).toEqual([
      `only ${MOST_READ} of ${count} services have their incidents here, those that need attention first; each service's page has its own`,
    ]);
    expect((await find('/incidents?service=s7')).known.problems).toEqual([]);
  });
});
