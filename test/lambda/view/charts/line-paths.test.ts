/** Tests of the paths of lines over time. */

import { highestOf, linePath } from '../../../../lambda/view/charts/line-paths';

/** The highest value is at 2, none at 12; each has ten units of width. */
it.each([
  ['goes from value to value', [0, 5, 10], 'M5 12l10 -5l10 -5'],
  ['is flat if all values are equal', [4, 4], 'M5 2l10 0'],
  ['breaks at a missing value', [10, 10, null, 5, 5], 'M5 2l10 0M35 7l10 0'],
  ['shows a single value as a bar', [null, 10, null], 'M10 2l10 0'],
  ['is empty without values', [null, null], ''],
  ['stays at the bottom if all values are zero', [0, 0], 'M5 12l10 0'],
])('a line %s', (_, values, path) => {
  const frame = { width: 10 * values.length, from: 2, to: 12, highest: highestOf(values) || 1 };
  expect(linePath(values, frame)).toBe(path);
});
