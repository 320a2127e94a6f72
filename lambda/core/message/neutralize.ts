/** Makes a text from a service safe for a mail or a chat. */

import { cleanText } from '../words/clean-text';

const LABEL = '[\\p{L}\\p{N}\\p{M}\\p{S}_-]+';
/** Matches words with dots between them: a host name, a version, a file name. U+3002 is a dot in host names (UTS #46). */
const DOTTED = new RegExp(`${LABEL}(?:[.\u3002]${LABEL})+`, 'gu');
/** Matches a dot before a possible top-level domain: at least two letters and nothing else, or its ASCII form (`xn--`). */
const DOT_OF_NAME = /[.\u3002](?=xn--|[\p{L}\p{M}]{2,}(?:[^\p{N}_-]|$))/giu;
/** Matches a word and an extension that is not treated as a top-level domain. */
export const FILE_NAME =
  /^[^.\u3002]+\.(?:c?js|mjs|jsx|tsx?|json|ya?ml|toml|xml|html?|css|txt|log|csv|java|jar|class|kt|cs|go|rb|php|cpp|hpp|exe|dll|conf|cfg|ini|sql|lock|pem|crt|sock|db)$/i;

/**
 * Returns a clean line of at most about `maxLength` characters, without anything that a mail client or a chat would turn into a link, a
 * mention or markup. Look-alikes are replaced by plain characters (NFKC): `ｅｖｉｌ．ｔｅｓｔ` becomes `evil. test`.
 */
export function neutralize(text: string, maxLength = 300): string {
  return cleanText(folded(text.slice(0, maxLength * 8)), maxLength)
    .replace(/:\/\//g, ':/ /')
    .replace(/\bwww\./gi, 'www ')
    .replace(/[<>]/g, (bracket) => (bracket === '<' ? '‹' : '›'))
    .replace(/@/g, '(at)')
    .replace(/[`*~[\]|\\]/g, ' ')
    .replace(DOTTED, (name) => (FILE_NAME.test(name) ? name : name.replace(DOT_OF_NAME, '. ')))
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** The length of the longest host name (RFC 1035, section 2.3.4). */
const LONGEST_NAME = 253;

/**
 * Neutralizes the end of a text that was cut, without making it longer. A cut can make a host name again: it leaves `app.co` from
 * `app.conf`, and the name itself from `evil.io_x`.
 */
export function neutralizeEnd(text: string): string {
  const lastBlank = Math.max(text.lastIndexOf(' '), text.lastIndexOf('\n'));
  const start = Math.max(lastBlank + 1, text.length - LONGEST_NAME);
  const end = text
    .slice(start)
    .replace(DOTTED, (name) => (FILE_NAME.test(name) ? name : name.replace(DOT_OF_NAME, ' ')));
  return text.slice(0, start) + end;
}

/** Applies NFKC, except to the `…` that marks a cut, which NFKC would turn into three dots. */
export function folded(text: string): string {
  return text
    .split('…')
    .map((piece) => piece.normalize('NFKC'))
    .join('…');
}
