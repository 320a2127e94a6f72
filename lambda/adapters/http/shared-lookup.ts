/** Resolves names so that a name whose server hangs takes a single thread, however often it is needed. */

import { lookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';

type Done = Parameters<LookupFunction>[2];

/**
 * The C library has no time limit for queries over TCP, so a thread may wait forever, even once the name server works again. Then a
 * name is also resolved without that thread.
 */
const LOST_AFTER_MS = 30_000;

const LIMIT = { timeout: 1_000, tries: 2 };

interface Underway {
  readonly since: number;
  readonly waiting: Set<Done>;
}

/** `leave` drops the callback, so that a caller who has stopped waiting takes no memory. */
export interface Lookup {
  readonly lookup: LookupFunction;
  readonly leave: () => void;
}

/** Makes a `lookup` for one connection each. At most one lookup of a name is under way in `resolve`; the others join it. */
export function lookupSharer(
  resolve: LookupFunction = lookup as LookupFunction,
  now = () => performance.now(),
  resolver = new Resolver(LIMIT),
): () => Lookup {
  const underway = new Map<string, Underway>();
  return () => {
    let leave = () => {};
    const join: LookupFunction = (host, options, done) => {
      const key = JSON.stringify([host, options]);
      const joined = underway.get(key);
      const { waiting, since } = joined ?? { waiting: new Set<Done>(), since: now() };
      waiting.add(done);
      leave = () => waiting.delete(done);
      if (joined === undefined) {
        underway.set(key, { waiting, since });
        resolve(host, options, (...answer) => {
          underway.delete(key);
          for (const each of waiting) each(...answer);
        });
      } else if (now() - since > LOST_AFTER_MS) {
        // Without an answer it goes on waiting, until its time is up.
        void resolver.resolve4(host).then(
          ([address]) => {
            if (address === undefined || !waiting.delete(done)) return;
            if (options.all) done(null, [{ address, family: 4 }]);
            else done(null, address, 4);
          },
          () => {},
        );
      }
    };
    return { lookup: join, leave: () => leave() };
  };
}

/** Shared by all connections of this process. */
export const sharedLookup = lookupSharer();
