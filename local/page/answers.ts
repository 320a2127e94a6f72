/** The answers to what was asked for through the page, until the page that follows has shown them: in its address each has an id. */

import { randomUUID } from 'node:crypto';

export interface Answers {
  /** Keeps a text; returns its id. */
  keep(text: string): string;
  /** The text of an id; `null` if it is not known any more, or never was. */
  find(id: string | undefined): string | null;
}

/** Older ones give way. */
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
