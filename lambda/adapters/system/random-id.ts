/** Ids that nobody has given yet. */

import { randomBytes } from 'node:crypto';

const CHARACTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Six letters and digits. Of a hundred ids, two are the same once in 400,000 times. */
export function randomId(): string {
  return Array.from(randomBytes(6), (byte) => CHARACTERS[byte % CHARACTERS.length]).join('');
}
