/** Response times summed up: whatever they are and however they are put together, percentiles are right within 11 %. */

import fc from 'fast-check';
import {
  addTimes,
  answersIn,
  binOf,
  LAST_BIN,
  LEAST_CHANGE,
  NO_TIMES,
  percentile,
  timesOf,
} from '../../../../lambda/core/words/response-times';
import { runs } from '../../../support/jest/lane';

const DAY_MS = 86_400_000;
/** As long as a check can take, and as short as a clock can measure. */
const time = fc.oneof(
  fc.integer({ min: 1, max: DAY_MS * 10 }).map((tenths) => tenths / 10),
  fc.double({ min: 0.1, max: DAY_MS, noNaN: true }),
  fc.double({ min: -1, max: 8.9, noNaN: true }).map((exponent) => Math.min(DAY_MS, Math.max(0.1, 10 ** exponent))),
);

/** The time that the share of the answers did not exceed. */
function trueOf(times: readonly number[], share: number): number {
  const sorted = [...times].sort((left, right) => left - right);
  return sorted[Math.max(1, Math.ceil(share * times.length)) - 1] ?? Number.NaN;
}

it('gives percentiles within 11 % of the true ones, for any times and any way of merging', () => {
  const groups = fc.array(fc.array(time, { maxLength: 40 }), { minLength: 1, maxLength: 8 });
  const property = fc.property(groups, fc.double({ min: 0, max: 1, noNaN: true }), (all, share) => {
    const times = all.flat();
    const parts = all.map((group) => addTimes(group.map((ms) => timesOf(ms))));
    const inOne = addTimes(parts);
    const inTurn = parts.reduceRight((sum, part) => addTimes([part, sum]), NO_TIMES);
    expect(inTurn).toEqual(inOne);
    expect(answersIn(inOne)).toBe(times.length);
    const found = percentile(inOne, share);
    if (times.length === 0) return expect(found).toBeNull();
    const expected = trueOf(times, share);
    expect(Math.abs((found ?? Number.NaN) - expected) / expected).toBeLessThanOrEqual(LEAST_CHANGE + 1e-9);
  });
  fc.assert(property, { numRuns: runs(100) });
});

it.each([0.5, 0.95, 0.99])('gives the percentile %d of spread times within 1 %%', (share) => {
  const spread = Array.from({ length: 1_000 }, (_, index) => 50 + index / 10);
  const found = percentile(addTimes(spread.map((ms) => timesOf(ms))), share) ?? Number.NaN;
  expect(Math.abs(found / trueOf(spread, share) - 1)).toBeLessThan(0.01);
});

it.each([
  ['no time at all', 0, 0],
  ['less than a tenth of a millisecond', 0.05, 0],
  ['a day', DAY_MS, LAST_BIN],
  ['more than a day', 10 * DAY_MS, LAST_BIN],
])('has a bin for %s', (_, ms, bin) => {
  expect(binOf(ms)).toBe(bin);
});

it('counts several answers at once', () => {
  expect(timesOf(120, 7)).toEqual(addTimes(Array.from({ length: 7 }, () => timesOf(120))));
});

it('knows no percentile of nothing', () => {
  expect(percentile(NO_TIMES, 0.5)).toBeNull();
  expect(percentile(timesOf(3, 0), 0.5)).toBeNull();
});
