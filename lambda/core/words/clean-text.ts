/** Makes a text from a service safe for a line of a table, a log, a subject or a page. */

// Control characters (C0, C1), line and paragraph separators, directional and invisible formatting, lone surrogates.
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\u2028\u2029]+/gu;

/** Marks are drawn on the character before them: if there are more than any script needs, they cover the lines around. */
const STACKED = /(\p{M}{3})\p{M}+/gu;

/** How many times the shown length is read of a longer text, which bounds the work. */
export const CUT_FACTOR = 8;
export const DEFAULT_LENGTH = 200;

export type CleanText = (text: string, maxLength?: number) => string;

/** A text that is clean already, as almost every text is. */
const PLAIN = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/**
 * A line of printable text of at most `maxLength` characters (then ending in `…`), without control characters,
 * line breaks, direction marks and invisible characters. Markup is left: each rendering escapes its own.
 */
export function cleanText(text: string, maxLength = DEFAULT_LENGTH): string {
  if (text.length <= maxLength && PLAIN.test(text)) return text;
  const line = text
    .slice(0, maxLength * CUT_FACTOR)
    .replace(UNPRINTABLE, ' ')
    .replace(STACKED, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= maxLength) return line;
  const characters = Array.from(line);
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : line;
}

/** At most so many UTF-16 units. */
export function cut(text: string, limit: number): string {
  return text.slice(0, limit).replace(/[\ud800-\udbff]$/, '');
}

/** At most so many bytes of UTF-8. */
export function cutBytes(text: string, limit: number): string {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= limit) return text;
  let end = limit;
  // The bytes of a character after its first begin with the bits 10.
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return new TextDecoder().decode(bytes.subarray(0, end));
}

/** The length of a text in UTF-8, in bytes. */
export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
