/** A short name for a text, the same in every process and version. */

import { createHash } from 'node:crypto';

const DIGITS = 16;

/**
 * The first sixteen hex digits of the SHA-256 of the text's UTF-8. It hides nothing that can be guessed: anyone who knows all texts that it
 * may be of finds out which.
 */
export function shortDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, DIGITS);
}
