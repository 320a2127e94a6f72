/** A number of things in words. */

/** `1 check`, `76,273 checks`. */
export function plural(count: number, singular: string, several = `${singular}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? singular : several}`;
}
