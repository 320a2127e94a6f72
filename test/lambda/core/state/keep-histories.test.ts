/** What becomes of the history of services: no check counts twice in the store, whichever processes see it and whatever fails. */

import fc from 'fast-check';
import { bucketsIn } from '../../../../lambda/core/history/history-items';
import { HOUR_MS } from '../../../../lambda/core/history/running-history';
import { countsIn } from '../../../../lambda/core/history/slo-counters';
import type { Snapshots } from '../../../../lambda/core/state/snapshot';
import { type MemoryHistory, memoryHistory } from '../../../support/core/histories';
import { type Process, startProcess, storedState } from '../../../support/core/keeping';
import { type MemoryOutputs, memoryOutputs } from '../../../support/core/memory-outputs';
import { NOW } from '../../../support/core/observations';
import { expectAtMost } from '../../../support/core/same';
import { MINUTE_MS } from '../../../support/core/story';
import { runs } from '../../../support/jest/lane';

const WELL = { a: 'well' };
/** NOW is a full hour. */
const HOUR = 60;

/** How many checks the store has of each five minutes, with those that a state keeps. */
function storedCounts(outputs: MemoryOutputs, history: MemoryHistory): ReadonlyMap<number, number> {
  const range = { from: 0, to: NOW + 1_000 * HOUR_MS, resolution: 'fine' } as const;
  const buckets = bucketsIn(range, history.items('a'), storedState(outputs, 'a').history, NOW);
  return new Map(buckets.map(({ from, checks }) => [from, checks]));
}

function countsOf(minutes: readonly number[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const minute of minutes) {
    const from = NOW + Math.floor(minute / 5) * 5 * MINUTE_MS;
    counts.set(from, (counts.get(from) ?? 0) + 1);
  }
  return counts;
}

const sorted = (counts: ReadonlyMap<number, number>) => [...counts].sort(([left], [right]) => left - right);
/** Of each five minutes as many as the process that has checked most. */
const mostOf = (made: readonly (readonly number[])[]) => {
  const counts = made.map(countsOf);
  const starts = new Set(counts.flatMap((one) => [...one.keys()]));
  return new Map([...starts].map((from) => [from, Math.max(...counts.map((one) => one.get(from) ?? 0))]));
};
const sum = (counts: ReadonlyMap<number, number>) => [...counts.values()].reduce((total, count) => total + count, 0);

/** A process with a store of its own. */
function begin() {
  const outputs = memoryOutputs();
  const history = memoryHistory();
  return { outputs, history, process: startProcess(outputs, { history }) };
}

describe('two processes that take turns', () => {
  type Fault = 'read' | 'write' | 'failing' | 'unanswered' | 'overtaken';
  interface Turn {
    readonly who: 'first' | 'second' | 'both';
    readonly reason: string;
    readonly fault: Fault | null;
    /** Which process dies after it. */
    readonly dies: 0 | 1 | null;
  }
  const turnsWith = (faults: readonly Fault[], dies: Turn['dies'][]): fc.Arbitrary<Turn[]> =>
    fc.array(
      fc.record<Turn>({
        who: fc.constantFrom('first', 'second', 'both'),
        reason: fc.oneof(
          // Each outage stays in the state, which then takes longer to read than all else.
          { weight: 29, arbitrary: fc.constant('well') },
          { weight: 1, arbitrary: fc.constant('http_503') },
        ),
        fault: fc.oneof(
          { weight: 6, arbitrary: fc.constant(null) },
          { weight: 1, arbitrary: fc.constantFrom(...faults) },
        ),
        dies: fc.oneof(
          { weight: 19, arbitrary: fc.constant(null) },
          { weight: 1, arbitrary: fc.constantFrom(...dies) },
        ),
      }),
      { minLength: 3 * HOUR, maxLength: 3 * HOUR },
    );

  /** Plays the turns of those that are there, a minute each, and then saves what they have seen; the minutes of all checks of each. */
  async function play(
    turns: readonly Turn[],
    present: readonly (0 | 1)[] = [0, 1],
  ): Promise<{ outputs: MemoryOutputs; history: MemoryHistory; made: readonly [number[], number[]] }> {
    const outputs = memoryOutputs();
    const history = memoryHistory();
    const start = () => startProcess(outputs, { history });
    const processes: [Process, Process] = [start(), start()];
    const made: readonly [number[], number[]] = [[], []];
    const check = (index: 0 | 1, minute: number, reason: string) => {
      const at = minute + 0.2 + index * 0.1;
      made[index].push(at);
      return processes[index].run(at, { a: reason });
    };
    for (const [minute, { who, reason, fault, dies }] of turns.entries()) {
      const faults = {
        read: history.failing,
        write: history.failing,
        failing: outputs.failing,
        unanswered: outputs.unanswered,
        overtaken: outputs.overtaken,
      };
      const call = fault === 'read' || fault === 'write' ? fault : 'save';
      if (fault) faults[fault].add(call);
      // Each has its turn now and then: what a process keeps to itself for more than an hour is as good as lost.
      const those = minute % 20 === 0 ? [0, 1] : { first: [0], second: [1], both: [0, 1] }[who];
      await Promise.all(present.map((index) => those.includes(index) && check(index, minute, reason)));
      if (fault) faults[fault].delete(call);
      if (dies !== null) processes[dies] = start();
    }
    // A change is saved at once.
    for (const [index, reason] of [
      [0, 'http_503'],
      [1, 'http_500'],
      [0, 'http_503'],
      [1, 'http_500'],
    ] as const)
      if (present.includes(index)) await check(index, turns.length + index, reason);
    return { outputs, history, made };
  }

  it('count no check twice, and of each five minutes as many as the one that checked most, whatever fails', async () => {
    const turns = turnsWith(['read', 'write', 'failing', 'unanswered', 'overtaken'], [null]);
    const property = fc.asyncProperty(turns, async (all) => {
      const { outputs, history, made } = await play(all);
      const found = storedCounts(outputs, history);
      const most = mostOf(made);
      const whole = countsOf(made.flat());
      const isContested = ({ who, fault }: Turn, minute: number) =>
        who === 'both' || minute % 20 === 0 || fault === 'overtaken' || fault === 'unanswered';
      const lost = countsOf(all.flatMap((turn, minute) => (isContested(turn, minute) ? [minute] : [])));
      expect([...found.keys()].sort()).toEqual([...whole.keys()].sort());
      for (const [from, checks] of found) {
        expectAtMost(checks, whole.get(from) ?? 0);
        // Who loses a conditional write forgets what it found in that run.
        expectAtMost((most.get(from) ?? 0) - (lost.get(from) ?? 0), checks);
      }
    });
    await fc.assert(property, { numRuns: runs(2, 100) });
  });

  it('count each check once if there is but one of them, whatever fails', async () => {
    const turns = turnsWith(['read', 'write', 'failing', 'unanswered'], [null]);
    const property = fc.asyncProperty(turns, async (all) => {
      const { outputs, history, made } = await play(all, [0]);
      expect(sorted(storedCounts(outputs, history))).toEqual(sorted(countsOf(made[0])));
    });
    await fc.assert(property, { numRuns: runs(2, 100) });
  });

  it('lose at most five minutes of a process that dies, and count nothing twice', async () => {
    const property = fc.asyncProperty(turnsWith(['read', 'write', 'overtaken'], [0, 1]), async (all) => {
      const { outputs, history, made } = await play(all);
      const found = storedCounts(outputs, history);
      const whole = countsOf(made.flat());
      for (const [from, checks] of found) expectAtMost(checks, whole.get(from) ?? 0);
      const deaths = all.filter(({ dies }) => dies !== null).length;
      const lost = [...mostOf(made)].map(([from, checks]) => Math.max(0, checks - (found.get(from) ?? 0)));
      // Who loses a conditional write forgets what it found in that run.
      const overtaken = all.filter(({ fault }) => fault === 'overtaken').length;
      expect(lost.reduce((total, count) => total + count, 0)).toBeLessThanOrEqual(5 * deaths + overtaken);
    });
    await fc.assert(property, { numRuns: runs(2, 100) });
  });
});

describe('an objective that is new', () => {
  const OBJECTIVE = ['objective: { availability: 99.9%, responseTime: { under: 800ms, share: 99% } }'];
  const tallyIn = (outputs: MemoryOutputs, id = 'a') => storedState(outputs, id).history.counters;
  /** How many checks count, and how many of them failed, in the month up to a minute. */
  const monthOf = (outputs: MemoryOutputs, minute: number) => {
    const counters = tallyIn(outputs);
    const { checks, failed } = (counters && countsIn(counters, 'days', 0, NOW + minute * MINUTE_MS)) ?? {};
    return [counters?.backfilled, checks, failed];
  };

  it('begins with what the store knows, and counts nothing twice', async () => {
    const { outputs, history, process } = begin();
    const days = 33;
    const minutes = Array.from({ length: days * 24 }, (_, hour) => hour * 60);
    for (const minute of minutes) await process.run(minute, minute % 1_500 === 0 ? { a: 'http_503' } : WELL);
    const [now] = minutes.slice(-1);
    if (now === undefined) throw new Error('there are minutes');
    const reads = history.calls.filter((call) => call === 'read').length;
    await process.run(now + 7, WELL, OBJECTIVE);
    expect(monthOf(outputs, now + 7)).toEqual([false, 1, 0]);
    await process.run(now + 14, WELL, OBJECTIVE);
    const first = Math.floor((NOW / MINUTE_MS + now) / 1_440 - 30) * 1_440 - NOW / MINUTE_MS;
    const counted = minutes.filter((minute) => minute >= first);
    const failed = counted.filter((minute) => minute % 1_500 === 0).length;
    expect(monthOf(outputs, now + 14)).toEqual([true, counted.length + 2, failed]);
    // Once, and never again.
    for (const minute of [21, 28, 35]) await process.run(now + minute, WELL, OBJECTIVE);
    expect(monthOf(outputs, now + 35)).toEqual([true, counted.length + 5, failed]);
    expect(history.calls.filter((call) => call === 'read').length - reads).toBeLessThanOrEqual(2);
    expect(tallyIn(outputs)).toMatchObject({ since: NOW + first * MINUTE_MS, timedSince: NOW + (now + 7) * MINUTE_MS });
  });

  it('asks again if the store can not be read, which is one failure of the run', async () => {
    const { outputs, history, process } = begin();
    history.failing.add('read');
    const { failures } = await process.run(0, { a: 'well', b: 'well' }, OBJECTIVE);
    const message = "the history that objectives need can't be read: read fails";
    expect(failures).toEqual([{ output: 'history', service: null, message }]);
    history.failing.delete('read');
    for (const minute of [6, 12])
      expect((await process.run(minute, { a: 'well', b: 'well' }, OBJECTIVE)).failures).toEqual([]);
    expect([tallyIn(outputs)?.backfilled, tallyIn(outputs, 'b')?.backfilled]).toEqual([true, true]);
  });

  it('is asked for of twenty services in a run, with one call', async () => {
    const { history, process } = begin();
    const fleet = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`s${index}`, 'well']));
    const backfilled = (states: Snapshots) =>
      [...states.values()].filter(({ state }) => state.history.counters?.backfilled).length;
    const counts: number[] = [];
    for (const minute of [0, 6, 12, 18]) counts.push(backfilled((await process.run(minute, fleet, OBJECTIVE)).states));
    expect(counts).toEqual([20, 40, 50, 50]);
    expect(history.calls).toEqual(['read', 'read', 'read']);
  });
});

describe('a process', () => {
  it('keeps checks to itself for five minutes at most, though others are always there to save first', async () => {
    const outputs = memoryOutputs();
    const history = memoryHistory();
    const saving = startProcess(outputs, { history });
    const forestalled = startProcess(outputs, { history });
    const minutes = Array.from({ length: 40 }, (_, minute) => minute);
    for (const minute of minutes) await (minute % 5 === 0 ? saving : forestalled).run(minute, WELL);
    expect(sum(storedCounts(outputs, history))).toBeGreaterThanOrEqual(35);
  });

  it('writes an hour once, with the first save after its end, and saves that with the next', async () => {
    const { outputs, history, process } = begin();
    for (let minute = 0; minute < HOUR + 20; minute++) await process.run(minute, WELL);
    expect(history.calls).toEqual(['read', 'write a']);
    expect(storedState(outputs, 'a').history.hours).toMatchObject([
      { from: NOW, written: HOUR },
      { from: NOW + HOUR_MS, written: 0 },
    ]);
  });

  it('writes only the hours of services whose state is saved in the same run', async () => {
    const { outputs, history, process } = begin();
    const writtenAt = new Map<string, number>();
    for (let minute = 58; minute <= HOUR + 10; minute++) {
      const saves = outputs.calls.length;
      const writes = history.calls.length;
      await process.run(minute, { a: 'well', b: 'well' });
      const saved = outputs.calls.slice(saves).flatMap((call) => /^save (\w+)/.exec(call)?.[1] ?? []);
      for (const call of history.calls.slice(writes).filter((call) => call !== 'read')) {
        const service = call.replace('write ', '');
        expect(saved).toContain(service);
        expect(writtenAt.has(service)).toBe(false);
        writtenAt.set(service, minute);
      }
    }
    // Each has its own moment.
    expect(new Set(writtenAt.values()).size).toBe(2);
  });

  it.each([
    ['can not be read', 'read', 'read fails'],
    ['takes nothing', 'write', 'write a fails'],
  ])('has one failure a run if the store %s, and tries again with the next save', async (_, failing, cause) => {
    const { outputs, history, process } = begin();
    const all = (reason: string) => ({ a: reason, b: reason, c: reason });
    for (let minute = 55; minute < HOUR; minute++) await process.run(minute, all('well'));
    history.failing.add(failing);
    // A change is saved at once.
    const { failures } = await process.run(HOUR, all('http_503'));
    expect(failures).toEqual([
      { output: 'history', service: null, message: `the history of 3 services can't be written: ${cause}` },
    ]);
    history.failing.delete(failing);
    expect((await process.run(HOUR + 1, all('http_503'))).failures).toEqual([]);
    expect(storedCounts(outputs, history).get(NOW + 55 * MINUTE_MS)).toBe(5);
    expect(history.calls.filter((call) => call === 'write a')).toHaveLength(failing === 'read' ? 1 : 2);
  });

  it('has a failure for the one service whose history is not accepted, and writes the others', async () => {
    const { history, process } = begin();
    history.failing.add('write b');
    for (const minute of [0, HOUR - 1]) await process.run(minute, { a: 'well', b: 'well' });
    const { failures } = await process.run(HOUR + 4, { a: 'well', b: 'well' });
    const message = "the history of b can't be written: write b fails";
    expect(failures).toEqual([{ output: 'history', service: 'b', message }]);
    expect(history.items('a')).not.toEqual([]);
  });

  it('takes up where the last one stopped', async () => {
    const outputs = memoryOutputs();
    const history = memoryHistory();
    const minutes = [0, 5, 10, 15];
    for (const minute of minutes) await startProcess(outputs, { history }).run(minute, WELL);
    expect(sorted(storedCounts(outputs, history))).toEqual(sorted(countsOf(minutes)));
    expect(storedState(outputs, 'a').history.checks).toHaveLength(4);
  });
});
