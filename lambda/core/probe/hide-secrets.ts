/** Hides secrets in what a service sends, before the text is cut or cleaned. */

import { type CleanText, CUT_FACTOR, cleanText, DEFAULT_LENGTH } from '../words/clean-text';

const HIDDEN = '***';
const SHORTEST_SECRET = 4;
/** Short words of a secret are no secrets themselves: `Basic`, `Bearer`. */
const SHORTEST_WORD = 8;

/** The longest escape of a UTF-16 unit: `&#x00002F;` in HTML. In a URL it has three bytes of UTF-8, each as `%` and two digits. */
const LONGEST_SIGN = 10;

/**
 * `cleanText`, with every secret of at least four characters replaced by `***`: as it is, and encoded for a URL, in JSON, in HTML,
 * in base64 or in hex; and so its longer words, and the user and password that it has in base64. A text of `shown` stays: the config
 * shows it. The work grows only with `maxLength`, however long the text is.
 */
export function secretCleaner(secrets: readonly string[], shown: readonly string[] = []): CleanText {
  const forms = knownForms(secrets);
  const [longest] = forms;
  if (longest === undefined) return cleanText;
  const hide = (text: string) => forms.reduce((left, form) => left.replaceAll(form, HIDDEN), text);
  const spare = LONGEST_SIGN * longest.length;
  return (text, maxLength = DEFAULT_LENGTH) => {
    if (shown.includes(text)) return cleanText(text, maxLength);
    const read = text.slice(0, maxLength * CUT_FACTOR + spare);
    let decoded = read;
    for (const decode of DECODINGS) {
      const next = decode(decoded);
      if (hide(next) !== next) decoded = next;
    }
    const hidden = hide(decoded);
    // At the end of what was read there may be the first part of a secret.
    return cleanText(read.length < text.length ? hidden.slice(0, -spare) : hidden, maxLength);
  };
}

/** The ways in which a text is decoded, one after the other, wherever that shows a secret. */
const DECODINGS = [outOfJson, outOfUrl, outOfHtml];

/** The forms of the secrets of each service, which are the same in each run. */
const known = new Map<string, readonly string[]>();
const MOST_KNOWN = 100;

/** The longest first: of two secrets that begin alike it counts. */
function knownForms(secrets: readonly string[]): readonly string[] {
  const key = JSON.stringify(secrets);
  const forms = known.get(key) ?? [...new Set(secrets.flatMap(plainForms).flatMap(encodedForms))].sort(byLength);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, forms);
  return forms;
}

function byLength(left: string, right: string): number {
  return right.length - left.length;
}

/** A secret, its longer words, and the credentials in these. */
function plainForms(secret: string): string[] {
  const words = secret.split(/[\s,;=:"']+/).filter(({ length }) => length >= SHORTEST_WORD);
  return [secret, ...words, ...words.flatMap(credentialsIn)].filter(({ length }) => length >= SHORTEST_SECRET);
}

/** Returns both `user:pass` and `pass` for `dXNlcjpwYXNz`. */
function credentialsIn(word: string): string[] {
  const decoded = fromBase64(word);
  const colon = decoded.indexOf(':');
  return colon < 0 ? [] : [decoded, decoded.slice(colon + 1)];
}

function fromBase64(text: string): string {
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return '';
  }
}

function encodedForms(text: string): string[] {
  const hex = Array.from(bytesOf(text), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [
    // A secret that looks encoded itself is decoded with the text around it.
    ...DECODINGS.reduce((forms, decode) => forms.concat(forms.map(decode)), [text]),
    text.replaceAll(' ', '+'),
    hex,
    hex.toUpperCase(),
    ...base64Of(text),
  ].filter(({ length }) => length >= SHORTEST_SECRET);
}

/**
 * The base64 of a text by itself, and within another such as `user:password`: wherever in three bytes the text begins, without the
 * signs that hang on what is around it. In both alphabets.
 */
function base64Of(text: string): string[] {
  const binary = String.fromCharCode(...bytesOf(text));
  const within = [0, 1, 2].map((before) => {
    const encoded = btoa('\0'.repeat(before) + binary).replace(/=+$/, '');
    const isWhole = (before + binary.length) % 3 === 0;
    return encoded.slice(before === 0 ? 0 : before + 1, isWhole ? undefined : -1);
  });
  return [btoa(binary).replace(/=+$/, ''), ...within].flatMap((encoded) => [
    encoded,
    encoded.replaceAll('+', '-').replaceAll('/', '_'),
  ]);
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** A text in which each escape of JSON is the character that it stands for. */
function outOfJson(text: string): string {
  return text.replace(/\\(?:u([\da-f]{4})|([bfnrt])|(["\\/]))/gi, (_, unit, control, sign) => {
    if (unit !== undefined) return String.fromCharCode(Number.parseInt(unit, 16));
    return sign ?? CONTROLS[control] ?? '';
  });
}

const CONTROLS: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

function outOfUrl(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (escapes) => {
    const bytes = escapes.slice(1).split('%');
    return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)));
  });
}

/** A text in which each escape of HTML, which may be within JSON, is the character that it stands for. */
function outOfHtml(text: string): string {
  return outOfJson(text).replace(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi,
    (whole, hex, decimal, name) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : whole;
    },
  );
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const LAST_CODE_POINT = 0x10ffff;
