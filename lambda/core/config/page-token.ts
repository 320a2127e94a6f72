/** The token of a deployed page, which anybody on the internet can try to guess. */

import { bitsOf, looksRandom } from './looks-random';

const LEAST_BITS = 128;

/** What is wrong with a token, in words that do not show it; `null` if nothing is. */
export function tokenFault(token: string): string | null {
  if (bitsOf(token) >= LEAST_BITS && looksRandom(token)) return null;
  return `it can be guessed: expected at least ${LEAST_BITS} bits of chance, such as the 32 characters that "openssl rand -hex 16" prints, or 22 random letters and digits of both cases`;
}
