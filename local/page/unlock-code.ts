/** The code of a link that unlocks one browser, for people who see the terminal. */

import { randomBytes } from 'node:crypto';
import { isSame } from '../../lambda/web/own-form';

/** 32 characters that nobody confuses: 12 of them have 60 bits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 12;
export const CODE_MS = 10 * 60_000;

export interface UnlockCode {
  readonly text: string;
  /** Returns whether a text is the code; it is so once, within `CODE_MS`. */
  readonly take: (given: string) => boolean;
}

export function createUnlockCode(now: () => number): UnlockCode {
  const code = Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
  const text = code.replace(/.{4}(?=.)/g, '$&-');
  const until = now() + CODE_MS;
  let isUsed = false;
  return {
    text,
    take: (given) => {
      if (isUsed || now() >= until || !isSame(given, text)) return false;
      isUsed = true;
      return true;
    },
  };
}
