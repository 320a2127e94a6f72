/** Splits many things into as few parts as a limit on each allows: calls of an API, lines of a file. */

/** The things in their order, at most `most` in each part. */
export function inBatches<Value>(values: readonly Value[], most: number): Value[][] {
  const count = Math.ceil(values.length / most);
  return Array.from({ length: count }, (_, index) => values.slice(index * most, (index + 1) * most));
}
