/** Renders what readers ask for, one view after the other, in slices. Checks share the event loop: they must not wait, nor be timed wrong. */

import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { Source } from './source/source';

export interface RenderQueue {
  /**
   * Resolves to the result of `make`, once the queue has reached it and has taken all its steps. All who asked for the same
   * `name` before that get the same result, and what its steps yield, as they are taken. Resolves to `null` if `gone` aborts first.
   * Rejects with what `make` throws.
   */
  render<T, Step>(
    name: string,
    make: () => Steps<T, Step>,
    gone: AbortSignal,
    onStep?: (step: Step) => void,
  ): Promise<T | null>;
}

/** Work in small steps, which ends with its result. */
export type Steps<T, Step = unknown> = Iterator<Step, T>;

/** All pieces as one text. */
export function* joined(pieces: Iterable<string>): Generator<string, string> {
  const all: string[] = [];
  for (const piece of pieces) {
    all.push(piece);
    yield piece;
  }
  return all.join('');
}

/** Steps follow each other for so long; then everything else has its turn. */
const SLICE_MS = 5;
/** While a run is under way, everything else has so many times as long. */
const RUN_SHARE = 4;

/**
 * While a run is under way, rendering waits for the run's end: at most so many times as long as one rendering takes, and
 * at most this long after it was asked for. A service that hangs must not hide the page.
 */
const WAIT_FACTOR = 20;
const MOST_WAIT_MS = 1_000;
/** Renderings differ in cost: the highest cost counts, and a little less with each rendering after it. */
const COST_DECAY = 0.9;
/** A rendering that takes longer than this was held up by something else. */
const MOST_COST_MS = 250;

/** The latest rendering of a name, kept as long as somebody waits for it. */
interface Rendering {
  waiting: number;
  /** Who gets the steps of the next one. */
  onStep: ((step: unknown) => void)[];
  begunAt: number;
  /** What came of the latest one; throws if it failed. */
  outcome: () => unknown;
}

export function createRenderQueue({ running }: Pick<Source, 'running'>): RenderQueue {
  const byName = new Map<string, Rendering>();
  let last: Promise<unknown> = Promise.resolve();
  /** Of the rendering that is under way, without what happens between its slices. */
  let tookMs = 0;
  let [costMs, lastEnd] = [0, Number.NEGATIVE_INFINITY];

  const pause = async (askedAt: number) => {
    // Waits as long as one rendering takes: half of the time is for everything else.
    await sleep(Math.max(0, lastEnd + costMs - performance.now()));
    const waitMs = Math.min(WAIT_FACTOR * costMs, MOST_WAIT_MS) + askedAt - performance.now();
    const run = running();
    if (run !== null && waitMs > 0) await Promise.race([run, sleep(waitMs)]);
    await nextTurn();
  };
  /** Takes the steps of one slice; the last of them. */
  const goOn = (take: () => IteratorResult<unknown>, from = performance.now()): IteratorResult<unknown> => {
    try {
      let step = take();
      while (!step.done && performance.now() - from < SLICE_MS) step = take();
      return step;
    } finally {
      lastEnd = performance.now();
      tookMs += lastEnd - from;
    }
  };
  const renderNow = async (rendering: Rendering, make: () => Steps<unknown>) => {
    const [begunAt, steps, told] = [performance.now(), make(), rendering.onStep];
    rendering.onStep = [];
    const take = () => {
      const step = steps.next();
      if (!step.done) for (const onStep of told) onStep(step.value);
      return step;
    };
    tookMs = 0;
    try {
      let step = goOn(take, begunAt);
      while (!step.done) {
        await (running() === null ? nextTurn() : sleep(RUN_SHARE * SLICE_MS));
        step = goOn(take);
      }
      const made = step.value;
      rendering.outcome = () => made;
      // What is done with it is a slice too.
      await nextTurn();
    } catch (error) {
      // All who got its steps share its end.
      rendering.outcome = () => {
        throw error;
      };
    } finally {
      rendering.begunAt = begunAt;
      costMs = Math.max(COST_DECAY * costMs, Math.min(tookMs, MOST_COST_MS));
    }
  };
  return {
    render: <T, Step>(name: string, make: () => Steps<T, Step>, gone: AbortSignal, onStep?: (step: Step) => void) => {
      const askedAt = performance.now();
      const rendering = byName.get(name) ?? newRendering();
      byName.set(name, rendering);
      rendering.waiting++;
      // One name always stands for one type. A reader may leave before all others do.
      if (onStep) rendering.onStep.push((step) => gone.aborted || onStep(step as Step));
      const isOld = () => !gone.aborted && rendering.begunAt < askedAt;
      const turn = last
        .then(async () => {
          if (isOld()) await pause(askedAt);
          if (isOld()) await renderNow(rendering, make);
          // One name always stands for one type.
          return gone.aborted ? null : (rendering.outcome() as T);
        })
        .finally(() => {
          if (--rendering.waiting === 0) byName.delete(name);
        });
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}

function newRendering(): Rendering {
  return { waiting: 0, onStep: [], begunAt: Number.NEGATIVE_INFINITY, outcome: () => null };
}

/** A pause that keeps no process alive. */
function sleep(milliseconds: number): Promise<void> {
  return wait(milliseconds, undefined, { ref: false });
}
