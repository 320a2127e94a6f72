/** Finds the word that was meant by a misspelt one. */

import { closest, distance } from 'fastest-levenshtein';

/** The known word that was probably meant; `null` if none is similar. */
export function nearMiss(word: string, known: readonly string[]): string | null {
  if (known.length === 0) return null;
  const lower = closest(
    word.toLowerCase(),
    known.map((each) => each.toLowerCase()),
  );
  const limit = Math.max(1, Math.floor(lower.length / 3));
  if (distance(word.toLowerCase(), lower) > limit) return null;
  return known.find((each) => each.toLowerCase() === lower) ?? null;
}
