/** Comparisons for the inner loops of properties: `expect`, which costs twenty microseconds and more, only where something differs. */

import { isDeepStrictEqual } from 'node:util';

export function expectSame(found: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(found, expected)) expect(found).toEqual(expected);
}

export function expectAtMost(found: number, most: number): void {
  if (!(found <= most)) expect(found).toBeLessThanOrEqual(most);
}
