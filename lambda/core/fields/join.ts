/** Joins of two values that differ: the result is always the same, in whatever order they come. */

/** The larger of two by `rank`; of equal values always the same: that with the larger text, first of its `part`. */
export function larger<Value>(
  left: Value,
  right: Value,
  rank: (value: Value) => number = () => 0,
  part: (value: Value) => unknown = () => null,
): Value {
  if (left === right) return left;
  const first = rank(left);
  const second = rank(right);
  if (first !== second) return first > second ? left : right;
  // Most are equal, with their keys in the same order: this is faster than the texts below.
  if (JSON.stringify(left) === JSON.stringify(right)) return left;
  const some = sortedText([part(left), left]);
  const others = sortedText([part(right), right]);
  return some >= others ? left : right;
}

/** The value that is known; of two known values the larger. */
export function eitherKnown<Value>(
  left: Value | null,
  right: Value | null,
  rank?: (value: Value) => number,
): Value | null {
  return left === null || right === null ? (left ?? right) : larger(left, right, rank);
}

/** The earlier of two times, each `null` if there is none yet. */
export function earlierTime(left: number | null, right: number | null): number | null {
  return left === null || right === null ? (left ?? right) : Math.min(left, right);
}

/** The later of two times, each `null` if there is none yet. */
export function laterTime(left: number | null, right: number | null): number | null {
  return left === null || right === null ? (left ?? right) : Math.max(left, right);
}

/**
 * Two lists as one list: items with the same key are joined (`join`), and the `most` last items by `order` are kept. For a result that does not
 * depend on the order in which lists meet, `join` must give what `order` puts last.
 */
export function joinLists<Item>(
  left: readonly Item[],
  right: readonly Item[],
  { key, order, most, join = larger }: JoinOptions<Item>,
): readonly Item[] {
  if (left === right) return left;
  const all = new Map(left.map((item) => [key(item), item]));
  for (const item of right) {
    const same = all.get(key(item));
    all.set(key(item), same === undefined ? item : join(same, item));
  }
  return [...all.values()].sort(order).slice(-most);
}

export interface JoinOptions<Item> {
  readonly key: (item: Item) => string | number;
  readonly order: (left: Item, right: Item) => number;
  readonly most: number;
  readonly join?: (left: Item, right: Item) => Item;
}

/** A value as JSON with sorted keys: a value that was stored has them in another order. */
export function sortedText(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([left], [right]) => (left < right ? -1 : 1)))
      : part,
  );
}
