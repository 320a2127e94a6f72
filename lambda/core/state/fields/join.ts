/** How two values that differ are put together: always the same one of them, in whatever order they come. */

/** The larger of two by `rank`; of equal ones always the same: that with the larger text, first of what `said` gives of it. */
export function larger<Value>(
  left: Value,
  right: Value,
  rank: (value: Value) => number = () => 0,
  said: (value: Value) => unknown = () => null,
): Value {
  if (left === right) return left;
  const first = rank(left);
  const second = rank(right);
  if (first !== second) return first > second ? left : right;
  const some = sortedText([said(left), left]);
  const others = sortedText([said(right), right]);
  return some >= others ? left : right;
}

/** The one that is known; of two the larger. */
export function known<Value>(left: Value | null, right: Value | null, rank?: (value: Value) => number): Value | null {
  return left === null || right === null ? (left ?? right) : larger(left, right, rank);
}

/** The earlier of two times, each `null` if there is none yet. */
export function earlier(left: number | null, right: number | null): number | null {
  return left === null || right === null ? (left ?? right) : Math.min(left, right);
}

/** The later of two times, each `null` if there is none yet. */
export function later(left: number | null, right: number | null): number | null {
  return left === null || right === null ? (left ?? right) : Math.max(left, right);
}

/**
 * Two lists as one: of those with the same key one (`join`), the `most` last ones by `order`. So that the same comes of it in whatever order
 * lists meet, `join` must give what `order` puts last.
 */
export function joinLists<One>(
  left: readonly One[],
  right: readonly One[],
  { key, order, most, join = larger }: JoinOptions<One>,
): readonly One[] {
  if (left === right) return left;
  const all = new Map(left.map((one) => [key(one), one]));
  for (const one of right) {
    const same = all.get(key(one));
    all.set(key(one), same === undefined ? one : join(same, one));
  }
  return [...all.values()].sort(order).slice(-most);
}

export interface JoinOptions<One> {
  readonly key: (one: One) => string | number;
  readonly order: (left: One, right: One) => number;
  readonly most: number;
  readonly join?: (left: One, right: One) => One;
}

/** A value as JSON with sorted keys: a value that was stored has them in another order. */
export function sortedText(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([left], [right]) => (left < right ? -1 : 1)))
      : part,
  );
}
