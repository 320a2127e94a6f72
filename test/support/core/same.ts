/** Comparisons for the inner loops of properties: `expect`, which costs twenty microseconds and more, only where something differs. */

export function expectSame(found: unknown, expected: unknown): void {
  if (!isSame(found, expected)) expect(found).toEqual(expected);
}

export function expectAtMost(found: number, most: number): void {
  if (!(found <= most)) expect(found).toBeLessThanOrEqual(most);
}

/** Whether both are certainly the same plain data; of anything else than lists and plain objects it knows nothing. */
function isSame(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((one, index) => isSame(one, right[index]));
  }
  if (!isPlain(left) || !isPlain(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length && keys.every((key) => key in right && isSame(left[key], right[key]))
  );
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return Object.prototype.toString.call(value) === '[object Object]';
}
