/** Splits many things into parts: as few as a limit on each allows, such as for calls of an API, or a part for each name. */

type NonEmpty<Value> = [Value, ...Value[]];

/** The things in their order, at most `most` in each part. */
export function inBatches<Value>(values: readonly Value[], most: number): NonEmpty<Value>[] {
  const batches: NonEmpty<Value>[] = [];
  for (const value of values) {
    const batch = batches.at(-1);
    if (batch && batch.length < most) batch.push(value);
    else batches.push([value]);
  }
  return batches;
}

/** The things that have the same name, in their order, by that name. */
export function grouped<Value, Name>(
  values: Iterable<Value>,
  nameOf: (value: Value) => Name,
): Map<Name, NonEmpty<Value>> {
  const groups = new Map<Name, NonEmpty<Value>>();
  for (const value of values) {
    const name = nameOf(value);
    const group = groups.get(name);
    if (group) group.push(value);
    else groups.set(name, [value]);
  }
  return groups;
}
