/** Pictures of the public page, as the page holds them. */

import { utf8Text } from '../utf8-text';

/** Pages are loaded often, and hold their pictures whole. */
const MOST_BYTES = 32_000;

/** The types of pictures, each by its first bytes. Source: the WHATWG's MIME Sniffing Standard, "Matching an image type pattern". */
const SIGNATURES: readonly (readonly [type: string, pattern: RegExp])[] = [
  ['image/png', /^\x89PNG\r\n.\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/webp', /^RIFF[\s\S]{4}WEBPVP/],
];

/**
 * Parts that a picture does not need. The page shows an SVG in an `img`, and it is never a file that could be opened by itself. Source: SVG 2, "2.2. Processing
 * modes": such a document is processed in a secure mode, without scripts and without external references; HTML, "The img element": an image is
 * "a non-interactive, optionally animated, image resource that is neither paged nor scripted". An SVG with more would not look as it is meant.
 */
const UNSAFE_IN_SVG: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a script', /<(?:[\w-]+:)?script\b/i],
  ['an event handler', /\son[a-z]+\s*=/i],
  ['a script in an address', /javascript:/i],
  ['HTML', /<(?:[\w-]+:)?(?:foreignObject|iframe|embed|object)\b/i],
  ['a document type', /<!(?:DOCTYPE|ENTITY)/i],
  ['a style sheet from elsewhere', /@import|<\?xml-stylesheet/i],
  ['an address', /[\s:]href\s*=\s*["']?\s*(?!#|data:image\/(?:png|jpeg|webp)[;,]|["'#])|url\(\s*["']?\s*(?![#"'])/i],
];

/** The `data:` URL of a picture. Throws an error that says why a page can't have it. */
export function imageUrl(bytes: Uint8Array): string {
  if (bytes.length > MOST_BYTES) throw new Error(`it has ${bytes.length} bytes; the most is ${MOST_BYTES}`);
  const buffer = Buffer.from(bytes);
  return `data:${typeOf(buffer)};base64,${buffer.toString('base64')}`;
}

function typeOf(bytes: Buffer): string {
  const start = bytes.toString('latin1', 0, 16);
  const [type] = SIGNATURES.find(([, pattern]) => pattern.test(start)) ?? [];
  if (type !== undefined) return type;
  const found = bytes.toString('utf8');
  if (!/^\uFEFF?\s*(?:<\?xml[^>]*>\s*|<!--(?:(?!-->)[\s\S])*-->\s*)*<svg[\s>]/.test(found)) {
    throw new Error('it is not a PNG, JPEG, WebP or SVG');
  }
  const text = utf8Text(bytes);
  const [what] = UNSAFE_IN_SVG.find(([, pattern]) => pattern.test(text)) ?? [];
  if (what !== undefined) throw new Error(`this SVG has ${what}: a picture may only have shapes`);
  return 'image/svg+xml';
}
