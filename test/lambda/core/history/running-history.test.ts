/** The history that a state keeps: each check counts once, however hours end and clocks jump. */

import fc from 'fast-check';
import { readStored } from '../../../../lambda/core/fields/stored-value';
import type { Bucket } from '../../../../lambda/core/history/bucket';
import { bucketsIn, type HistoryItem, itemsWithHours } from '../../../../lambda/core/history/history-items';
import type { PastCheck } from '../../../../lambda/core/history/past-check';
import {
  CHECKS_KEPT,
  FINE_MS,
  HOUR_MS,
  HOURS_KEPT,
  hoursToWrite,
  NO_HISTORY,
  type RunningHistory,
  runningHour,
  withCheck,
  withWritten,
} from '../../../../lambda/core/history/running-history';
import { historySchema, storedHistory } from '../../../../lambda/core/history/stored-history';
import { checkAt, healthyAt, readBack, withUpdates } from '../../../support/core/histories';
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
    expect(hoursToWrite(history).map(({ from }) => from)).toEqual([START]);
    expect(hoursToWrite(history)[0]?.buckets.map(({ checks }) => checks)).toEqual(Array(12).fill(5));
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
    expect(hoursToWrite(history).map(({ from }) => from)).toEqual(
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
        const owed = hoursToWrite(history);
        if (isWritten || history.hours.length === HOURS_KEPT) {
          items = withUpdates(items, itemsWithHours(owed, items, runningHour(history)));
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
    const written = withWritten(before, hoursToWrite(before));
    expect(hoursToWrite(written)).toEqual([]);
    const late = withCheck(written, healthyAt(START + 58.5 * MINUTE_MS), null);
    expect([runningHour(late)?.from, hoursToWrite(late).map(({ from }) => from)]).toEqual([START + HOUR_MS, [START]]);
    expect(late.hours[0]?.buckets.at(-1)?.checks).toBe(6);
    const setBack = withCheck(written, healthyAt(START + 50 * MINUTE_MS), null);
    expect([runningHour(setBack)?.from, hoursToWrite(setBack).map(({ from }) => from)]).toEqual([
      START,
      [START + HOUR_MS],
    ]);
  });

  it('knows when the first check was, and keeps that though its hour is written', () => {
    const first = START + 7 * MINUTE_MS;
    const history = historyOf(minutely(200, first));
    expect(NO_HISTORY.since).toBeNull();
    expect(withWritten(history, hoursToWrite(history)).since).toBe(first);
    expect(historyOf(minutely(1, first), historyOf([healthyAt(START + 100 * HOUR_MS)])).since).toBe(first);
  });

  it('keeps of the hours that the store has the one before that which runs, and forgets the others with the next check', () => {
    const before = historyOf(Array.from({ length: 5 }, (_, hour) => healthyAt(START + hour * HOUR_MS)));
    const written = withWritten(before, hoursToWrite(before));
    expect(written.hours).toHaveLength(5);
    const { hours } = withCheck(written, healthyAt(START + 4 * HOUR_MS + MINUTE_MS), null);
    expect(hours.map(({ from }) => (from - START) / HOUR_MS)).toEqual([3, 4]);
  });

  it('forgets checks that a wrong clock has put into the future', () => {
    const history = historyOf([healthyAt(START + 100 * HOUR_MS), ...minutely(3)]);
    expect(history.checks.map(({ at }) => at)).toEqual(minutely(3).map(({ at }) => at));
  });
});

describe('as it is stored', () => {
  const read = (stored: unknown) => readStored(historySchema, stored);
  /** Stored checks, the first at `START`; `after` are the times from each to the next. */
  const checksAfter = (...after: readonly number[]) => ({
    from: START,
    results: [['healthy', 'ok']],
    rows: [0, ...after].map((time) => [time, 100, 0, 256]),
  });

  it('is read back as it was', () => {
    const checks = fc
      .uniqueArray(fc.integer({ min: 0, max: 4 * HOUR_MS }), { maxLength: 80 })
      .chain((offsets) => fc.tuple(...offsets.map((offset) => checkAt(START + offset))));
    const aims = fc.option(
      fc.record({ underMs: fc.option(fc.constant(800)), windowMs: fc.constant(30 * 24 * HOUR_MS) }),
    );
    const property = fc.property(checks, aims, fc.boolean(), (all, aimed, isWritten) => {
      const ordered = [...all].sort((left, right) => left.at - right.at);
      const running = ordered.reduce((history, check) => withCheck(history, check, null, aimed), NO_HISTORY);
      const history = isWritten ? withWritten(running, hoursToWrite(running)) : running;
      expect(readBack(history)).toEqual(history);
    });
    fc.assert(property, { numRuns: runs(34) });
  });

  it.each([{}, { since: 'x', checks: 7, hours: {}, counters: 3 }])('is reset if stored as %j', (raw) => {
    expect(read(raw)).toEqual(NO_HISTORY);
  });

  const stored = storedHistory(historyOf(minutely(2))) as { readonly hours: readonly [{ readonly buckets: [object] }] };
  const [hour] = stored.hours;
  const [bucket] = hour.buckets;

  it('leaves out initial values', () => {
    expect(stored).toMatchObject({ since: START, checks: checksAfter(MINUTE_MS), counters: null });
    expect(bucket).toEqual({
      from: START,
      checks: 2,
      times: { first: expect.any(Number), counts: [2] },
      memory: { least: 256, most: 256 },
    });
  });

  it.each<[string, object]>([
    ['an hour that begins at no hour', { hours: [{ ...hour, from: START + 1 }] }],
    ['an hour that is a text', { hours: [hour, 'x'] }],
    ['a bucket of another hour', { hours: [{ ...hour, from: START + HOUR_MS }] }],
    ['a bucket that begins at any time', { hours: [{ ...hour, buckets: [{ ...bucket, from: START + 1 }] }] }],
    ['a bucket twice', { hours: [{ ...hour, buckets: [bucket, bucket] }] }],
    [
      'a bucket with times of no bin',
      { hours: [{ ...hour, buckets: [{ ...bucket, times: { first: 1e9, counts: [1] } }] }] },
    ],
    ['checks below zero', { hours: [{ ...hour, buckets: [{ ...bucket, checks: -1 }] }] }],
  ])('has its other fields if there is %s', (_, damaged) => {
    expect(read({ ...stored, ...damaged })).toEqual({ ...historyOf(minutely(2)), hours: [] });
  });

  it.each<[string, unknown]>([
    ['a time that makes no sense', checksAfter(8.65e15)],
    ['the same time twice', checksAfter(0)],
    ['an unknown result', { ...checksAfter(1), results: [] }],
    ['a text', { ...checksAfter(), rows: ['x'] }],
  ])('has its other fields if its checks have %s', (_, checks) => {
    expect(read({ ...stored, checks })).toEqual({ ...historyOf(minutely(2)), checks: [] });
  });

  it('reads a bounded history, or none, of anything', () => {
    const damaged = fc.record({
      since: fc.jsonValue(),
      checks: fc.jsonValue(),
      hours: fc.jsonValue(),
      counters: fc.jsonValue(),
    });
    fc.assert(fc.property(fc.oneof(damaged, fc.jsonValue()), (raw) => void read(raw)));
    const { checks, hours } =
      read({ checks: checksAfter(...Array.from({ length: 500 }, () => 1)), hours: [] }) ?? NO_HISTORY;
    expect([checks.length, hours]).toEqual([CHECKS_KEPT, []]);
  });
});
