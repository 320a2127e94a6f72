/** The change from one text to another: it leads there from whatever text, and is small if they are much the same. */

import fc from 'fast-check';
import { applyChange, changeOf, type TextChange } from '../../../local/page/client/text-change';
import { runs } from '../../support/jest/lane';

function change(before: string, after: string): TextChange {
  const steps = changeOf(before, after);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
/** As the page's script gets it. */
const applied = (before: string, after: string) =>
  applyChange(before, JSON.parse(JSON.stringify(change(before, after))));

const row = (id: string | number, text: string) => `<li class="row" id="service-${id}"><p>${text}</p></li>`;
const ROWS = Array.from({ length: 50 }, (_, index) => row(index, `answered in ${index} ms, as it has for a long time`));

it('leads from any text to any other', () => {
  const part = fc.constantFrom(
    '<li class="row">',
    '<li id="a">',
    '<li id="b">',
    '<a href="/x">',
    '</li>',
    'twelve letters',
    'é☃',
  );
  const text = fc.array(fc.oneof(part, fc.string({ maxLength: 12 }))).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(applied(before, after)).toBe(after);
      expect(applied(before, `${before}${after}`)).toBe(`${before}${after}`);
    }),
    { numRuns: runs(67) },
  );
});

it.each<[string, (rows: readonly string[]) => readonly string[], number]>([
  ['nothing', (rows) => rows, 15],
  ['a word of one item', (rows) => rows.with(7, row(7, 'answered in 99 ms, as it has for a long time')), 60],
  ['a new item', (rows) => rows.toSpliced(7, 0, row('new', 'is new')), 80],
  ['an item that is gone', (rows) => rows.toSpliced(7, 1), 40],
  ['the order of two items', (rows) => rows.with(7, rows[8] ?? '').with(8, rows[7] ?? ''), 60],
])('is small if what has changed is %s', (_, alter, most) => {
  const [before, after] = [ROWS.join(''), alter(ROWS).join('')];
  expect(applied(before, after)).toBe(after);
  expect(JSON.stringify(change(before, after)).length).toBeLessThan(most);
});

it('knows items that have the same tag by their order', () => {
  const list = (texts: readonly string[]) => texts.map((text) => `<li class="story">${text} and so on</li>`).join('');
  const texts = ['the first one of them', 'the second one of all', 'the third one, which is the last'];
  const [before, after] = [list(texts), list([...texts, 'another that is new'])];
  expect(change(before, after)).toHaveLength(3);
  expect(applied(before, after)).toBe(after);
});

it('sends a text anew in which it would have to look for too long', () => {
  const [before, after] = ['0', '1'].map((digit) => `<p>${digit.repeat(3_000_000)}</p>`) as [string, string];
  expect(JSON.stringify(change(before, after)).length).toBeGreaterThan(after.length);
  expect(applied(before, after)).toBe(after);
});
