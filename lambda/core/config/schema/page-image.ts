/** Pictures of the public page, as the page holds them. */

/** Pages are loaded often, and hold their pictures whole. */
const MOST_BYTES = 32_000;

/** The types of pictures, each by its first bytes. Source: the WHATWG's MIME Sniffing Standard, "Matching an image type pattern". */
const SIGNATURES: readonly (readonly [type: string, pattern: RegExp])[] = [
  ['image/png', /^\x89PNG\r\n.\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/webp', /^RIFF[\s\S]{4}WEBPVP/],
];

/**
 * Returns the `data:` URL of a picture. Throws an error that says why a page can't have it. An SVG may have anything in it: the page shows it in an `img`,
 * where browsers run no scripts and load nothing. Source: SVG 2, "2.2. Processing modes", the secure modes.
 */
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
  return 'image/svg+xml';
}
