/** The revision of a stored state: it grows by one with each save, and so tells which of two runs was faster. */

/** `null` for what no save has written. */
export function readRevision(raw: unknown): number | null {
  return Number.isSafeInteger(raw) && (raw as number) >= 1 && (raw as number) < Number.MAX_SAFE_INTEGER
    ? (raw as number)
    : null;
}

/** The revision that a save begins with, or goes on to. */
export function nextRevision(expected: number | null): number {
  return (expected ?? 0) + 1;
}

/**
 * What a save comes to that expected one revision and found another; `null` stands for none. A newer one is that of a
 * run that was faster. Throws where it is not newer: then no run has saved what this one knows.
 */
export function refusedSave(expected: number | null, found: number | null): 'conflict' {
  if (found !== null && found > (expected ?? 0)) return 'conflict';
  const describe = (revision: number | null) => (revision === null ? 'no revision' : `revision ${revision}`);
  throw new Error(`the store holds ${describe(found)} where ${expected ?? 'none'} was expected`);
}
