/** The token for a deployed page, which anybody on the internet can try to guess. */

import { isPlain } from '../words/literal-secret';
import type { Deployment } from './config';

/** Returns the secrets with a page's tokens, for its login and its metrics, each once. */
export function pageSecrets(page: Deployment['page']): readonly string[] {
  return [...new Set([page?.token, page?.metricsToken].flatMap((name) => name?.secret ?? []))];
}

const LEAST_BITS = 128;

/** Returns the fault of a token, in words that do not show it; `null` if there is none. */
export function tokenFault(token: string): string | null {
  if (bitsOf(token) >= LEAST_BITS && looksRandom(token)) return null;
  return `it can be guessed: expected at least ${LEAST_BITS} bits of randomness, such as the 32 characters that "openssl rand -hex 16" prints, or 22 random letters and digits of both cases`;
}

const SHORTEST = 16;
const LEAST_CHARACTERS = 6;

/** Returns whether a text has at least 16 characters, and is not a series of words or of consecutive characters. */
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

/** Returns the most bits of chance in a text, from the smallest set of characters that it can be drawn from. */
function bitsOf(text: string): number {
  const size = ALPHABETS.find(([pattern]) => pattern.test(text))?.[1] ?? 94;
  return text.replace(/=+$/, '').length * Math.log2(size);
}
