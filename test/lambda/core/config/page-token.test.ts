/** Which tokens of a page are refused: anybody on the internet can try to guess one. */

import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { tokenFault } from '../../../../lambda/core/config/page-token';

const random = fc.uint8Array({ minLength: 16, maxLength: 16 }).map(() => randomBytes(16));

it('takes 16 random bytes, however they are written', () => {
  fc.assert(
    fc.property(random, (bytes) => {
      for (const encoding of ['hex', 'base64', 'base64url'] as const)
        expect(tokenFault(bytes.toString(encoding))).toBeNull();
    }),
  );
});

it.each([
  ['too short, of hexadecimal digits', 'f3a9c1e07b5d42688d10c7e4ab93f65'],
  ['too short, of letters and digits of both cases', 'pQ7vX2mK9tR4wZ8bN1cJ6'],
  ['of digits alone', '83920175648302917564839201756483'],
  ['of words', 'correct-horse-battery-staple-and-more-words'],
  ['of one character', 'a'.repeat(64)],
  ['of characters that follow each other', 'abcdefghijklmnopqrstuvwxyz0123456789'],
  ['empty', ''],
])('refuses one that is %s, and does not show it', (_, token) => {
  const fault = tokenFault(token);
  expect(fault).toMatch(/^it can be guessed: expected at least 128 bits of randomness, such as the 32 characters/);
  if (token !== '') expect(fault).not.toContain(token);
});
