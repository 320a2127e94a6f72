/** Durations as they are parsed, written, and described to people. */

import fc from 'fast-check';
import { describeDuration, formatDuration, parseDuration } from '../../../../lambda/core/words/duration';
import { runs } from '../../../support/jest/lane';

describe('parseDuration', () => {
  it.each([
    ['0ms', 0],
    ['500ms', 500],
    ['3s', 3_000],
    ['1m', 60_000],
    ['1.5m', 90_000],
    ['4h', 14_400_000],
    ['1d', 86_400_000],
    ['0.0004s', 0],
    ['0.1s', 100],
    ['007s', 7_000],
    ['1h30m', 5_400_000],
    ['1d2h3m4s5ms', 93_784_005],
    ['1m500ms', 60_500],
    ['0.5h0.5m', 1_830_000],
  ])('%s is %i ms', (text, milliseconds) => {
    expect(parseDuration(text)).toBe(milliseconds);
  });

  it.each([
    '',
    '3',
    's',
    '3 s',
    ' 3s',
    '3s\n',
    '-3s',
    '+3s',
    '3S',
    '3sec',
    '30s1m',
    '1h1h',
    '1h 30m',
    '1h30',
    'hm',
    '.5s',
    '1.s',
    '1e3s',
    'Infinitys',
    '٣s',
  ])('%j is none', (text) => {
    expect(parseDuration(text)).toBeNull();
  });
});

describe('formatDuration', () => {
  it.each([
    [0, '0ms'],
    [1, '1ms'],
    [1_500, '1500ms'],
    [3_000, '3s'],
    [90_000, '90s'],
    [60_000, '1m'],
    [3_600_000, '1h'],
    [86_400_000, '1d'],
    [172_800_000, '2d'],
  ])('%i ms is %s', (milliseconds, text) => {
    expect(formatDuration(milliseconds)).toBe(text);
  });

  it('gives what parseDuration reads back, exactly', () => {
    const scaled = fc
      .tuple(fc.nat({ max: 100_000 }), fc.constantFrom(1, 1_000, 60_000, 3_600_000, 86_400_000))
      .map(([amount, unit]) => amount * unit);
    fc.assert(
      fc.property(fc.oneof(fc.maxSafeNat(), scaled), (milliseconds) => {
        expect(parseDuration(formatDuration(milliseconds))).toBe(milliseconds);
      }),
      { numRuns: runs(67) },
    );
  });
});

describe('describeDuration', () => {
  it.each([
    [0, '0 s'],
    [999, '0 s'],
    [1_000, '1 s'],
    [59_999, '59 s'],
    [60_000, '1 min'],
    [61_000, '1 min 1 s'],
    [3_600_000, '1 h'],
    [3_601_000, '1 h'],
    [3_660_000, '1 h 1 min'],
    [86_400_000, '1 d'],
    [90_000_000, '1 d 1 h'],
    [86_460_000, '1 d'],
    [266_400_000_000, '3083 d 8 h'],
    [-5_000, '0 s'],
    [Number.NaN, '0 s'],
    [Number.POSITIVE_INFINITY, '0 s'],
  ])('%d ms is %s', (milliseconds, text) => {
    expect(describeDuration(milliseconds)).toBe(text);
  });

  it('never says more than has passed, and at most two units', () => {
    const UNIT_MS = { d: 86_400_000, h: 3_600_000, min: 60_000, s: 1_000 } as const;
    fc.assert(
      fc.property(fc.nat({ max: 1e12 }), (milliseconds) => {
        const parts = describeDuration(milliseconds).matchAll(/(\d+) (d|h|min|s)\b/g);
        const amounts = Array.from(parts, ([, amount, unit]) => Number(amount) * UNIT_MS[unit as keyof typeof UNIT_MS]);
        const total = amounts.reduce((sum, part) => sum + part, 0);
        expect(amounts.length).toBeGreaterThanOrEqual(1);
        expect(amounts.length).toBeLessThanOrEqual(2);
        expect(total).toBeLessThanOrEqual(milliseconds);
        // Off by less than the smaller of its two units: an hour for days, a minute for hours, a second below.
        const limit = milliseconds >= UNIT_MS.d ? UNIT_MS.h : milliseconds >= UNIT_MS.h ? UNIT_MS.min : UNIT_MS.s;
        expect(milliseconds - total).toBeLessThan(limit);
      }),
    );
  });
});
