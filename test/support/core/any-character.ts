/** Any character, for strings of fast-check. */

import fc from 'fast-check';

/** The first half of a surrogate pair, and how many halves there are: they are no characters. */
const FIRST_HALF = 0xd800;
const HALVES = 0x800;

/**
 * The same characters as those of `unit: 'binary'`, which fast-check lists first: that takes a second and 84 MB in each process.
 * The way back lets it try the names of `Object.prototype`, too.
 */
export const ANY_CHARACTER = fc.integer({ min: 0, max: 0x10ffff - HALVES }).map(
  (index) => String.fromCodePoint(index < FIRST_HALF ? index : index + HALVES),
  (text) => {
    const point = typeof text === 'string' && /^\P{Cs}$/u.test(text) ? text.codePointAt(0) : undefined;
    if (point === undefined) throw new Error('this is not one character');
    return point < FIRST_HALF ? point : point - HALVES;
  },
);
