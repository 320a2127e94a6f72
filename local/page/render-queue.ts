/** Renders what readers ask for, one after the other, in slices. Checks share the event loop: they must not wait, nor be timed wrong. */

import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { Source } from './source/source';

/** Work in small steps, each of which makes a piece of a text, or an empty one; it ends with its result. */
export type Steps<T> = Iterator<string, T>;

export interface RenderQueue {
  /**
   * Resolves to the result of `make`, once the queue has reached it and has taken all its steps. All who asked for the same
   * `name` before that share it, and get its pieces as they are made. Resolves to `null` if `gone` aborts first. Rejects with
   * what `make` throws.
   */
  render<T>(
    name: string,
    make: () => Steps<T>,
    gone: AbortSignal,
    onPiece?: (piece: string) => void,
  ): Promise<T | null>;
}

/** Steps follow each other for so long. Then everything else has as much time, and while a run is under way so many times as much. */
const SLICE_MS = 5;
const RUN_SHARE = 4;
/** A slice that takes longer than this was held up by something else. */
const MOST_REST_MS = 250;

interface Reader {
  readonly gone: AbortSignal;
  readonly onPiece: (piece: string) => void;
}

/** A rendering that has not begun. */
interface Due {
  readonly readers: Reader[];
  readonly rendered: Promise<unknown>;
}

export function createRenderQueue({ running }: Pick<Source, 'running'>): RenderQueue {
  const dueByName = new Map<string, Due>();
  let last: Promise<unknown> = Promise.resolve();
  /** Of the last slice. */
  let [tookMs, endedAt] = [0, 0];

  const rest = async () => {
    const restMs = Math.min(running() === null ? tookMs : RUN_SHARE * tookMs, MOST_REST_MS);
    const leftMs = endedAt + restMs - performance.now();
    await (leftMs > 0 ? wait(leftMs, undefined, { ref: false }) : nextTurn());
  };
  /** Takes the steps of one slice; returns the last of them. */
  const takeSlice = <T>(take: () => IteratorResult<string, T>): IteratorResult<string, T> => {
    const begunAt = performance.now();
    try {
      let step = take();
      while (!step.done && performance.now() - begunAt < SLICE_MS) step = take();
      return step;
    } finally {
      endedAt = performance.now();
      tookMs = endedAt - begunAt;
    }
  };
  const renderDue = async <T>(name: string, make: () => Steps<T>, readers: readonly Reader[]): Promise<T | null> => {
    await rest();
    // From here on it is of this moment: who asks later gets another one.
    dueByName.delete(name);
    if (readers.every(({ gone }) => gone.aborted)) return null;
    let steps: Steps<T> | null = null;
    const take = () => {
      steps ??= make();
      const step = steps.next();
      if (!step.done) for (const { gone, onPiece } of readers) if (!gone.aborted) onPiece(step.value);
      return step;
    };
    let step = takeSlice(take);
    while (!step.done) {
      await rest();
      step = takeSlice(take);
    }
    // What readers do with it is a slice too.
    await nextTurn();
    return step.value;
  };
  return {
    render: async <T>(name: string, make: () => Steps<T>, gone: AbortSignal, onPiece = (_: string) => {}) => {
      let due = dueByName.get(name);
      if (due === undefined) {
        const readers: Reader[] = [];
        due = { readers, rendered: last.then(() => renderDue(name, make, readers)) };
        last = due.rendered.catch(() => undefined);
        dueByName.set(name, due);
      }
      due.readers.push({ gone, onPiece });
      const made = await due.rendered.catch((error) => {
        if (!gone.aborted) throw error;
      });
      // One name always stands for one type.
      return gone.aborted ? null : (made as T);
    },
  };
}

/** All pieces as one text. */
export function* joined(pieces: Iterable<string>): Generator<string, string> {
  const all: string[] = [];
  for (const piece of pieces) {
    all.push(piece);
    yield piece;
  }
  return all.join('');
}
