/** Clues as documents for programs. */

import type { Clue } from '../clue';

/** `at` is ISO 8601 in UTC with milliseconds; `null` if it still goes on, or if that is not known. */
export interface ClueDocument extends Pick<Clue, 'code' | 'message'> {
  readonly at: string | null;
}

export function clueDocuments(clues: readonly Clue[]): readonly ClueDocument[] {
  return clues.map(({ code, at, message }) => ({ code, at: at === null ? null : new Date(at).toISOString(), message }));
}
