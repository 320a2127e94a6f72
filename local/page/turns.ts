/** Sees to it that nobody holds so many connections that none is left to load a page with. */

export interface Turns {
  /** Begins a turn of a client; `end` is called when another has to have it. Returns what ends it from this side. */
  begin(client: string, end: () => void): () => void;
}

/** Of more than `most` turns of one client at once, the oldest ends. */
export function createTurns(most: number): Turns {
  const turns = new Map<string, Set<() => void>>();
  return {
    begin: (client, end) => {
      const own = turns.get(client) ?? new Set();
      turns.set(client, own.add(end));
      // A set keeps its order.
      for (const oldest of [...own].slice(0, -most)) {
        own.delete(oldest);
        oldest();
      }
      return () => {
        own.delete(end);
        if (own.size === 0 && turns.get(client) === own) turns.delete(client);
      };
    },
  };
}
