/** Puts two lists together whose elements have a time each. */

/**
 * All of both, each time once: of two with the same time `join` makes one. Of more than `most` the newest stay. Both lists have their
 * oldest first, and each time once.
 */
export function joinByTime<One>(
  some: readonly One[],
  others: readonly One[],
  timeOf: (one: One) => number,
  join: (one: One, other: One) => One,
  most = Number.POSITIVE_INFINITY,
): readonly One[] {
  const joined: One[] = [];
  let place = 0;
  let next = others[place];
  for (const one of some) {
    const time = timeOf(one);
    for (; next !== undefined && timeOf(next) < time; next = others[++place]) joined.push(next);
    const isSame = next !== undefined && timeOf(next) === time;
    joined.push(isSame ? join(one, next as One) : one);
    if (isSame) next = others[++place];
  }
  for (; next !== undefined; next = others[++place]) joined.push(next);
  return joined.length > most ? joined.slice(-most) : joined;
}
