/** Numbers of things in words. */

/** `1 check`, `76,273 checks`. */
export function plural(count: number, singular: string, several = `${singular}s`): string {
  return `${thousands(count)} ${count === 1 ? singular : several}`;
}

/** `76,273`. */
export function thousands(count: number): string {
  return count.toLocaleString('en-US');
}
