/** Splits many things into parts: as few as a limit on each allows, such as for calls of an API, or one for each name. */

/** The things in their order, at most `most` in each part. */
export function inBatches<Value>(values: readonly Value[], most: number): Value[][] {
  const count = Math.ceil(values.length / most);
  return Array.from({ length: count }, (_, index) => values.slice(index * most, (index + 1) * most));
}

/** The things that have the same name, in their order, by that name. */
export function grouped<Value, Name>(values: Iterable<Value>, nameOf: (value: Value) => Name): Map<Name, Value[]> {
  const groups = new Map<Name, Value[]>();
  for (const value of values) {
    const name = nameOf(value);
    const group = groups.get(name);
    if (group) group.push(value);
    else groups.set(name, [value]);
  }
  return groups;
}
