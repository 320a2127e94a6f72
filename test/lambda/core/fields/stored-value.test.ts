/** Figures from a store count within the range that they can have, and are unknown outside of it. */

import type * as v from 'valibot';
import {
  amount,
  count,
  days,
  httpStatus,
  instant,
  milliseconds,
  readStored,
} from '../../../../lambda/core/fields/stored-value';

const NEVER = [null, undefined, '7', [7], {}, true, Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_VALUE, 1e300];

describe.each<[string, v.GenericSchema<unknown, number>, readonly number[], readonly number[]]>([
  ['milliseconds', milliseconds, [0, 0.04, 3_000, 86_400_000], [-0.1, 86_400_001]],
  ['megabytes and seconds', amount, [0, 95.6, 1e15], [-1, 1.1e15]],
  ['counts', count, [0, 1, 1e15], [-1, 1.5, 1e15 + 1]],
  ['HTTP statuses', httpStatus, [100, 200, 999], [0, 99, 200.5, 1_000, -200]],
  ['days', days, [-400, 0, 29.5, 3_660_000], [3_660_001, -3_660_001]],
  ['instants', instant, [0, -1, 253_402_300_799_999], [253_402_300_800_000, -1e14]],
])('%s', (_, schema, within, outside) => {
  it.each(within)('can be %d', (value) => {
    expect(readStored(schema, value)).toBe(value);
  });

  it.each([...outside, ...NEVER])('can not be %p', (value) => {
    expect(readStored(schema, value)).toBeNull();
  });
});

// JSON.parse takes `-0`, and JSON.stringify writes it as `0`: what is read would differ from what is read again.
it('zero has no sign', () => {
  expect(readStored(count, JSON.parse('-0'))).toBe(0);
});
