/** Histories that processes have made which share, diverge, lose and crash, put together in any order: nothing ever counts twice. */

import fc from 'fast-check';
import { BUCKET_MS, RESOLUTIONS, type Resolution } from '../../../../lambda/core/history/bucket';
import { bucketsIn } from '../../../../lambda/core/history/history-items';
import type { PastCheck } from '../../../../lambda/core/history/past-check';
import {
  CHECKS_KEPT,
  HOUR_MS,
  HOURS_KEPT,
  hoursToWrite,
  joinHistories,
  NO_HISTORY,
  type RunningHistory,
  withCheck,
  withWritten,
} from '../../../../lambda/core/history/running-history';
import { type Aims, backfill, FIELDS, slotsKept } from '../../../../lambda/core/history/slo-counters';
import { healthyAt, readBack } from '../../../support/core/histories';
import { expectAtMost, expectSame } from '../../../support/core/same';
import { MINUTE_MS } from '../../../support/core/story';
import { runs } from '../../../support/jest/lane';

const START = Date.parse('2026-11-22T04:00:00.000Z');
const DAY_MS = 24 * HOUR_MS;
const MONTH: Aims = { underMs: 800, windowMs: 30 * DAY_MS };
/** What the config of a process may say of the objective. */
const AIMS: readonly (Aims | null)[] = [
  MONTH,
  { underMs: 500, windowMs: 30 * DAY_MS },
  { ...MONTH, windowMs: DAY_MS },
  null,
];

interface Step {
  readonly who: 0 | 1 | 2;
  /** From the check before to this one, by the clock of the process; some come in the same millisecond. */
  readonly passes: number;
  readonly found: 'well' | 'slow' | 'failing' | 'maintained';
  /** `reads`: it puts what is stored and what it remembers together; `saves`, and `writes` its owed hours. */
  readonly does: readonly ('reads' | 'saves' | 'writes' | 'seeds' | 'burns')[];
  readonly becomes: 'crashed' | 'configured' | null;
}

const jumps = (most: number) => fc.integer({ min: -most, max: most }).map((count) => count * 30_000);
const step: fc.Arbitrary<Step> = fc.record({
  who: fc.constantFrom(0, 1, 2),
  passes: fc.oneof({ weight: 9, arbitrary: jumps(20).map(Math.abs) }, { weight: 1, arbitrary: jumps(2 * 24 * 120) }),
  found: fc.constantFrom('well', 'well', 'slow', 'failing', 'maintained'),
  does: fc.subarray(['reads', 'saves', 'writes', 'seeds', 'burns']),
  becomes: fc.oneof(
    { weight: 18, arbitrary: fc.constant(null) },
    { weight: 2, arbitrary: fc.constantFrom('crashed', 'configured') },
  ),
});

const checkOf = ({ found, who }: Step, at: number): PastCheck => {
  const check = healthyAt(at, found === 'slow' ? 700 : 100 + who, 200 + who);
  if (found === 'failing') return { ...check, kind: 'error', reason: 'http_500' };
  return { ...check, inMaintenance: found === 'maintained' };
};

function backfilled(history: RunningHistory): RunningHistory {
  const { counters } = history;
  const range = { from: 0, to: START + 1_000 * DAY_MS };
  const buckets = (resolution: Resolution) => bucketsIn({ ...range, resolution }, [], history, START);
  const all = { fine: buckets('fine'), hours: buckets('hours'), days: buckets('days') };
  return { ...history, counters: counters && backfill(counters, all) };
}

/** All histories that some steps make, and the checks that were made. */
function play(steps: readonly Step[], configs: readonly (Aims | null)[]) {
  const memories: RunningHistory[] = [NO_HISTORY, NO_HISTORY, NO_HISTORY];
  const places = [0, 0, 0];
  const [histories, made]: [RunningHistory[], PastCheck[]] = [[NO_HISTORY], []];
  let stored = NO_HISTORY;
  let at = START;
  for (const one of steps) {
    const { who, passes, does, becomes } = one;
    at += passes;
    if (becomes === 'crashed') memories[who] = NO_HISTORY;
    if (becomes === 'configured') places[who] = (places[who] ?? 0) + 1;
    const memory = memories[who] ?? NO_HISTORY;
    const known = does.includes('reads') ? joinHistories(stored, memory) : memory;
    const check = checkOf(one, at);
    made.push(check);
    let next = withCheck(known, check, null, configs[(places[who] ?? 0) % configs.length]);
    if (does.includes('burns')) next = { ...next, counters: next.counters && { ...next.counters, burns: burnsAt(at) } };
    histories.push(known, next);
    if (does.includes('saves')) stored = readBack(next);
    if (does.includes('writes')) next = withWritten(next, hoursToWrite(next));
    if (does.includes('seeds')) next = backfilled(next);
    memories[who] = next;
    histories.push(stored, next);
  }
  return { histories, made };
}

const burnsAt = (at: number) => (at % 60_000 ? { availability_burns_fast: at } : { response_time_burns_slowly: at });

const worlds = fc.array(step, { minLength: 1, maxLength: 60 });

describe('joinHistories', () => {
  const three = fc.tuple(fc.nat(), fc.nat(), fc.nat());
  const property = (holds: (a: RunningHistory, b: RunningHistory, c: RunningHistory) => void) =>
    fc.assert(
      fc.property(worlds, fc.array(three, { minLength: 10, maxLength: 10 }), (steps, all) => {
        const { histories } = play(steps, AIMS);
        const at = (place: number) => histories[place % histories.length] as RunningHistory;
        for (const [a, b, c] of all) holds(at(a), at(b), at(c));
      }),
      { numRuns: runs(30, 2_000) },
    );
  const join = joinHistories;

  it('is idempotent', () => property((a) => expectSame(join(a, a), a)));
  it('is commutative', () => property((a, b) => expectSame(join(a, b), join(b, a))));
  it('is associative', () => property((a, b, c) => expectSame(join(join(a, b), c), join(a, join(b, c)))));
  it('is absorbing', () => property((a, b) => expectSame(join(join(a, b), b), join(a, b))));
  it('has nothing to add to nothing', () => property((a) => expectSame(join(a, NO_HISTORY), a)));

  it('makes a history that is stored, and read back as it is, no larger than any', () => {
    property((a, b) => {
      const joined = join(a, b);
      expectSame(readBack(joined), joined);
      expect(joined.hours.length).toBeLessThanOrEqual(HOURS_KEPT);
      expect(joined.checks.length).toBeLessThanOrEqual(CHECKS_KEPT);
      for (const length of joined.counters === null ? [] : RESOLUTIONS)
        expect(joined.counters?.slots[length].counts.length).toBeLessThanOrEqual(
          slotsKept(joined.counters?.windowMs ?? 0)[length] * FIELDS,
        );
    });
  });

  // Also of what failed, was slow, or was within maintenance.
  it('counts no check twice, in no bucket and in no slot', () => {
    fc.assert(
      fc.property(worlds, fc.nat(), fc.nat(), (steps, some, others) => {
        const { histories, made } = play(steps, [MONTH]);
        const [one, other] = [some, others].map((place) => histories[place % histories.length]);
        const { hours, counters } = joinHistories(one as RunningHistory, other as RunningHistory);
        const madeIn = (from: number, stepMs: number) => made.filter(({ at }) => at >= from && at < from + stepMs);
        const failed = ({ kind }: PastCheck) => kind !== 'healthy';
        for (const { from, to, checks, failures, maintenance } of hours.flatMap(({ buckets }) => buckets)) {
          const all = madeIn(from, to - from);
          expectAtMost(checks, all.length);
          expectAtMost(failures.error ?? 0, all.filter(failed).length);
          expectAtMost(maintenance.checks, all.filter((check) => check.inMaintenance).length);
        }
        for (const length of RESOLUTIONS) {
          const slots = counters?.slots[length] ?? { from: 0, counts: [] };
          for (let place = 0; place < slots.counts.length; place += FIELDS) {
            const from = slots.from + (place / FIELDS) * BUCKET_MS[length];
            const all = madeIn(from, BUCKET_MS[length]).filter((check) => !check.inMaintenance);
            const timed = all.filter((check) => !failed(check));
            const most = [all.length, all.filter(failed).length, timed.length, timed.length];
            for (const [field, count] of most.entries()) expectAtMost(slots.counts[place + field] ?? 0, count);
          }
        }
      }),
      { numRuns: runs(30, 2_000) },
    );
  });
});

describe('two processes that begin with the same history', () => {
  const historyOf = (checks: readonly PastCheck[], before = NO_HISTORY, aims: Aims | null = MONTH) =>
    checks.reduce((history, check) => withCheck(history, check, null, aims), before);
  const at = (minute: number) => healthyAt(START + minute * MINUTE_MS);
  const base = historyOf(Array.from({ length: 55 }, (_, minute) => at(minute)));
  const countsOf = ({ hours }: RunningHistory) =>
    new Map(hours.flatMap(({ buckets }) => buckets.map(({ from, checks }) => [from, checks] as const)));

  it('join to the count of the one that checked more often, in each five minutes', () => {
    const seen = fc.subarray(Array.from({ length: 20 }, (_, minute) => 55 + minute));
    const property = fc.property(seen, seen, (some, others) => {
      const both = [some, others].map((minutes) => historyOf(minutes.map(at), base)) as [
        RunningHistory,
        RunningHistory,
      ];
      const joined = joinHistories(...both);
      const [left, right] = both.map(countsOf) as [Map<number, number>, Map<number, number>];
      const starts = [...new Set([...left.keys(), ...right.keys()])].sort((one, other) => one - other);
      const most = starts.map((from) => [from, Math.max(left.get(from) ?? 0, right.get(from) ?? 0)]);
      expect([...countsOf(joined)]).toEqual(most);
      // Of the last checks none is missing.
      const times = [...Array(55).keys(), ...some, ...others].map((minute) => START + minute * MINUTE_MS);
      const last = [...new Set(times)].sort((one, other) => one - other).slice(-CHECKS_KEPT);
      expect(joined.checks.map((check) => check.at)).toEqual(last);
      expect(joined.since).toBe(START);
    });
    fc.assert(property, { numRuns: runs(67) });
  });

  it('owe an hour that one of them has written only if the other one has more of it', () => {
    const after = historyOf([at(61)], base);
    const written = withWritten(after, hoursToWrite(after));
    expect(hoursToWrite(joinHistories(after, written))).toEqual([]);
    expect(hoursToWrite(joinHistories(written, historyOf([at(55)], base))).map(({ from }) => from)).toEqual([START]);
  });

  it('know of a budget that was used too fast from whichever has seen it last', () => {
    const burnt = (history: RunningHistory, burns: object): RunningHistory => ({
      ...history,
      counters: history.counters && { ...history.counters, burns },
    });
    const left = burnt(base, { availability_burns_fast: START, response_time_burns_fast: START + 2 });
    const right = burnt(historyOf([at(56)], base), { availability_burns_fast: START + 1 });
    const latest = { availability_burns_fast: START + 1, response_time_burns_fast: START + 2 };
    expect(joinHistories(left, right).counters?.burns).toEqual(latest);
  });

  it('keep the counts for the aims that came last, and ask the store for what the others have counted', () => {
    const aims = { ...MONTH, underMs: 500 };
    const changed = historyOf([at(57)], base, aims);
    const former = historyOf([at(56), at(58)], base);
    const joined = joinHistories(historyOf([at(56)], base), changed);
    expect(joined.counters).toEqual(changed.counters);
    expect(joined.counters).toMatchObject({ ...aims, backfilled: false, timedSince: START + 57 * MINUTE_MS });
    expect(joinHistories(former, changed).counters).toEqual(changed.counters);
    // Two that change alike lose nothing of each other's response times.
    const also = historyOf([at(59), at(60)], base, aims);
    const counts = joinHistories(also, changed).counters?.slots.days.counts;
    expect(counts).toEqual([57, 0, 2, 0]);
  });

  it('have the counters of the one that has an objective', () => {
    const without = historyOf([at(55)], NO_HISTORY, null);
    const one = historyOf([at(56)], without);
    const other = historyOf([at(57)], without, null);
    const joined = joinHistories(one, other);
    expect(joined.counters).toEqual(one.counters);
    // The store is asked for the check that came meanwhile.
    const asked = { ...joined, counters: joined.counters && { ...joined.counters, backfilled: true } };
    expect(historyOf([at(58)], asked).counters?.backfilled).toBe(false);
  });
});
