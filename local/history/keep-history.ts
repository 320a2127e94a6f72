/** Keeps a history beside the runs of a watch: a disk that is slow, or hangs, must not hold up the next run. */

import type { CheckResult } from '../../lambda/core/probe/check-result';
import type { Clock } from '../../lambda/core/words/clock';
import { describeDuration } from '../../lambda/core/words/duration';
import { messageOf } from '../../lambda/core/words/run-failure';
import type { History } from './history-log';

export interface HistoryKeeping {
  /** Adds what a run has found: it counts at once, and is written in the background. */
  record(results: readonly CheckResult[]): void;
  /** What is wrong with the writing, in words; `null` if nothing is. */
  problem(): string | null;
  /** Waits for what is being written, but not for long. Resolves to what is wrong with the writing then. */
  end(): Promise<string | null>;
}

/** A disk may be busy for a while. */
const SLOW_MS = 30_000;
const LAST_WAIT_MS = 5_000;

export function keepHistory(history: Pick<History, 'record'>, clock: Clock): HistoryKeeping {
  let last: Promise<void> = Promise.resolve();
  /** Since when the oldest unwritten result has been waiting; `null` if none waits. */
  let waitingSince: number | null = null;
  let failure: string | null = null;

  const follow = async (writing: Promise<void>) => {
    try {
      await writing;
      failure = null;
    } catch (error) {
      failure = `the history can't be kept: ${messageOf(error)}`;
    }
    waitingSince = writing === last ? null : clock.elapsed();
  };
  const problem = (limitMs: number) => {
    const waitedMs = waitingSince === null ? 0 : clock.elapsed() - waitingSince;
    return waitedMs > limitMs ? `the history has not been written for ${describeDuration(waitedMs)}` : failure;
  };
  return {
    record: (results) => {
      waitingSince ??= clock.elapsed();
      const writing = history.record(results, clock.now());
      // Several may wait for the same writing.
      if (writing === last) return;
      last = writing;
      void follow(writing);
    },
    problem: () => problem(SLOW_MS),
    end: async () => {
      const written = new AbortController();
      const settled = last.then(nothing, nothing);
      await Promise.race([settled, clock.sleep(LAST_WAIT_MS, written.signal)]);
      written.abort();
      return problem(0);
    },
  };
}

function nothing(): void {}
