/** Instants as people write them: ISO 8601 with a zone. */

export const INSTANT = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(?:Z|[+-]\d{2}:\d{2})$/;

/** Milliseconds since 1970; `null` for a text without a zone, and for a day or a time that does not exist. */
export function parseInstant(text: string): number | null {
  const [, local] = INSTANT.exec(text) ?? [];
  const [clock, instant] = [Date.parse(`${local}Z`), Date.parse(text)];
  if (local === undefined || Number.isNaN(clock) || Number.isNaN(instant)) return null;
  // Date.parse reads February 30 as March 2.
  return new Date(clock).toISOString().startsWith(local.slice(0, 16)) ? instant : null;
}
