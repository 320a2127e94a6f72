/** Tests of curves over time. */

import { Curve } from '../../../../lambda/view/charts/charts';

/** A curve on ten units of width a value, and as high as 13: from 2 for the highest to 12 for none. */
function curveOf(values: readonly (number | null)[], second: readonly (number | null)[] = []) {
  const svg = String(Curve({ values, second, label: 'times', width: 10 * values.length, height: 13 }));
  const pathOf = (kind: string) => new RegExp(`<path class="${kind}" d="([^"]*)"/>`).exec(svg)?.[1];
  return { line: pathOf('line'), area: pathOf('area'), second: pathOf('second') };
}

it.each([
  ['goes from value to value', [0, 5, 10], { line: 'M5 12l10 -5l10 -5', area: 'M5 12l10 -5l10 -5L25 13L5 13z' }],
  ['is flat if all values are equal', [4, 4], { line: 'M5 2l10 0', area: 'M5 2l10 0L15 13L5 13z' }],
  ['breaks at a missing value', [10, 10, null, 5, 5], { line: 'M5 2l10 0M35 7l10 0' }],
  ['shows a single value as a bar', [null, 10, null], { line: 'M10 2h10', area: 'M10 2h10V13h-10z' }],
  ['is empty without values', [null, null], { line: '', area: '' }],
  ['stays at the bottom if all values are zero', [0, 0], { line: 'M5 12l10 0' }],
])('a curve %s', (_, values, expected) => {
  expect(curveOf(values)).toMatchObject(expected);
});

it('a curve draws a second line on the same scale', () => {
  expect(curveOf([5, 5, null], [10, null, 5])).toEqual({
    line: 'M5 7l10 0',
    area: 'M5 7l10 0L15 13L5 13z',
    second: 'M0 2h10M20 7h10',
  });
  expect(curveOf([1]).second).toBeUndefined();
});
