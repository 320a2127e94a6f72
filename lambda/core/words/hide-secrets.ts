/** Hides secrets in what a service sends, in whatever form it repeats them, before the text is cut or cleaned. */

import { type CleanText, CUT_FACTOR, cleanText, DEFAULT_LENGTH } from './clean-text';

const HIDDEN = '***';
const SHORTEST_SECRET = 4;
/** Short words of a secret are no secrets themselves: `Basic`, `Bearer`. */
const SHORTEST_WORD = 8;
/** A piece of a secret that is at least this long is hidden wherever it appears. */
const LONGEST_PIECE = 16;

/**
 * `cleanText`, with every secret of at least four characters replaced by `***`: as it was sent, in another case, with
 * blanks or invisible characters in between, escaped as in a URL, in JSON or in HTML, in base64, and decoded from it, and in hex.
 * Half a secret of at least eight characters is hidden too, and a beginning of four if an ellipsis follows. A text that
 * is one of `shown` stays: the config shows it. The work grows only with `maxLength`, however long the text is.
 */
export function secretCleaner(secrets: readonly string[], shown: readonly string[] = []): CleanText {
  if (secrets.length === 0) return cleanText;
  const pieces = knownPieces(secrets);
  const open = new Set(shown.map((text) => foldedText(text, SIGNS)));
  return (text, maxLength = DEFAULT_LENGTH) => {
    if (open.has(foldedText(text.slice(0, maxLength * CUT_FACTOR), SIGNS))) return cleanText(text, maxLength);
    const isCut = text.length > maxLength * CUT_FACTOR;
    const part = isCut ? text.slice(0, maxLength * CUT_FACTOR).replace(HALF_AN_ESCAPE, '') : text;
    return cleanText(replaceRanges(part, rangesIn(part, isCut, pieces)), maxLength);
  };
}

/** A long secret has thousands of pieces, which are the same in each run. */
const known = new Map<string, Pieces>();
const MOST_KNOWN = 100;

function knownPieces(secrets: readonly string[]): Pieces {
  const key = JSON.stringify(secrets);
  const pieces = known.get(key) ?? piecesOf(distinct(secrets.flatMap(formsOf)));
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, pieces);
  return pieces;
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

/** The forms that a repeated secret may have, folded. */
function formsOf(secret: string): string[] {
  const words = secret.split(/[\s,;=:"']+/).filter((word) => word.length >= SHORTEST_WORD);
  const plain = [secret, ...words, ...words.flatMap(credentialsIn)].filter(({ length }) => length >= SHORTEST_SECRET);
  const encoded = distinct(plain.flatMap((text) => [text, text.replace(/\s+/g, '+'), utf8Of(text)]));
  return distinct(encoded.flatMap((text) => [text, ...base64Of(text), ...hexOf(text)]))
    .flatMap((text) => [foldedText(text, SIGNS), foldedText(text, ESCAPES)])
    .filter(({ length }) => length >= SHORTEST_SECRET - 1);
}

/** The secrets within a secret: `Basic dXNlcjpwYXNz` also gives `user:pass` and `pass`. */
function credentialsIn(word: string): string[] {
  const decoded = /^[\w+/-]+$/.test(word) ? fromBase64(word) : '';
  const colon = decoded.indexOf(':');
  return colon < 0 ? [] : [decoded, decoded.slice(colon + 1)];
}

function fromBase64(text: string): string {
  try {
    return atob(text.replace(/-/g, '+').replace(/_/g, '/'));
  } catch {
    return '';
  }
}

/** The text's bytes in UTF-8, each as a character: escapes stand for these. */
function utf8Of(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
}

/** What base64 makes of a text wherever in three bytes it begins, without the signs that hang on what is around it. */
function base64Of(text: string): string[] {
  if (/[^\0-\xff]/.test(text)) return [];
  return [0, 1, 2].map((before) => {
    const encoded = btoa('\0'.repeat(before) + text).replace(/=+$/, '');
    const isWhole = (before + text.length) % 3 === 0;
    return encoded.slice(before === 0 ? 0 : before + 1, isWhole ? undefined : -1);
  });
}

/** The text's bytes in hex, in a row and as in a fingerprint; blanks in between need no form of their own. */
function hexOf(text: string): string[] {
  if (/[^\0-\xff]/.test(text)) return [];
  const bytes = Array.from(text, (sign) => sign.charCodeAt(0).toString(16).padStart(2, '0'));
  return ['', ':'].map((between) => bytes.join(between));
}

// Single signs, and signs that stand for one: %41, also %2541; \u0041, \x41, \n; &#65;, &#x41;, &lt;.
const SIGNS = /./gsu;
const ESCAPES =
  /%(?:25)*([\da-f]{2})|\\+(?:u([\da-f]{4})|x([\da-f]{2})|[bfnrt]|)|&(?:amp;)*(?:#x([\da-f]{1,5});|#(\d{1,6});|(amp|lt|gt|quot|apos);)|./gisu;
const HALF_AN_ESCAPE = /(?:%(?:25)*[\da-f]?|\\+u?[\da-f]{0,3}|&[\w#;]{0,12})$/i;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const UNSEEN = /[\p{C}\p{M}\p{DI}\s]+/gu;

/** A text in the form that is compared: in small letters, without invisible characters, base64 in one alphabet. */
interface Folded {
  readonly text: string;
  /** Where each character begins and ends in the original text. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

function folded(raw: string, signs: RegExp): Folded {
  let text = '';
  const starts: number[] = [];
  const ends: number[] = [];
  for (const match of raw.matchAll(signs)) {
    const sign = foldedSign(match);
    text += sign;
    for (let index = 0; index < sign.length; index++) {
      starts.push(match.index);
      ends.push(match.index + match[0].length);
    }
  }
  return { text, starts, ends };
}

function foldedText(raw: string, signs: RegExp): string {
  return folded(raw, signs).text;
}

function foldedSign([whole, percent, unicode, hex, htmlHex, decimal, name]: RegExpExecArray): string {
  const code = percent ?? unicode ?? hex ?? htmlHex;
  if (code !== undefined) return foldedCharacter(String.fromCharCode(Number.parseInt(code, 16)));
  if (decimal !== undefined) return foldedCharacter(String.fromCharCode(Number(decimal)));
  if (name !== undefined) return NAMED[name.toLowerCase()] ?? '';
  // This is an escape of an invisible character, or backslashes alone.
  if (whole.startsWith('\\')) return '';
  return foldedCharacter(whole);
}

function foldedCharacter(character: string): string {
  // The backslashes before a character that stands for itself do not belong to it.
  if (character === '\\') return '';
  if (character === '-') return '+';
  if (character === '_') return '/';
  if (character > ' ' && character < '\x7f') return character.toLowerCase();
  return character.normalize('NFKD').replace(UNSEEN, '').toLowerCase();
}

interface Pieces {
  /** The pieces that are long enough to be hidden wherever they appear, by their length. */
  readonly anywhere: ReadonlyMap<number, ReadonlySet<string>>;
  /** The shorter beginnings, for a secret that is cut off. */
  readonly beginnings: ReadonlySet<string>;
}

function piecesOf(needles: readonly string[]): Pieces {
  const anywhere = new Map<number, Set<string>>();
  const beginnings = new Set<string>();
  for (const needle of needles) {
    const length = Math.min(needle.length, LONGEST_PIECE, Math.max(SHORTEST_WORD, Math.ceil(needle.length / 2)));
    const pieces = anywhere.get(length) ?? new Set();
    anywhere.set(length, pieces);
    for (let start = 0; start + length <= needle.length; start++) pieces.add(needle.slice(start, start + length));
    for (let end = SHORTEST_SECRET; end < length; end++) beginnings.add(needle.slice(0, end));
  }
  return { anywhere, beginnings };
}

type Range = readonly [start: number, end: number];

function rangesIn(raw: string, isCut: boolean, pieces: Pieces): Range[] {
  return [SIGNS, ESCAPES].flatMap((signs) => {
    const { text, starts, ends } = folded(raw, signs);
    const found = [...wholeRanges(text, pieces), ...cutRanges(text, isCut, pieces)];
    return found.map(([start, end]): Range => [starts[start] ?? 0, ends[end - 1] ?? raw.length]);
  });
}

function wholeRanges(text: string, { anywhere }: Pieces): Range[] {
  const ranges: Range[] = [];
  for (const [length, pieces] of anywhere) {
    for (let start = 0; start + length <= text.length; start++) {
      if (pieces.has(text.slice(start, start + length))) ranges.push([start, start + length]);
    }
  }
  return ranges;
}

/** The first part of a secret before an ellipsis, or before our own cut. An ellipsis is three full stops, being folded. */
function cutRanges(text: string, isCut: boolean, { beginnings }: Pieces): Range[] {
  const cuts = Array.from(text.matchAll(/\.{3}/g), ({ index }) => index);
  if (isCut) cuts.push(text.length);
  return cuts.flatMap((end) => {
    for (let start = Math.max(0, end - LONGEST_PIECE + 1); start <= end - SHORTEST_SECRET; start++) {
      if (beginnings.has(text.slice(start, end))) return [[start, end] as const];
    }
    return [];
  });
}

/** Joins ranges that touch. */
function replaceRanges(text: string, ranges: readonly Range[]): string {
  let shown = '';
  let from = 0;
  let isOpen = false;
  for (const [start, end] of [...ranges].sort(([left], [right]) => left - right)) {
    if (!isOpen || start > from) shown += text.slice(from, start) + HIDDEN;
    isOpen = true;
    from = Math.max(from, end);
  }
  return shown + text.slice(from);
}
