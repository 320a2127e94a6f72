/** Tests of the histories, silences and states that a page still has if a source fails. */

import { START } from '../../../../lambda/core/documents/address';
import { type FindPorts, findPage } from '../../../../lambda/core/documents/find-page';
import { BUCKET_MS, healthyChecks } from '../../../../lambda/core/history/bucket';
import { type HistoryItem, type ItemKey, resolutionOf } from '../../../../lambda/core/history/history-items';
import { FINE_MS, HOUR_MS, NO_HISTORY, type RunningHistory } from '../../../../lambda/core/history/running-history';
import { latestOf } from '../../../../lambda/core/probe/latest-check';
import { NEW_STATE } from '../../../../lambda/core/state/service-state';
import { storedForm } from '../../../../lambda/core/state/stored-state';
import { bucketsFrom, pastCheck } from '../../../support/core/buckets';
import { answer, NOW, reportOf } from '../../../support/core/observations';
import { configOf, resultOf } from '../../../support/core/runs';
import { silenceAt } from '../../../support/core/silences';

const MINUTE_MS = 60_000;
const ROOM = { rows: 50, states: 50 };
const lost = async () => Promise.reject(new Error('ResourceNotFoundException'));
const CONFIG = configOf({ a: 'https://a.internal', b: 'https://b.internal' });

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

const LAST_HOURS = { from: STORED_FROM, to: NOW };
/** Of the hour that runs, the checks until now. */
const RUNNING = (NOW - RUNNING_FROM) / MINUTE_MS;

it('the buckets of the store and of the state are joined, with each check once', async () => {
  const { known, checksIn } = await find(LAST_HOURS);
  expect(checksIn).toEqual([120 + RUNNING, 120 + RUNNING]);
  const [service] = known.services;
  expect(service?.buckets.every(({ from, to }) => to - from === FINE_MS)).toBe(true);
  expect(service?.buckets.filter((bucket) => healthyChecks(bucket) < bucket.checks)).toMatchObject(
    Array(RUNNING === 60 ? 3 : 2).fill({ failures: { error: 1 } }),
  );
  expect(known.problems).toEqual([]);
});

it('only the items for the shown time and services are read', async () => {
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

it('nothing is read for a time in the future', async () => {
  const { asked, checksIn } = await find({ from: NOW + HOUR_MS, to: NOW + 2 * HOUR_MS });
  expect([asked, checksIn]).toEqual([[], [0, 0]]);
});

it('the states still have their part if the histories cannot be read', async () => {
  const { known, checksIn } = await find(LAST_HOURS, { readHistory: lost });
  expect(checksIn).toEqual([RUNNING, RUNNING]);
  expect(known.problems).toEqual(["the histories can't be read: ResourceNotFoundException"]);
  expect(known.services.map(({ state: read }) => read?.latest?.at)).toEqual([NOW, NOW]);
});

it('the histories are shown if the states cannot be read', async () => {
  const { known, checksIn } = await find(LAST_HOURS, { readStates: lost });
  expect(checksIn).toEqual([120, 120]);
  expect(known.problems).toEqual(["the states can't be read: ResourceNotFoundException"]);
});

it('the history of a service is shown even if its state is invalid', async () => {
  const { known, checksIn } = await find(LAST_HOURS, {
    readStates: async () => [{ service: 'a', revision: 1, state: '"' }],
  });
  expect(checksIn).toEqual([120, 120]);
  expect(known.problems).toEqual(['the stored state of a is invalid']);
});

it.each([null, 'a'])('the page of %s has the silences in force', async (service) => {
  const holds = silenceAt(NOW - 1);
  const over = silenceAt(NOW - 1, { until: NOW });
  const { known } = await find(
    { ...(service && { service }), ...LAST_HOURS },
    { readSilences: async () => [holds, over] },
  );
  expect([known.silences, known.problems]).toEqual([[holds], []]);
});

it('the maintenance in the config is shown even if silences cannot be read', async () => {
  const planned = (from: number, to: number) => [silenceAt(from, { until: to + 1, planned: true })];
  const { known } = await find(LAST_HOURS, { planned, readSilences: lost });
  expect(known.silences).toEqual(planned(NOW, NOW));
});
