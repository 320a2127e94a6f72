/** A text from outside → one printable line. */

import fc from 'fast-check';
import { cleanText } from '../../../../lambda/core/words/clean-text';
import { ANY_CHARACTER } from '../../../support/core/any-character';
import { runs } from '../../../support/jest/lane';

const anyText = fc.oneof(
  fc.string({ unit: ANY_CHARACTER, maxLength: 500 }),
  fc
    .array(fc.constantFrom('a', ' ', '\n', '\u202e', '\ud83d', '😀', '\u00a0', '\u0301', '…'), { maxLength: 500 })
    .map((all) => all.join('')),
);

describe('cleanText', () => {
  it.each([
    ['', ''],
    ['plain text', 'plain text'],
    [' outer  and inner\tblanks ', 'outer and inner blanks'],
    ['one\r\ntwo', 'one two'],
    ['<b>&amp;@channel</b>', '<b>&amp;@channel</b>'],
    ['Grüße, 世界 😀', 'Grüße, 世界 😀'],
    ['\u0000\u0000', ''],
    ['\ud800', ''],
    ['e\u0301 a\u0323\u0301\u0302', 'e\u0301 a\u0323\u0301\u0302'],
    [`Z${'\u0300\u0316'.repeat(40)}algo`, 'Z\u0300\u0316\u0300algo'],
  ])('%j → %j', (text, cleaned) => {
    expect(cleanText(text)).toBe(cleaned);
  });

  it.each([
    ['abcdef', 6, 'abcdef'],
    ['abcdefg', 6, 'abcde…'],
    ['😀😀😀😀😀😀', 6, '😀😀😀😀😀😀'],
    ['😀😀😀😀😀😀😀', 6, '😀😀😀😀😀…'],
    ['a \n \n \n \n b', 3, 'a b'],
  ])('%j at %i characters → %j', (text, maxLength, cleaned) => {
    expect(cleanText(text, maxLength)).toBe(cleaned);
  });

  it('always gives one printable line, trimmed, within its length', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 300 }), (text, maxLength) => {
        const line = cleanText(text, maxLength);
        expect(line).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]|\s{2}|^\s|\s$/u);
        expect(Array.from(line).length).toBeLessThanOrEqual(maxLength);
      }),
      { numRuns: runs(67) },
    );
  });

  it('leaves a clean text as it is', () => {
    fc.assert(fc.property(anyText, (text) => expect(cleanText(cleanText(text))).toBe(cleanText(text))));
  });

  it('looks at no more of a huge text than it needs', () => {
    expect(cleanText(`${'\u202e'.repeat(1_599)}x and more`)).toBe('x');
    expect(Array.from(cleanText('\u202ea'.repeat(100_000)))).toHaveLength(200);
  });
});
