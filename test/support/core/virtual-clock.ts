/** A clock of a test's own: its time passes only while all wait for it. */

import type { Clock } from '../../../lambda/core/words/clock';

export interface VirtualClock extends Clock {
  /** Lets time pass until `work` is done. */
  run<Result>(work: Promise<Result>): Promise<Result>;
  /** Lets time pass while nobody waits for it. */
  pass(milliseconds: number): void;
  /** Sets the time of day forward, or back if `milliseconds` is negative: no time passes. */
  set(milliseconds: number): void;
}

/** `start` is in milliseconds since 1970. */
export function virtualClock(start: number): VirtualClock {
  let elapsed = 0;
  let offset = start;
  const sleepers = new Map<() => void, number>();
  return {
    now: () => offset + elapsed,
    elapsed: () => elapsed,
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        const wake = () => {
          sleepers.delete(wake);
          signal?.removeEventListener('abort', wake);
          resolve();
        };
        if (signal?.aborted) return wake();
        sleepers.set(wake, elapsed + milliseconds);
        signal?.addEventListener('abort', wake);
      }),
    run: async (work) => {
      let isDone = false;
      const done = () => {
        isDone = true;
      };
      work.then(done, done);
      for (;;) {
        await new Promise(setImmediate);
        if (isDone) return work;
        const [next] = [...sleepers].sort(([, left], [, right]) => left - right);
        if (!next) throw new Error('all wait, and nobody for the clock');
        const [wake, at] = next;
        // Who was killed before may have waited for an earlier time.
        elapsed = Math.max(elapsed, at);
        wake();
      }
    },
    pass: (milliseconds) => {
      elapsed += milliseconds;
    },
    set: (milliseconds) => {
      offset += milliseconds;
    },
  };
}
