/** Draws what readers ask for, one after the other. The checks share the event loop: they must not wait long, nor be timed wrong. */

import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';

/** Resolves to what `make` returns once its turn has come. Everybody who asks for the same `name` before that shares it. */
export type Draw = <T>(name: string, make: () => T) => Promise<T>;

/** After a drawing everything else has as much time as it took, up to this. */
const MOST_REST_MS = 250;

export function createDrawings(): Draw {
  const oneAtATime = pLimit(1);
  const due = new Map<string, Promise<unknown>>();
  let rest: Promise<void> = Promise.resolve();

  return <T>(name: string, make: () => T) => {
    const shared = due.get(name);
    // One name always stands for one type.
    if (shared !== undefined) return shared as Promise<T>;
    const drawn = oneAtATime(async () => {
      await rest;
      // From here on it is of this moment: who asks later gets another one.
      due.delete(name);
      const begunAt = performance.now();
      try {
        return make();
      } finally {
        rest = wait(Math.min(performance.now() - begunAt, MOST_REST_MS), undefined, { ref: false });
      }
    });
    due.set(name, drawn);
    return drawn;
  };
}
