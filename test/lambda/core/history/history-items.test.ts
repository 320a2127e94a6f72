/** The items of a history: what an hour adds to them, when they expire, and what is read of them for a time. */

import fc from 'fast-check';
import { type Bucket, sumUp } from '../../../../lambda/core/history/bucket';
import {
  bucketsIn,
  type HistoryItem,
  itemsWithHours,
  keysOf,
  keysOfHours,
  rangeOf,
} from '../../../../lambda/core/history/history-items';
import { readBuckets, writeEndedHours } from '../../../../lambda/core/history/past';
import {
  FINE_MS,
  HOUR_MS,
  type Hour,
  type HourRecord,
  hoursToWrite,
  NO_HISTORY,
  type RunningHistory,
  withCheck,
} from '../../../../lambda/core/history/running-history';
import { bucketFrom, healthyAt, memoryHistory, withUpdates } from '../../../support/core/histories';
import { runs } from '../../../support/jest/lane';

const DAY_MS = 24 * HOUR_MS;
const at = (text: string) => Date.parse(`${text}.000Z`);
const START = at('2026-11-22T04:00:00');
const hourFrom = (from: number): fc.Arbitrary<Hour> =>
  fc
    .subarray(
      Array.from({ length: 12 }, (_, index) => from + index * FINE_MS),
      { minLength: 1 },
    )
    .chain((starts) => fc.tuple(...starts.map((start) => bucketFrom(start))))
    .map((buckets) => ({ from, buckets }));
const withoutRevisions = (items: readonly HistoryItem[]) => items.map(({ key, buckets }) => ({ key, buckets }));
const running = (from: number): Hour => ({ from, buckets: [] });
const total = (buckets: readonly Bucket[]) => buckets.reduce((sum, { checks }) => sum + checks, 0);
const of = (...hours: readonly Hour[]): RunningHistory => ({
  ...NO_HISTORY,
  hours: hours.map((hour) => ({ ...hour, written: 0 })),
});
/** The hour of a single check. */
const hourOf = (time: number) => withCheck(NO_HISTORY, healthyAt(time), null).hours[0] as HourRecord;

describe('itemsWithHours', () => {
  it('adds nothing if an hour is written twice', () => {
    const property = fc.property(hourFrom(START), hourFrom(START + HOUR_MS), (first, second) => {
      const items = withUpdates([], itemsWithHours([first, second], [], running(START + DAY_MS)));
      const again = withUpdates(items, itemsWithHours([first, second], items, running(START + DAY_MS)));
      expect(withoutRevisions(again)).toEqual(withoutRevisions(items));
      const later = withUpdates(again, itemsWithHours([second], again, running(START + DAY_MS)));
      expect(withoutRevisions(later)).toEqual(withoutRevisions(items));
    });
    fc.assert(property, { numRuns: runs(17) });
  });

  it('puts partial views together: of the same five minutes the one with more checks counts', () => {
    const property = fc.property(hourFrom(START), hourFrom(START), (some, others) => {
      const first = withUpdates([], itemsWithHours([some], [], running(START + HOUR_MS)));
      const both = withUpdates(first, itemsWithHours([others], first, running(START + HOUR_MS)));
      const range = { from: START, to: START + HOUR_MS, resolution: 'fine' } as const;
      const found = bucketsIn(range, both, NO_HISTORY, START);
      const counts = (hour: Hour, from: number) => hour.buckets.find((bucket) => bucket.from === from)?.checks ?? 0;
      const starts = [...new Set([...some.buckets, ...others.buckets].map(({ from }) => from))].sort();
      expect(found.map(({ from, checks }) => [from, checks])).toEqual(
        starts.map((from) => [from, Math.max(counts(some, from), counts(others, from))]),
      );
      const hours = bucketsIn({ ...range, resolution: 'hours' }, both, NO_HISTORY, START);
      expect(hours).toEqual([sumUp(found, START, START + HOUR_MS)]);
    });
    fc.assert(property, { numRuns: runs(17) });
  });

  it('sums up a day once an hour of another day runs, also if its last hours are written together', () => {
    const hours = fc.tuple(...[0, 7, 22, 23].map((hour) => hourFrom(at('2026-11-30T00:00:00') + hour * HOUR_MS)));
    const property = fc.property(hours, (all) => {
      const day = at('2026-11-30T00:00:00');
      const [first, second, ...last] = all as [Hour, Hour, Hour, Hour];
      const before = withUpdates([], itemsWithHours([first, second], [], running(day + 8 * HOUR_MS)));
      expect(before.map(({ key }) => key)).toEqual(['fine/2026-11-30', 'hours/2026-11-30']);
      const after = withUpdates(before, itemsWithHours(last, before, running(day + DAY_MS)));
      const range = { from: day, to: day + DAY_MS, resolution: 'days' } as const;
      const days = after.filter(({ key }) => key.startsWith('days'));
      expect(days.map(({ key, buckets }) => [key, buckets.map(({ from }) => from)])).toEqual([['days/2026-11', [day]]]);
      const [found] = bucketsIn(range, days, NO_HISTORY, day);
      const buckets = all.flatMap((hour) => hour.buckets);
      const expected = sumUp(buckets, day, day + DAY_MS);
      // Of two thresholds within an hour, the sum of hours has the latest of each.
      const thresholds = new Set(buckets.flatMap(({ speed }) => speed?.underMs ?? []));
      expect(found).toEqual(thresholds.size < 2 ? expected : { ...expected, speed: found?.speed });
    });
    fc.assert(property, { numRuns: runs(17) });
  });

  it('names each item and its expiry by UTC, to the end of the day or month and beyond', () => {
    const hour = hourOf(at('2026-12-31T23:30:00'));
    const updates = itemsWithHours([hour], [], running(at('2027-01-01T00:00:00')));
    expect(updates.map(({ key, expiresAt }) => [key, new Date(expiresAt).toISOString()])).toEqual([
      ['fine/2026-12-31', '2027-01-04T00:00:00.000Z'],
      ['hours/2026-12-31', '2028-02-05T00:00:00.000Z'],
      ['days/2026-12', '2028-02-05T00:00:00.000Z'],
    ]);
    expect(keysOfHours([hour, { ...hour, from: at('2026-12-31T22:00:00') }], running(hour.from))).toEqual([
      'fine/2026-12-31',
      'hours/2026-12-31',
    ]);
    // The day is over: its own bucket is replaced too, if there is one.
    expect(keysOfHours([hour], running(at('2027-01-01T00:00:00')))).toEqual([
      'fine/2026-12-31',
      'hours/2026-12-31',
      'days/2026-12',
    ]);
  });
});

describe('writeEndedHours', () => {
  // Both have read before either writes: what is written second was made without what was written first.
  it('loses nothing where two processes write the same hour at once: one of them writes it again', async () => {
    const property = fc.asyncProperty(hourFrom(START), hourFrom(START), async (some, others) => {
      const store = memoryHistory();
      const write = async (history: RunningHistory) => {
        const { written, failed } = await writeEndedHours(new Map([['a', history]]), store);
        expect(failed).toEqual(new Map());
        return written.get('a') ?? history;
      };
      const owing = (hour: Hour) => of(hour, running(START + DAY_MS));
      const both = await Promise.all([write(owing(some)), write(owing(others))]);
      expect(both.map(hoursToWrite)).toMatchObject([[], [others]]);
      for (const history of both) expect(hoursToWrite(await write(history))).toEqual([]);
      const expected = [some, others].reduce<HistoryItem[]>(
        (items, hour) => withUpdates(items, itemsWithHours([hour], items, running(START + DAY_MS))),
        [],
      );
      expect(withoutRevisions(store.items('a'))).toEqual(withoutRevisions(expected));
    });
    await fc.assert(property, { numRuns: runs(17) });
  });
});

describe('a range', () => {
  const now = at('2026-11-22T04:10:00');

  it.each([
    ['an hour', HOUR_MS, 0, 'fine'],
    ['36 hours', 36 * HOUR_MS, 0, 'fine'],
    ['an hour of last week', HOUR_MS, 7 * DAY_MS, 'hours'],
    ['two days', 2 * DAY_MS, 0, 'hours'],
    ['two weeks', 14 * DAY_MS, 0, 'hours'],
    ['a month', 30 * DAY_MS, 0, 'days'],
  ] as const)('of %s has the finest buckets that are kept', (_, length, ago, resolution) => {
    expect(rangeOf(now - ago - length, now - ago, now).resolution).toBe(resolution);
  });

  it('is read from the items of its days and months', () => {
    const keys = (from: string, to: string, resolution: 'fine' | 'hours' | 'days', hour: Hour | null = null) =>
      keysOf({ from: at(from), to: at(to), resolution }, hour === null ? NO_HISTORY : of(hour));
    expect(keys('2026-11-21T23:59:59', '2026-11-22T00:00:00', 'fine')).toEqual(['fine/2026-11-21']);
    expect(keys('2026-11-21T23:59:59', '2026-11-22T00:00:01', 'hours')).toEqual([
      'hours/2026-11-21',
      'hours/2026-11-22',
    ]);
    expect(keys('2026-11-30T10:00:00', '2027-01-01T00:00:00', 'days')).toEqual(['days/2026-11', 'days/2026-12']);
    expect(keys('2026-11-01T00:00:00', '2026-11-22T04:00:00', 'days', running(START))).toEqual([
      'days/2026-11',
      'hours/2026-11-22',
    ]);
    expect(keys('2028-02-28T23:00:00', '2028-03-01T00:00:01', 'fine')).toEqual([
      'fine/2028-02-28',
      'fine/2028-02-29',
      'fine/2028-03-01',
    ]);
  });

  it('is in order whatever the order of its items, with the hour that runs among them', () => {
    const hours = [0, 30, 60].map((ago) => START - ago * HOUR_MS);
    const items = hours.flatMap((from) => {
      const { buckets } = hourOf(from);
      return withUpdates([], itemsWithHours([{ from, buckets }], [], running(START + HOUR_MS)));
    });
    const range = { from: START - 3 * DAY_MS, to: START + DAY_MS, resolution: 'hours' } as const;
    const late = withCheck(NO_HISTORY, healthyAt(START - 40 * HOUR_MS), null);
    expect(bucketsIn(range, items, late, START).map(({ from }) => (START - from) / HOUR_MS)).toEqual([60, 40, 30, 0]);
  });

  it('leaves out items that have expired and are still there', () => {
    const { buckets } = hourOf(START);
    const items = withUpdates([], itemsWithHours([{ from: START, buckets }], [], running(START + DAY_MS)));
    const range = { from: START, to: START + HOUR_MS, resolution: 'fine' } as const;
    const end = at('2026-11-23T00:00:00') + 3 * DAY_MS;
    expect(bucketsIn(range, items, NO_HISTORY, end - 1)).toHaveLength(1);
    expect(bucketsIn(range, items, NO_HISTORY, end)).toEqual([]);
  });

  // Two months of a check every 11 minutes, in a store that takes what is owed now and then.
  it('has all checks, in each resolution, wherever they are kept', async () => {
    const property = fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.nat({ max: DAY_MS }),
      async (every, offset) => {
        const store = memoryHistory();
        const begin = at('2026-10-20T00:00:00') + offset;
        let history = NO_HISTORY;
        const times: number[] = [];
        for (let time = begin; time < begin + 40 * DAY_MS; time += 47 * 60_000) {
          times.push(time);
          history = withCheck(history, healthyAt(time), null);
          if (hoursToWrite(history).length >= every)
            history = (await writeEndedHours(new Map([['a', history]]), store)).written.get('a') as RunningHistory;
        }
        const end = times.at(-1) as number;
        for (const [resolution, days, stepMs] of [
          ['fine', 1, FINE_MS],
          ['hours', 9, HOUR_MS],
          ['days', 40, DAY_MS],
        ] as const) {
          const from = Math.floor((end - days * DAY_MS) / DAY_MS) * DAY_MS;
          const range = { from, to: end + 1, resolution };
          const buckets = (await readBuckets(new Map([['a', history]]), range, store, end))('a');
          expect(total(buckets)).toBe(times.filter((time) => time >= from).length);
          for (const [index, bucket] of buckets.entries()) {
            expect([bucket.to - bucket.from, bucket.from % stepMs]).toEqual([stepMs, 0]);
            expect(bucket.from).toBeGreaterThanOrEqual(buckets[index - 1]?.to ?? 0);
          }
        }
      },
    );
    await fc.assert(property, { numRuns: runs(4) });
  });
});
