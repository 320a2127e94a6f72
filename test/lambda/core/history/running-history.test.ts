/** The history that a state keeps: each check counts once, however hours end and clocks jump. */

import fc from 'fast-check';
import type { Bucket } from '../../../../lambda/core/history/bucket';
import { bucketsIn, type HistoryItem, partsOfHours } from '../../../../lambda/core/history/history-items';
import type { PastCheck } from '../../../../lambda/core/history/past-check';
import {
  CHECKS_KEPT,
  FINE_MS,
  HOUR_MS,
  HOURS_KEPT,
  NO_HISTORY,
  owedHours,
  type RunningHistory,
  readHistory,
  runningHour,
  storeHistory,
  withCheck,
  withWritten,
} from '../../../../lambda/core/history/running-history';
import { checkAt, healthyAt, withParts } from '../../../support/core/histories';
import { MINUTE_MS } from '../../../support/core/story';
import { runs } from '../../../support/jest/lane';

const START = Date.parse('2026-11-22T04:00:00.000Z');
const historyOf = (checks: readonly PastCheck[], before = NO_HISTORY) =>
  checks.reduce((history, check) => withCheck(history, check, null), before);
const minutely = (count: number, start = START) =>
  Array.from({ length: count }, (_, minute) => healthyAt(start + minute * MINUTE_MS));

const bucketsOf = ({ hours }: RunningHistory) => hours.flatMap(({ buckets }) => buckets);
const countsOf = (buckets: readonly Bucket[]) => new Map(buckets.map(({ from, checks }) => [from, checks]));
const floor = (time: number, step: number) => Math.floor(time / step) * step;

/** How many checks there were in each five minutes. */
function counted(times: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const at of times) counts.set(floor(at, FINE_MS), (counts.get(floor(at, FINE_MS)) ?? 0) + 1);
  return counts;
}

describe('withCheck', () => {
  it('counts each check in its five minutes, and ends an hour with the first check of the next', () => {
    const history = historyOf(minutely(61));
    expect(runningHour(history)).toMatchObject({ from: START + HOUR_MS, buckets: [{ checks: 1 }] });
    expect(owedHours(history).map(({ from }) => from)).toEqual([START]);
    expect(owedHours(history)[0]?.buckets.map(({ checks }) => checks)).toEqual(Array(12).fill(5));
    expect(history.checks).toHaveLength(CHECKS_KEPT);
    expect(history.checks.at(-1)?.at).toBe(START + HOUR_MS);
  });

  it('counts a restart and a new version', () => {
    const change = { at: START, restarted: true, version: { from: '1', to: '2' } };
    const [hour] = withCheck(NO_HISTORY, healthyAt(START), change).hours;
    expect(hour?.buckets).toMatchObject([{ restarts: 1, versions: 1 }]);
  });

  it('keeps as many hours for a store that takes none, and then drops the oldest', () => {
    const history = historyOf(Array.from({ length: 10 }, (_, hour) => healthyAt(START + hour * HOUR_MS)));
    expect(owedHours(history).map(({ from }) => from)).toEqual(
      Array.from({ length: 6 }, (_, index) => START + (index + 3) * HOUR_MS),
    );
    expect(history.hours).toHaveLength(HOURS_KEPT);
  });

  it('has the same buckets for all checks of some hours, whenever they come', () => {
    const times = fc.uniqueArray(fc.integer({ min: 0, max: 5 * HOUR_MS }), { maxLength: 80 });
    const property = fc.property(times, (offsets) => {
      const ordered = offsets.map((offset) => START + offset).sort((left, right) => left - right);
      const history = historyOf(ordered.map((at) => healthyAt(at)));
      expect(countsOf(bucketsOf(history))).toEqual(counted(ordered));
      expect(history.checks.map(({ at }) => at)).toEqual(ordered.slice(-CHECKS_KEPT));
      const late = historyOf(offsets.map((offset) => healthyAt(START + offset)));
      expect(new Map([...countsOf(bucketsOf(late))].sort())).toEqual(new Map([...counted(ordered)].sort()));
    });
    fc.assert(property, { numRuns: runs(34) });
  });

  // Writes what is owed into items at any time, as a run does, and reads all of it in the end.
  it('loses nothing but what overlaps if an hour is entered again after a clock was set back', () => {
    const jump = fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: 1, max: 90_000 }) },
      { weight: 1, arbitrary: fc.integer({ min: -4 * HOUR_MS, max: 4 * HOUR_MS }) },
    );
    const steps = fc.array(fc.record({ jump, isWritten: fc.boolean() }), { minLength: 1, maxLength: 120 });
    const property = fc.property(steps, (all) => {
      let history = NO_HISTORY;
      let items: HistoryItem[] = [];
      const visits: { hour: number; times: number[] }[] = [];
      let at = START;
      for (const { jump: step, isWritten } of all) {
        at += step;
        history = withCheck(history, healthyAt(at), null);
        const hour = floor(at, HOUR_MS);
        if (visits.at(-1)?.hour !== hour) visits.push({ hour, times: [] });
        visits.at(-1)?.times.push(at);
        const owed = owedHours(history);
        if (isWritten || history.hours.length === HOURS_KEPT) {
          items = withParts(items, partsOfHours(owed, items, runningHour(history)));
          history = withWritten(history, owed);
        }
      }
      const range = { from: START - 500 * HOUR_MS, to: START + 500 * HOUR_MS, resolution: 'fine' } as const;
      const found = countsOf(bucketsIn(range, items, history, START - 500 * HOUR_MS));
      const perVisit = visits.map(({ times }) => counted(times));
      for (const [from, checks] of counted(visits.flatMap(({ times }) => times))) {
        const most = Math.max(...perVisit.map((counts) => counts.get(from) ?? 0));
        expect(found.get(from)).toBeGreaterThanOrEqual(most);
        expect(found.get(from)).toBeLessThanOrEqual(checks);
      }
    });
    fc.assert(property, { numRuns: runs(67) });
  });

  it('goes on with an hour that the store has, if a clock was set back or a check comes late', () => {
    const before = historyOf(minutely(62));
    const written = withWritten(before, owedHours(before));
    expect(owedHours(written)).toEqual([]);
    const late = withCheck(written, healthyAt(START + 58.5 * MINUTE_MS), null);
    expect([runningHour(late)?.from, owedHours(late).map(({ from }) => from)]).toEqual([START + HOUR_MS, [START]]);
    expect(late.hours[0]?.buckets.at(-1)?.checks).toBe(6);
    const setBack = withCheck(written, healthyAt(START + 50 * MINUTE_MS), null);
    expect([runningHour(setBack)?.from, owedHours(setBack).map(({ from }) => from)]).toEqual([
      START,
      [START + HOUR_MS],
    ]);
  });

  it('knows when the first check was, and keeps that though its hour is written', () => {
    const first = START + 7 * MINUTE_MS;
    const history = historyOf(minutely(200, first));
    expect(NO_HISTORY.since).toBeNull();
    expect(withWritten(history, owedHours(history)).since).toBe(first);
    expect(historyOf(minutely(1, first), historyOf([healthyAt(START + 100 * HOUR_MS)])).since).toBe(first);
  });

  it('keeps of the hours that the store has the one before that which runs, and forgets the others with the next check', () => {
    const before = historyOf(Array.from({ length: 5 }, (_, hour) => healthyAt(START + hour * HOUR_MS)));
    const written = withWritten(before, owedHours(before));
    expect(written.hours).toHaveLength(5);
    const { hours } = withCheck(written, healthyAt(START + 4 * HOUR_MS + MINUTE_MS), null);
    expect(hours.map(({ from }) => (from - START) / HOUR_MS)).toEqual([3, 4]);
  });

  it('forgets checks that a wrong clock has put into the future', () => {
    const history = historyOf([healthyAt(START + 100 * HOUR_MS), ...minutely(3)]);
    expect(history.checks.map(({ at }) => at)).toEqual(minutely(3).map(({ at }) => at));
  });
});

describe('readHistory', () => {
  const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

  it('reads what was stored', () => {
    const checks = fc
      .uniqueArray(fc.integer({ min: 0, max: 4 * HOUR_MS }), { maxLength: 80 })
      .chain((offsets) => fc.tuple(...offsets.map((offset) => checkAt(START + offset))));
    const property = fc.property(checks, fc.boolean(), (all, isWritten) => {
      const ordered = [...all].sort((left, right) => left.at - right.at);
      const running = historyOf(ordered);
      const history = isWritten ? withWritten(running, owedHours(running)) : running;
      expect(readHistory(throughJson(storeHistory(history)))).toEqual(history);
    });
    fc.assert(property, { numRuns: runs(34) });
  });

  it.each([undefined, null, 7, [], {}, { since: 'x', checks: 7, hours: {}, tally: 3 }])('makes none of %j', (raw) => {
    expect(readHistory(raw)).toEqual(NO_HISTORY);
  });

  it('leaves out an hour that begins at no hour, or whose buckets are none', () => {
    const [hour] = storeHistory(historyOf(minutely(2))).hours;
    const [, , buckets] = hour ?? [];
    const hours = [null, {}, [START + 1, 0, buckets], [START, -1, buckets], [START, 0, 'é'], [START, 0, 7], hour];
    expect(readHistory({ hours }).hours).toMatchObject([{ from: START, buckets: [{ checks: 2 }], written: 0 }]);
  });

  it('keeps of each check whether it was within planned maintenance', () => {
    const all = minutely(6).map((check, minute) => ({ ...check, inMaintenance: [1, 2, 4].includes(minute) }));
    const stored = storeHistory(historyOf(all));
    expect(stored.checks.maintained).toEqual([1, 3, 4, 5]);
    expect(readHistory(throughJson(stored)).checks).toEqual(all);
    expect(storeHistory(historyOf(minutely(6))).checks).not.toHaveProperty('maintained');
  });

  it.each([7, 'x', [null], [0, {}, 2]])('reads checks with a maintenance of %j', (maintained) => {
    const { checks } = storeHistory(historyOf(minutely(3)));
    expect(readHistory({ checks: { ...checks, maintained } }).checks).toHaveLength(3);
  });

  it('keeps the checks before one whose time makes no sense', () => {
    const list = [
      [0, 10, 20],
      [60_000, 'x', -1],
      ['?', 1, 1],
      [60_000, 1, 1],
    ];
    expect(readHistory({ checks: { at: START, list } }).checks).toEqual([
      healthyAt(START, 10, 20),
      healthyAt(START + MINUTE_MS, null, null),
    ]);
  });
});
