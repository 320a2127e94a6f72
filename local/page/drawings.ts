/** Draws what readers ask for one after the other, beside the checks: these share the event loop, and must go on and be timed right. */

import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { Source } from './source';

export interface Drawings {
  /**
   * What `make` makes when its turn comes. All who asked for the same `name` before that get the same. `null` where `gone`
   * comes first. Rejects with what `make` throws.
   */
  draw<T>(name: string, make: () => T, gone: AbortSignal): Promise<T | null>;
}

/**
 * While a run is under way a drawing waits for its end, but for no more than so many times what one takes, and no longer
 * than this since it was asked for: a service that hangs must not hide the page.
 */
const PATIENCE = 20;
const MOST_PATIENCE_MS = 1_000;
/** Drawings differ in what they take: the longest counts, and with each one after it a little less. */
const FORGETTING = 0.9;
/** What takes longer than this was held up by something else. */
const MOST_COST_MS = 250;

/** The latest drawing of a name, kept as long as somebody waits for one. */
interface Drawn {
  waiting: number;
  begunAt: number;
  made: unknown;
}

export function createDrawings({ running }: Pick<Source, 'running'>): Drawings {
  const byName = new Map<string, Drawn>();
  let last: Promise<unknown> = Promise.resolve();
  let [costMs, lastEnd] = [0, Number.NEGATIVE_INFINITY];

  const pause = async (askedAt: number) => {
    // As long again as one takes: half of the time is for everything else.
    await sleep(Math.max(0, lastEnd + costMs - performance.now()));
    const patience = Math.min(PATIENCE * costMs, MOST_PATIENCE_MS) + askedAt - performance.now();
    const run = running();
    if (run !== null && patience > 0) await Promise.race([run, sleep(patience)]);
    await nextTurn();
  };
  const drawNow = (drawn: Drawn, make: () => unknown) => {
    const begunAt = performance.now();
    try {
      drawn.made = make();
      drawn.begunAt = begunAt;
    } finally {
      lastEnd = performance.now();
      costMs = Math.max(FORGETTING * costMs, Math.min(lastEnd - begunAt, MOST_COST_MS));
    }
  };
  return {
    draw: <T>(name: string, make: () => T, gone: AbortSignal) => {
      const askedAt = performance.now();
      const drawn = byName.get(name) ?? { waiting: 0, begunAt: Number.NEGATIVE_INFINITY, made: null };
      byName.set(name, drawn);
      drawn.waiting++;
      const isOld = () => !gone.aborted && drawn.begunAt < askedAt;
      const turn = last
        .then(async () => {
          if (isOld()) await pause(askedAt);
          if (isOld()) drawNow(drawn, make);
          // The same name stands for the same kind of thing.
          return gone.aborted ? null : (drawn.made as T);
        })
        .finally(() => {
          if (--drawn.waiting === 0) byName.delete(name);
        });
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}

/** Keeps no process alive. */
function sleep(milliseconds: number): Promise<void> {
  return wait(milliseconds, undefined, { ref: false });
}
