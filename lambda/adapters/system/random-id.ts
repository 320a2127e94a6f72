/** Makes ids that are very likely unused. */

import { randomBytes } from 'node:crypto';

const CHARACTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Six letters and digits. The chance that two of a hundred ids are the same is 1 in 400,000. */
export function randomId(): string {
  return Array.from(randomBytes(6), (byte) => CHARACTERS[byte % CHARACTERS.length]).join('');
}
