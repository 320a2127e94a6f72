/** A short name for a text: a part of its SHA-256. */

import { shortDigest } from '../../../../lambda/core/words/short-digest';

// Sources: FIPS 180-4's examples of SHA-256, "abc" and the empty text.
it.each([
  ['abc', 'ba7816bf8f01cfea'],
  ['', 'e3b0c44298fc1c14'],
])('of %j it is %s', (text, digits) => {
  expect(shortDigest(text)).toBe(digits);
});
