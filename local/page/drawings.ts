/** Draws what readers ask for one after the other, beside the checks: these share the event loop, and must go on and be timed right. */

import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { Source } from './source';

export interface Drawings {
  /**
   * What `make` makes when its turn comes; whoever asks for the same `name` until then gets the same. `null` where `gone`
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

interface Drawing {
  readonly make: () => unknown;
  readonly settle: (made: unknown) => void;
  readonly fail: (error: unknown) => void;
  readonly made: Promise<unknown>;
  readonly askedAt: number;
  /** Of those who wait for it. */
  readonly gone: Set<AbortSignal>;
}

export function createDrawings({ running }: Pick<Source, 'running'>): Drawings {
  // A map keeps its order.
  const waiting = new Map<string, Drawing>();
  let isAtWork = false;
  let [costMs, lastEnd] = [0, Number.NEGATIVE_INFINITY];

  /** Those for which nobody waits any more would pile up where many come and go. */
  const dropForsaken = () => {
    for (const [name, { gone, settle }] of waiting) {
      for (const signal of gone) if (signal.aborted) gone.delete(signal);
      if (gone.size > 0) continue;
      waiting.delete(name);
      settle(null);
    }
  };
  const pause = async () => {
    // As long again as one takes: half of the time is for everything else.
    await sleep(Math.max(0, lastEnd + costMs - performance.now()));
    const [next] = waiting.values();
    const patience = Math.min(PATIENCE * costMs, MOST_PATIENCE_MS) + (next?.askedAt ?? 0) - performance.now();
    const run = running();
    if (run !== null && patience > 0) await Promise.race([run, sleep(patience)]);
    await nextTurn();
  };
  const drawNext = () => {
    const [entry] = waiting;
    if (!entry) return;
    const [name, { make, settle, fail }] = entry;
    waiting.delete(name);
    const begunAt = performance.now();
    try {
      settle(make());
    } catch (error) {
      fail(error);
    }
    lastEnd = performance.now();
    costMs = Math.max(FORGETTING * costMs, Math.min(lastEnd - begunAt, MOST_COST_MS));
  };
  const work = async () => {
    isAtWork = true;
    while (waiting.size > 0) {
      await pause();
      dropForsaken();
      drawNext();
    }
    isAtWork = false;
  };
  return {
    draw: <T>(name: string, make: () => T, gone: AbortSignal) => {
      dropForsaken();
      const drawing = waiting.get(name) ?? newDrawing(make);
      drawing.gone.add(gone);
      waiting.set(name, drawing);
      if (!isAtWork) void work();
      // The same name stands for the same kind of thing.
      return drawing.made as Promise<T | null>;
    },
  };
}

/** Keeps no process alive. */
function sleep(milliseconds: number): Promise<void> {
  return wait(milliseconds, undefined, { ref: false });
}

function newDrawing(make: () => unknown): Drawing {
  let settle: Drawing['settle'] = () => {};
  let fail: Drawing['fail'] = () => {};
  const made = new Promise<unknown>((resolve, reject) => {
    settle = resolve;
    fail = reject;
  });
  return { make, settle, fail, made, askedAt: performance.now(), gone: new Set() };
}
