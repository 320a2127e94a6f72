/** Reads texts from bytes. */

/** Decodes a text. Throws an error with the line and the column of the first bytes that are not UTF-8. */
export function utf8Text(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  // Other bytes than UTF-8 have become a replacement character, which is encoded differently.
  const encoded = Buffer.from(text);
  if (encoded.equals(bytes)) return text;
  const offset = encoded.findIndex((byte, index) => byte !== bytes[index]);
  const lines = bytes.toString('utf8', 0, offset).split('\n');
  throw new Error(`line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1} is not UTF-8: save it as UTF-8`);
}
