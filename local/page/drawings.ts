/** Draws views for readers, one after the other. The checks share the event loop, so they must not wait long, nor be timed wrong. */

import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Make } from '../../lambda/core/documents/documents';
import type { Draw } from '../../lambda/web/web-app';
import type { Source } from './source/source';

/** After a drawing, other work gets as much time as it took, up to this. */
const MOST_REST_MS = 250;
/** Equal requests share a drawing until there is news, but no longer than this: it shows how long ago things were. */
const SHARED_MS = 2_000;
/** The most shared drawings: with many services each has half a megabyte. */
const KEPT = 50;

export function createDrawings({ subscribe }: Source): Draw {
  const oneAtATime = pLimit(1);
  const shared = new Map<string, Promise<unknown>>();
  let rest: Promise<void> = Promise.resolve();
  subscribe(() => shared.clear());

  const inTurn = <T>(make: () => T): Promise<T> =>
    oneAtATime(async () => {
      await rest;
      const begunAt = performance.now();
      try {
        return make();
      } finally {
        rest = wait(Math.min(performance.now() - begunAt, MOST_REST_MS), undefined, { ref: false });
      }
    });
  const share = <T>(name: string, drawing: Promise<T>): Promise<T> => {
    const forget = () => {
      if (shared.get(name) === drawing) shared.delete(name);
    };
    shared.set(name, drawing);
    drawing.then(() => setTimeout(forget, SHARED_MS).unref(), forget);
    const [oldest] = shared.keys();
    if (shared.size > KEPT && oldest !== undefined) shared.delete(oldest);
    return drawing;
  };
  return <Found, Drawn>(name: string, find: () => Promise<Make<Found>>, draw: (found: Found) => Drawn) => {
    // A name always stands for the same type.
    const drawing = shared.get(name) as Promise<Drawn> | undefined;
    if (drawing !== undefined) return drawing;
    return share(
      name,
      find().then((make) => inTurn(() => draw(make()))),
    );
  };
}
