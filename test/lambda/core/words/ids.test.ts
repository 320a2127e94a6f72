/** The number made of an id is the same for ever: what is spread by it keeps its place. */

import { stableHash } from '../../../../lambda/core/words/ids';

// FNV Hash, "FNV test vectors" (Noll): 32 bit FNV-1a of "", "a", "foobar".
it.each([
  ['', 0x811c9dc5],
  ['a', 0xe40c292c],
  ['foobar', 0xbf9cf968],
])('is that of FNV-1a: %j', (text, hash) => {
  expect(stableHash(text)).toBe(hash);
});
