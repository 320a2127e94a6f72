/** The last 30 days of services: read once an hour, with all checks in it, whatever the store has taken meanwhile. */

import type { HistoryItem } from '../../../../lambda/core/history/history-items';
import { itemsWithHours } from '../../../../lambda/core/history/history-items';
import { createMonthReader, MONTH_MS, monthOfCounters } from '../../../../lambda/core/history/month';
import {
  NO_HISTORY,
  type RunningHistory,
  runningHour,
  withCheck,
  withWritten,
} from '../../../../lambda/core/history/running-history';
import type { Aims } from '../../../../lambda/core/history/slo-counters';
import { pastCheck } from '../../../support/core/buckets';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const START = Date.parse('2026-03-01T10:00:00Z');
const AIMS: Aims = { underMs: null, windowMs: MONTH_MS };

/** A check a minute; each tenth fails. */
function checked(history: RunningHistory, from: number, minutes: number, aims: Aims | null = null): RunningHistory {
  return Array.from({ length: minutes }, (_, index) => index).reduce(
    (before, index) =>
      withCheck(
        before,
        pastCheck(from + index * MINUTE_MS, { kind: index % 10 === 0 ? 'error' : 'healthy' }),
        null,
        aims,
      ),
    history,
  );
}

it('counts each check once, and reads the items of a service once an hour', async () => {
  const items = new Map<string, HistoryItem>();
  let reads = 0;
  const readMonth = createMonthReader({
    read: async (wanted) => {
      reads++;
      return new Map([...wanted].map(([service]) => [service, [...items.values()]]));
    },
  });
  const countsAt = async (history: RunningHistory, now: number) => {
    const monthOf = await readMonth(new Map([['a', history]]), now);
    return monthOf('a');
  };
  const write = (history: RunningHistory) => {
    const hours = history.hours.slice(0, -1);
    for (const update of itemsWithHours(hours, [...items.values()], runningHour(history))) {
      items.set(update.key, { ...update, revision: 1 });
    }
    return withWritten(history, hours);
  };
  const young = checked(NO_HISTORY, START, 90);
  expect(await countsAt(young, START + 90 * MINUTE_MS)).toEqual({ since: START, checks: 90, failed: 9 });
  // The store takes the first hour after its items were read.
  const written = checked(write(young), START + 90 * MINUTE_MS, 20);
  expect(await countsAt(written, START + 110 * MINUTE_MS)).toMatchObject({ checks: 110, failed: 11 });
  expect(reads).toBe(1);
  const later = checked(written, START + 110 * MINUTE_MS, 40);
  expect(await countsAt(later, START + 150 * MINUTE_MS)).toMatchObject({ checks: 150, failed: 15 });
  expect(reads).toBe(2);
  expect((await readMonth(new Map(), START))('a')).toBeNull();
});

it('is in the counters for an objective, if they have all of it', () => {
  const now = START + HOUR_MS;
  const { counters } = checked(NO_HISTORY, START, 60, AIMS);
  const whole = counters && { ...counters, backfilled: true };
  expect(monthOfCounters(whole, now)).toEqual({ since: START, checks: 60, failed: 6 });
  expect(monthOfCounters(counters, now)).toBeNull();
  expect(monthOfCounters(whole && { ...whole, windowMs: MONTH_MS / 2 }, now)).toBeNull();
  expect(monthOfCounters(null, now)).toBeNull();
});

it('leaves out what was within planned maintenance', async () => {
  const before = checked(NO_HISTORY, START, 20);
  const from = START + 20 * MINUTE_MS;
  const history = Array.from({ length: 30 }, (_, index) => from + index * MINUTE_MS).reduce(
    (known, at) => withCheck(known, pastCheck(at, { kind: 'error', inMaintenance: true }), null, null),
    before,
  );
  const monthOf = await createMonthReader({ read: async () => new Map() })(new Map([['a', history]]), START + HOUR_MS);
  expect(monthOf('a')).toEqual({ since: START, checks: 20, failed: 2 });
});
