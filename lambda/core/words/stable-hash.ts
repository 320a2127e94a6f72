/** A number from a text, the same in every process and version: spreads over time what would all be done at one moment. */

/** A whole number from 0 to 2^32 - 1. FNV-1a with 32 bits, over the text's UTF-16 code units. */
export function stableHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
