/** The history that a state keeps: each check counts once, however hours end, clocks jump and processes take turns. */

import fc from 'fast-check';
import type { Bucket } from '../../../../lambda/core/history/bucket';
import { bucketsIn, type HistoryItem, partsOfHours } from '../../../../lambda/core/history/history-items';
import type { PastCheck } from '../../../../lambda/core/history/past-check';
import {
  CHECKS_KEPT,
  FINE_MS,
  HOUR_MS,
  HOURS_OWED,
  mergeHistories,
  NO_HISTORY,
  type RunningHistory,
  readHistory,
  storeHistory,
  withCheck,
  withoutOwed,
} from '../../../../lambda/core/history/running-history';
import { checkAt, healthyAt, withParts } from '../../../support/histories';
import { runs } from '../../../support/lane';
import { MINUTE_MS } from '../../../support/story';

const START = Date.parse('2026-11-22T04:00:00.000Z');
const historyOf = (checks: readonly PastCheck[], before = NO_HISTORY) =>
  checks.reduce((history, check) => withCheck(history, check, null), before);
const minutely = (count: number, start = START) =>
  Array.from({ length: count }, (_, minute) => healthyAt(start + minute * MINUTE_MS));

const bucketsOf = ({ hour, owed, written }: RunningHistory) =>
  [written, ...owed, hour].flatMap((one) => one?.buckets ?? []);
const countsOf = (buckets: readonly Bucket[]) => new Map(buckets.map(({ from, checks }) => [from, checks]));
const total = (buckets: readonly Bucket[]) => buckets.reduce((sum, { checks }) => sum + checks, 0);
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
    expect(history.hour).toMatchObject({ from: START + HOUR_MS, buckets: [{ checks: 1 }] });
    expect(history.owed.map(({ from }) => from)).toEqual([START]);
    expect(history.owed[0]?.buckets.map(({ checks }) => checks)).toEqual(Array(12).fill(5));
    expect(history.checks).toHaveLength(CHECKS_KEPT);
    expect(history.checks.at(-1)?.at).toBe(START + HOUR_MS);
  });

  it('counts a restart and a new version', () => {
    const change = { at: START, restarted: true, version: { from: '1', to: '2' } };
    expect(withCheck(NO_HISTORY, healthyAt(START), change).hour?.buckets).toMatchObject([{ restarts: 1, versions: 1 }]);
  });

  it('keeps as many hours for a store that takes none, and then drops the oldest', () => {
    const { owed } = historyOf(Array.from({ length: 10 }, (_, hour) => healthyAt(START + hour * HOUR_MS)));
    expect(owed.map(({ from }) => from)).toEqual(
      Array.from({ length: HOURS_OWED }, (_, index) => START + (index + 3) * HOUR_MS),
    );
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
        if (isWritten || history.owed.length === HOURS_OWED) {
          items = withParts(items, partsOfHours(history.owed, items, history.hour));
          history = withoutOwed(history, history.owed);
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
    const written = withoutOwed(before, before.owed);
    expect(written).toMatchObject({ owed: [], written: { from: START } });
    const again = withCheck(written, healthyAt(START + 58.5 * MINUTE_MS), null);
    expect(again).toMatchObject({ hour: { from: START }, owed: [{ from: START + HOUR_MS }], written: null });
    expect(again.hour?.buckets.at(-1)?.checks).toBe(6);
  });

  it('forgets checks that a wrong clock has put into the future', () => {
    const history = historyOf([healthyAt(START + 100 * HOUR_MS), ...minutely(3)]);
    expect(history.checks.map(({ at }) => at)).toEqual(minutely(3).map(({ at }) => at));
  });
});

describe('mergeHistories', () => {
  const base = historyOf(minutely(55));
  /** Each second one within planned maintenance. */
  const at = (minute: number) => ({ ...healthyAt(START + minute * MINUTE_MS), inMaintenance: minute % 2 === 0 });

  it('counts each check of both once, in any order', () => {
    const seen = fc.subarray(Array.from({ length: 20 }, (_, minute) => 55 + minute));
    const property = fc.property(seen, seen, (stored, memory) => {
      const [left, right] = [stored, memory].map((minutes) => historyOf(minutes.map(at), base)) as [
        RunningHistory,
        RunningHistory,
      ];
      const merged = mergeHistories(left, right);
      const maintained = bucketsOf(merged).reduce((sum, { maintenance }) => sum + maintenance.checks, 0);
      expect(maintained).toBe(new Set([...stored, ...memory].filter((minute) => minute % 2 === 0)).size);
      const all = [
        ...new Set([
          ...minutely(55).map((check) => check.at),
          ...[...stored, ...memory].map((minute) => at(minute).at),
        ]),
      ];
      expect(new Map([...countsOf(bucketsOf(merged))].sort())).toEqual(new Map([...counted(all)].sort()));
      expect(merged.checks.map((check) => check.at)).toEqual(all.sort((one, other) => one - other).slice(-CHECKS_KEPT));
      expect(mergeHistories(merged, right)).toEqual(merged);
      expect(merged.hour?.from).toBe(Math.max(left.hour?.from ?? 0, right.hour?.from ?? 0));
    });
    fc.assert(property, { numRuns: runs(67) });
  });

  it('adds to an hour that the store has, which is owed again', () => {
    const after = historyOf([at(61), at(62)], base);
    const stored = withoutOwed(after, after.owed);
    const merged = mergeHistories(stored, historyOf([at(57)], base));
    expect(merged).toMatchObject({ hour: { from: START + HOUR_MS }, owed: [{ from: START }], written: null });
    expect(total(merged.owed[0]?.buckets ?? [])).toBe(56);
  });

  // Its checks are in no hour that the other process keeps: the store has that one, without them.
  it('owes an hour before those that are kept as memory has it, with the checks that memory alone has in it', () => {
    const after = historyOf([at(61), at(125)], base);
    const stored = withoutOwed(after, after.owed);
    const merged = mergeHistories(stored, historyOf([at(57), at(62), at(126)], base));
    expect(merged.owed.map(({ from }) => from)).toEqual([START, START + HOUR_MS]);
    expect(merged.owed.map(({ buckets }) => total(buckets))).toEqual([56, 2]);
    expect(merged.hour?.buckets).toMatchObject([{ checks: 2 }]);
    expect(mergeHistories(merged, historyOf([at(57), at(62), at(126)], base))).toEqual(merged);
  });

  it('owes no hour before those that are kept if memory has no check of its own in it', () => {
    const after = historyOf([at(57), at(61), at(125)], base);
    const stored = withoutOwed(after, after.owed);
    const merged = mergeHistories(stored, historyOf([at(57), at(62)], base));
    expect(merged.owed.map(({ from }) => from)).toEqual([START + HOUR_MS]);
    const old = historyOf(minutely(CHECKS_KEPT + 1, START + 2 * HOUR_MS), base);
    const full = withoutOwed(old, old.owed);
    expect(mergeHistories(full, historyOf([at(57)], base))).toBe(full);
  });

  it('owes no hour that memory knows to be in the store', () => {
    const stored = historyOf([at(61)], base);
    const memory = withoutOwed(stored, stored.owed);
    expect(mergeHistories(stored, memory)).toEqual(memory);
    const more = historyOf([at(58), at(61)], base);
    expect(mergeHistories(more, memory)).toEqual(more);
  });

  it('is what memory has if the store has no history', () => {
    expect(mergeHistories(NO_HISTORY, base)).toBe(base);
    expect(mergeHistories(base, NO_HISTORY)).toEqual(base);
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
      const history = isWritten ? withoutOwed(running, running.owed) : running;
      expect(readHistory(throughJson(storeHistory(history)))).toEqual(history);
    });
    fc.assert(property, { numRuns: runs(34) });
  });

  it.each([undefined, null, 7, [], {}, { checks: 7, hour: [], owed: {}, written: 'x' }])('makes none of %j', (raw) => {
    expect(readHistory(raw)).toEqual(NO_HISTORY);
  });

  it('leaves out an hour that begins at no hour, or whose buckets are none', () => {
    const { hour } = storeHistory(historyOf(minutely(2)));
    expect(readHistory({ hour: { ...hour, from: START + 1 } }).hour).toBeNull();
    expect(readHistory({ hour: { ...hour, buckets: 'é' } }).hour).toBeNull();
    expect(readHistory({ hour: { ...hour, buckets: 7 }, owed: [null, hour] })).toMatchObject({
      hour: null,
      owed: [{ from: START }],
    });
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

  it('carries along what a later version has added', () => {
    const stored = { ...storeHistory(historyOf(minutely(2))), objectives: { fast: 3 } };
    const read = readHistory(throughJson(stored));
    const next = withCheck(read, healthyAt(START + 2 * MINUTE_MS), null);
    expect(storeHistory(next)).toMatchObject({ objectives: { fast: 3 } });
    expect(next.hour?.buckets).toMatchObject([{ checks: 3 }]);
  });
});
