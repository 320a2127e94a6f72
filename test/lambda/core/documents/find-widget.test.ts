/** What findPage reads of the table, and what it still shows if a source fails. */

import { START } from '../../../../lambda/core/documents/address';
import { deploymentDocument } from '../../../../lambda/core/documents/deployment-document';
import { choose } from '../../../../lambda/core/documents/facts/listing';
import { shownAs } from '../../../../lambda/core/documents/facts/shown-state';
import { type FindPorts, findPage } from '../../../../lambda/core/documents/find-page';
import { news } from '../../../../lambda/core/documents/words/summary-words';
import { BUCKET_MS, healthyChecks } from '../../../../lambda/core/history/bucket';
import { type HistoryItem, type ItemKey, resolutionOf } from '../../../../lambda/core/history/history-items';
import { FINE_MS, HOUR_MS, NO_HISTORY, type RunningHistory } from '../../../../lambda/core/history/running-history';
import { latestOf } from '../../../../lambda/core/probe/latest-check';
import { overviewOf } from '../../../../lambda/core/state/overview';
import { NEW_STATE } from '../../../../lambda/core/state/service-state';
import { storedForm } from '../../../../lambda/core/state/stored-state';
import { DEPLOYMENT } from '../../../../lambda/core/words/ids';
import { WIDGET_ROWS } from '../../../../lambda/core/words/limits';
import { bucketsFrom, pastCheck } from '../../../support/core/buckets';
import { answer, failure, NOW, reportOf } from '../../../support/core/observations';
import { configOf, resultOf } from '../../../support/core/runs';
import { silenceAt } from '../../../support/core/silences';

const MINUTE_MS = 60_000;
const ROOM = { rows: WIDGET_ROWS, states: WIDGET_ROWS };
const CONFIG = configOf({ a: 'https://a.internal', b: 'https://b.internal' });
const NO_STATES = new Error('ResourceNotFoundException');

/** Checks of the two hours before the one that runs now, and of that hour: one a minute, the last of each hour failed. */
const checksOf = (from: number, to: number) =>
  Array.from({ length: (to - from) / MINUTE_MS }, (_, index) => {
    const at = from + index * MINUTE_MS;
    return pastCheck(at, (at + MINUTE_MS) % HOUR_MS === 0 ? { kind: 'error', reason: 'http_500' } : {});
  });
const RUNNING_FROM = Math.floor((NOW - 1) / HOUR_MS) * HOUR_MS;
const STORED_FROM = RUNNING_FROM - 2 * HOUR_MS;

const history: RunningHistory = {
  ...NO_HISTORY,
  hours: [{ from: RUNNING_FROM, buckets: bucketsFrom(checksOf(RUNNING_FROM, NOW)), written: 0 }],
};
const state = { ...NEW_STATE, history, latest: latestOf(resultOf('a', answer(200, reportOf())), null, 0) };

/** The two hours, as the store would have them. */
function itemAt(key: ItemKey): HistoryItem {
  const checks = checksOf(STORED_FROM, RUNNING_FROM);
  return { key, revision: 1, buckets: bucketsFrom(checks, [], BUCKET_MS[resolutionOf(key)]) };
}

async function find(range: { service?: string; from: number; to: number }, ports: Partial<FindPorts> = {}) {
  const asked: (readonly (readonly [string, readonly ItemKey[]])[])[] = [];
  const { service = null, ...time } = range;
  const known = await findPage(
    CONFIG,
    { ...START, service, range: time },
    {
      readOverviews: async () => [],
      readStates: async (services) => services.map((service) => ({ service, revision: 1, state: storedForm(state) })),
      readHistory: async (wanted) => {
        asked.push([...wanted]);
        return new Map([...wanted].map(([service, keys]) => [service, keys.map(itemAt)]));
      },
      readMonth: async () => () => null,
      readSilences: async () => [],
      ...ports,
    },
    NOW,
    ROOM,
  );
  const checksIn = known.services.map(({ buckets }) => buckets.reduce((sum, { checks }) => sum + checks, 0));
  return { known, asked, checksIn };
}

const WELL = latestOf(resultOf('a', answer(200, reportOf({ service: 'a' }))), null, 0);
const SICK = latestOf(resultOf('a', failure('connection_refused')), null, 0);
const LAST_HOURS = { from: STORED_FROM, to: NOW };
/** Of the hour that runs, the checks until now. */
const RUNNING = (NOW - RUNNING_FROM) / MINUTE_MS;

it('has the buckets of the store and those of the state, each check once', async () => {
  const { known, checksIn } = await find(LAST_HOURS);
  expect(checksIn).toEqual([120 + RUNNING, 120 + RUNNING]);
  const [service] = known.services;
  expect(service?.buckets.every(({ from, to }) => to - from === FINE_MS)).toBe(true);
  expect(service?.buckets.filter((bucket) => healthyChecks(bucket) < bucket.checks)).toMatchObject(
    Array(RUNNING === 60 ? 3 : 2).fill({ failures: { error: 1 } }),
  );
  expect(known.problems).toEqual([]);
});

it('reads the items of the time that is shown, of the services that are shown', async () => {
  const { asked } = await find(LAST_HOURS);
  expect(asked).toEqual([
    [
      ['a', ['fine/2026-03-01']],
      ['b', ['fine/2026-03-01']],
    ],
  ]);
  // The details also have the uptime of up to 90 days.
  const months = ['days/2025-12', 'days/2026-01', 'days/2026-02', 'days/2026-03'];
  const days = ['hours/2026-02-27', 'hours/2026-02-28', 'hours/2026-03-01'];
  expect((await find({ ...LAST_HOURS, service: 'b' })).asked).toEqual([
    [['b', ['fine/2026-03-01']]],
    [['b', [...days, ...months]]],
  ]);
  expect((await find({ ...LAST_HOURS, service: 'nobody' })).asked).toEqual([]);
});

it('reads nothing of a time that is yet to come', async () => {
  const { asked, checksIn } = await find({ from: NOW + HOUR_MS, to: NOW + 2 * HOUR_MS });
  expect([asked, checksIn]).toEqual([[], [0, 0]]);
});

it('shows what the states keep if the histories cannot be read', async () => {
  const { known, checksIn } = await find(LAST_HOURS, {
    readHistory: async () => {
      throw NO_STATES;
    },
  });
  expect(checksIn).toEqual([RUNNING, RUNNING]);
  expect(known.problems).toEqual(["the histories can't be read: ResourceNotFoundException"]);
  expect(known.services.map(({ state: read }) => read?.latest?.at)).toEqual([NOW, NOW]);
});

it('shows the histories if the states cannot be read', async () => {
  const { known, checksIn } = await find(LAST_HOURS, {
    readStates: async () => {
      throw NO_STATES;
    },
  });
  expect(checksIn).toEqual([120, 120]);
  expect(known.problems).toEqual(["the states can't be read: ResourceNotFoundException"]);
});

it('shows the history of a service whose state makes no sense', async () => {
  const { known, checksIn } = await find(LAST_HOURS, {
    readStates: async () => [{ service: 'a', revision: 1, state: '"' }],
  });
  expect(checksIn).toEqual([120, 120]);
  expect(known.problems).toEqual(['the stored state of a is invalid']);
});

it.each([null, 'a'])('has the silences that hold, for the view of %s', async (service) => {
  const holds = silenceAt(NOW - 1);
  const over = silenceAt(NOW - 1, { until: NOW });
  const { known } = await find(
    { ...(service && { service }), ...LAST_HOURS },
    { readSilences: async () => [holds, over] },
  );
  expect([known.silences, known.problems]).toEqual([[holds], []]);
});

it('has the maintenance of the config, also if silences cannot be read', async () => {
  const planned = (from: number, to: number) => [silenceAt(from, { until: to + 1, planned: true })];
  const readSilences = () => Promise.reject(NO_STATES);
  const { known } = await find(LAST_HOURS, { planned, readSilences });
  expect(known.silences).toEqual(planned(NOW, NOW));
});

it('shows the rest if the silences cannot be read, and says so', async () => {
  const { known } = await find(LAST_HOURS, {
    readSilences: async () => {
      throw NO_STATES;
    },
  });
  expect([known.silences, known.problems]).toEqual([[], ["the silences can't be read: ResourceNotFoundException"]]);
  expect(known.services.map(({ state: read }) => read?.latest?.at)).toEqual([NOW, NOW]);
});

describe('of many services', () => {
  const COUNT = 2_000;
  const ids = Array.from({ length: COUNT }, (_, index) => `service-${index}`);
  const many = configOf(Object.fromEntries(ids.map((id) => [id, `https://${id}.internal`])));
  const stateNow = (id: string) => ({ ...state, latest: id === 'service-1777' ? SICK : WELL });
  const shards = [0, 1].map((shard) => {
    const of = ids.filter((_, index) => index % 2 === shard);
    return overviewOf(new Map(of.map((id) => [id, stateNow(id)])), shard, NOW).briefs;
  });
  const view = async (request: { page?: number; find?: string }, ports: Partial<FindPorts> = {}) => {
    const read: string[] = [];
    const address = { ...START, ...request, range: LAST_HOURS };
    const known = await findPage(
      many,
      address,
      {
        readOverviews: async () => shards,
        readStates: async (services) => {
          // What is kept of the deployment itself comes with them.
          read.push(...services.filter((service) => service !== DEPLOYMENT));
          return services.map((service) => ({ service, revision: 1, state: storedForm(stateNow(service)) }));
        },
        readHistory: async (wanted) => new Map([...wanted].map(([service, keys]) => [service, keys.map(itemAt)])),
        readMonth: async () => () => null,
        readSilences: async () => [],
        ...ports,
      },
      NOW,
      ROOM,
    );
    const { services, pages } = choose(known, address, ROOM.rows);
    const states = Object.fromEntries(services.map((one) => [one.service.id, shownAs(known, one)]));
    return { read, pages, shown: { states, summary: news(deploymentDocument(known)) }, problems: known.problems };
  };

  it('reads the states of one page, those that are not well first, and counts all', async () => {
    const { read, shown, pages } = await view({});
    expect(read).toEqual(['service-1777', ...ids.slice(0, 49)]);
    expect(Object.keys(shown.states)).toEqual(read);
    expect(shown.summary).toBe('1 of 2,000 down: service-1777');
    expect(pages).toBe(40);
  });

  it.each([
    [{ page: 40 }, ids.slice(-50)],
    [{ page: 1_000_000 }, ids.slice(-50)],
    [
      { find: ' SERVICE-177 ' },
      ['service-1777', 'service-177', ...ids.slice(1_770, 1_780).filter((id) => id !== 'service-1777')],
    ],
    [{ find: 'nothing' }, []],
  ])('lists for %j what is asked for', async (request, expected) => {
    const { read, shown } = await view(request);
    // As far as there is room, what needs attention first is read too: its incidents stand above the list.
    expect(read.slice(0, expected.length)).toEqual(expected);
    expect(read).toHaveLength(WIDGET_ROWS);
    expect(Object.keys(shown.states)).toEqual(expected);
  });

  it('knows which are degraded from the overview, also if what is stored of them is older', async () => {
    const slow = { code: 'slow', since: NOW - 60_000, message: 'p50 is 900 ms', stage: 0, notifies: false } as const;
    const now = (id: string) => ({ ...state, latest: WELL, conditions: id === 'service-1500' ? [slow] : [] });
    const before = { ...state, latest: { ...WELL, at: WELL.at - 60_000 } };
    const first: string[] = [];
    const { shown } = await view(
      {},
      {
        readOverviews: async () => [overviewOf(new Map(ids.map((id) => [id, now(id)])), 0, NOW).briefs],
        readStates: async (services) => {
          first.push(...services.slice(0, 1));
          return services.map((service) => ({ service, revision: 1, state: storedForm(before) }));
        },
      },
    );
    expect(first).toEqual(['service-1500']);
    expect(shown.states['service-1500']).toBe('degraded');
    expect(shown.summary).toBe('1 of 2,000 degraded: service-1500 slow');
  });

  it('shows the first page of the config if the overview cannot be read, and says so', async () => {
    const { read, problems } = await view(
      {},
      {
        readOverviews: async () => {
          throw NO_STATES;
        },
      },
    );
    expect(read).toEqual(ids.slice(0, 50));
    expect(problems).toEqual(["the overview can't be read: ResourceNotFoundException"]);
  });
});
