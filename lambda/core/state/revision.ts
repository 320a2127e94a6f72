/** The revision of a stored state. It grows by one with each save, and so shows which of two runs was faster. */

/** The revision of a stored value; `null` if no save can have written it. */
export function readRevision(raw: unknown): number | null {
  return Number.isSafeInteger(raw) && (raw as number) >= 1 && (raw as number) < Number.MAX_SAFE_INTEGER
    ? (raw as number)
    : null;
}

/** The revision after the next save; 1 after the first. */
export function nextRevision(expected: number | null): number {
  return (expected ?? 0) + 1;
}

/**
 * The result of a save that expected one revision and found another; `null` stands for none. If the found revision is
 * newer, another run was faster. Throws if it is not newer: then no run has saved what this run knows.
 */
export function refusedSave(expected: number | null, found: number | null): 'conflict' {
  if (found !== null && found > (expected ?? 0)) return 'conflict';
  const describe = (revision: number | null) => (revision === null ? 'no revision' : `revision ${revision}`);
  throw new Error(`the store holds ${describe(found)} where ${expected ?? 'none'} was expected`);
}
