/** Widths of texts, wrapped and cut: simple texts are handled without Unicode tables, with the same result. */

import fc from 'fast-check';
import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';
import { columnsIn, cutAt, wrapMessage, wrapText } from '../../../local/terminal/plain-table';
import { runs } from '../../support/jest/lane';

const PLAIN = [...'ab, .-–—…·•→═─│┌└✓✕●○◐'];
const OTHERS = ['漢', '👩‍👩‍👧', '⚠️', '\u0301', '\u00ad', '\u001b[31m', '\u001b[39m', '\n', '\t', ' '];
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom(...PLAIN), maxLength: 30 }),
  fc.string({ unit: fc.constantFrom(...PLAIN, ...OTHERS), maxLength: 30 }),
);
const width = fc.integer({ min: 1, max: 30 });

it('counts the columns of any text as string-width does', () => {
  fc.assert(fc.property(text, (line) => expect([line, columnsIn(line)]).toEqual([line, stringWidth(line)])));
});

it('wraps and cuts any text as wrap-ansi does', () => {
  fc.assert(
    fc.property(text, width, (line, columns) => {
      const wrapped = wrapAnsi(line, columns, { hard: true }).split('\n');
      const [cut = ''] = wrapAnsi(line, columns, { hard: true, trim: false, wordWrap: false }).split('\n');
      expect([line, wrapText(line, columns), cutAt(line, columns)]).toEqual([line, wrapped, cut]);
    }),
    { numRuns: runs(300) },
  );
});

it('breaks no line between a number and its unit', () => {
  expect(wrapText('it was down for 12 min 30 s', 19)).toEqual(['it was down for', '12 min 30 s']);
  expect(wrapText('it was down for 12 min 30 s', 22)).toEqual(['it was down for 12 min', '30 s']);
});

describe('a message', () => {
  const MESSAGE =
    'statuswatch: a.yaml has 1 fault:\n  a.yaml:1:1  services[0].timeout is "3 sec"; expected a duration such as 3s';

  it('is wrapped between words, each line by itself', () => {
    expect(wrapMessage(MESSAGE, 40).split('\n')).toEqual([
      'statuswatch: a.yaml has 1 fault:',
      '  a.yaml:1:1  services[0].timeout is',
      '    "3 sec"; expected a duration such as',
      '    3s',
    ]);
  });

  it('does not break a word that is wider than the terminal', () => {
    const path = `/${'folder/'.repeat(8)}a.yaml`;
    expect(wrapMessage(`there is no ${path} here`, 20).split('\n')).toEqual(['there is no', `  ${path}`, '  here']);
  });

  it('is not wrapped without a width', () => {
    expect(wrapMessage(MESSAGE, Number.POSITIVE_INFINITY)).toBe(MESSAGE);
  });
});
