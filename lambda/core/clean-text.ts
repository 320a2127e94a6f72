/** What a service sent, made safe to stand on one line of a table, a log, a subject or a page. */

// Control characters (C0, C1), line and paragraph separators, directional and invisible formatting, lone surrogates.
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\u2028\u2029]+/gu;

/** Marks stand on the character before them: more of them than any script needs paint over the lines around. */
const STACKED = /(\p{M}{3})\p{M}+/gu;

/** What nearly every text already is. */
const PLAIN = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/**
 * One line of printable text of at most `maxLength` characters (then ending in `…`), without control characters,
 * line breaks, direction marks and invisible characters. Markup is left: each rendering escapes its own.
 */
export function cleanText(text: string, maxLength = 200): string {
  if (text.length <= maxLength && PLAIN.test(text)) return text;
  // A first cut bounds the work that a huge text makes.
  const line = text
    .slice(0, maxLength * 8)
    .replace(UNPRINTABLE, ' ')
    .replace(STACKED, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= maxLength) return line;
  const characters = Array.from(line);
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : line;
}

const SHORTEST_SECRET = 4;
const SHORTEST_WORD = 8;
const HIDDEN = '***';

/**
 * Replaces every given secret of at least four characters in `text`: a service may repeat what it was sent. Finds it
 * also where `cleanText` has tidied its blanks or cut it off.
 */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .flatMap((secret) => [secret, cleanText(secret, secret.length), ...wordsOf(secret)])
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .sort((left, right) => right.length - left.length)
    .reduce((shown, secret) => hideCutOff(shown.replaceAll(secret, HIDDEN), secret), text);
}

/** A service that is sent `Bearer eyJ…` repeats the token alone. Short words are no secrets: `Basic`, `Bearer`. */
function wordsOf(secret: string): readonly string[] {
  return secret.split(/[\s,;=:"']+/).filter((word) => word.length >= SHORTEST_WORD);
}

/** The first part of a secret before a `…` says nearly as much as the whole. */
function hideCutOff(text: string, secret: string): string {
  const pieces = text.split('…');
  const last = pieces.length - 1;
  return pieces.map((piece, index) => (index === last ? piece : hideEnding(piece, secret))).join('…');
}

function hideEnding(text: string, secret: string): string {
  for (let length = Math.min(secret.length - 1, text.length); length >= SHORTEST_SECRET; length--) {
    if (text.endsWith(secret.slice(0, length))) return `${text.slice(0, -length)}${HIDDEN}`;
  }
  return text;
}
