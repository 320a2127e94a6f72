/** Makes a text from a service safe for a mail or a chat. */

import { cleanText } from '../words/clean-text';

const LABEL = '[\\p{L}\\p{N}\\p{M}\\p{S}_-]+';
/** Words with dots between them: a host name, a version, a file name. U+3002 is a dot in host names (UTS #46). */
const DOTTED = new RegExp(`${LABEL}(?:[.\u3002]${LABEL})+`, 'gu');
/** A dot before a possible top-level domain: at least two letters and nothing else, or its ASCII form (`xn--`). */
const DOT_OF_NAME = /[.\u3002](?=xn--|[\p{L}\p{M}]{2,}(?:[^\p{N}_-]|$))/giu;
/** A word and an ending that is not a top-level domain. */
export const FILE_NAME =
  /^[^.\u3002]+\.(?:c?js|mjs|jsx|tsx?|json|ya?ml|toml|xml|html?|css|txt|log|csv|java|jar|class|kt|cs|go|rb|php|cpp|hpp|exe|dll|conf|cfg|ini|sql|lock|pem|crt|sock|db)$/i;

/**
 * A clean line of at most about `maxLength` characters, without anything that a mail client or a chat would turn into a
 * link, a mention or markup. Look-alikes are read as what they look like (NFKC): `ｅｖｉｌ．ｔｅｓｔ` becomes `evil. test`.
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

/** No name of a host is longer (RFC 1035, section 2.3.4). */
const LONGEST_NAME = 253;

/**
 * A neutralized text after it was cut, no longer than before. A cut can make the name of a host again: of `app.conf` it leaves `app.co`,
 * of `evil.io_x` the name itself.
 */
export function neutralizeEnd(text: string): string {
  const lastBlank = Math.max(text.lastIndexOf(' '), text.lastIndexOf('\n'));
  const start = Math.max(lastBlank + 1, text.length - LONGEST_NAME);
  const end = text
    .slice(start)
    .replace(DOTTED, (name) => (FILE_NAME.test(name) ? name : name.replace(DOT_OF_NAME, ' ')));
  return text.slice(0, start) + end;
}

/** NFKC, except for the `…` that marks a cut: NFKC would turn it into three dots. */
export function folded(text: string): string {
  return text
    .split('…')
    .map((piece) => piece.normalize('NFKC'))
    .join('…');
}
