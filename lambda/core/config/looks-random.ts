/** Whether a text was drawn by chance, as far as can be seen, and how much of it. */

import { isPlain } from '../words/literal-secret';

const SHORTEST = 16;
const LEAST_CHARACTERS = 6;

/** Whether it has 16 characters or more, and is no row of words, or of characters that follow each other. */
export function looksRandom(text: string): boolean {
  const steps = Array.from(text.slice(1), (character, index) => character.charCodeAt(0) - text.charCodeAt(index));
  const near = steps.filter((step) => Math.abs(step) <= 1);
  const isVaried = new Set(text).size >= LEAST_CHARACTERS && near.length < (2 / 3) * steps.length;
  // A capital within a word is in none.
  const isWords = isPlain(text) && !/\p{L}\p{Lu}/u.test(text);
  return text.length >= SHORTEST && isVaried && !isWords;
}

/** The kinds of characters that a generator draws from, the smallest first, and how many there are of each. */
const ALPHABETS = [
  [/^\d*$/, 10],
  [/^(?:[\da-f]*|[\dA-F]*)$/, 16],
  [/^(?:[\da-z]*|[\dA-Z]*)$/, 36],
  [/^[\w+/=-]*$/, 64],
  [/^[\x21-\x7e]*$/, 94],
] as const;

/** How many bits of chance a text has at most: those of the smallest kind of characters that it can be drawn from. */
export function bitsOf(text: string): number {
  const size = ALPHABETS.find(([pattern]) => pattern.test(text))?.[1] ?? 94;
  return text.replace(/=+$/, '').length * Math.log2(size);
}
