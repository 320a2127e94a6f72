/** Who did something, as people read it. */

/** `by` as the caller gave it; `somebody` if that is `null`. */
export function nameOf(by: string | null): string {
  return by ?? 'somebody';
}
