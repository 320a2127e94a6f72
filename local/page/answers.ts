/** Stores the answers to actions until the next page has shown them: its address has the id of its answer. */

import { randomUUID } from 'node:crypto';

export interface Answers {
  /** Stores a text and returns its id. */
  keep(text: string): string;
  /** Returns the text with an id; `null` if it is unknown or expired. */
  find(id: string | undefined): string | null;
}

/** The most stored answers; older ones are dropped. */
const KEPT = 100;

export function createAnswers(): Answers {
  const kept = new Map<string, string>();
  return {
    keep: (text) => {
      const id = randomUUID();
      kept.set(id, text);
      const [oldest] = kept.keys();
      if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
      return id;
    },
    find: (id) => (id === undefined ? null : (kept.get(id) ?? null)),
  };
}
