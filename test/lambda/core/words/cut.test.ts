/** Texts are cut to characters and to bytes, and never within a character. */

import fc from 'fast-check';
import { bytesOf, cut, cutBytes } from '../../../../lambda/core/words/clean-text';
import { ANY_CHARACTER } from '../../../support/core/any-character';

it.each([
  ['abc', 3, 'abc'],
  ['abc', 2, 'ab'],
  ['a😀', 2, 'a'],
  ['a😀', 3, 'a😀'],
  ['', 0, ''],
])('%j at most %d characters long is %j', (text, limit, expected) => {
  expect(cut(text, limit)).toBe(expected);
});

it.each([
  ['aé', 3, 'aé'],
  ['aé', 2, 'a'],
  ['é', 0, ''],
  ['a😀b', 4, 'a'],
  ['a😀b', 5, 'a😀'],
])('%j at most %d bytes long is %j', (text, limit, expected) => {
  expect(cutBytes(text, limit)).toBe(expected);
});

it('as many whole characters are left as fit', () => {
  const texts = fc.string({ unit: ANY_CHARACTER, maxLength: 20 });
  fc.assert(
    fc.property(texts, fc.nat(90), (text, limit) => {
      const left = cutBytes(text, limit);
      expect(text.startsWith(left)).toBe(true);
      expect(bytesOf(left)).toBe(Buffer.byteLength(left));
      expect(bytesOf(left)).toBeLessThanOrEqual(limit);
      const [next = ''] = Array.from(text.slice(left.length));
      if (next !== '') expect(bytesOf(left + next)).toBeGreaterThan(limit);
    }),
  );
});
