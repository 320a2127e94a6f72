/** Times as people read them. All are in UTC, and say so. */

/** `2026-11-21T09:30:00.000Z` → `2026-11-21 09:30:00 UTC`. */
export function readable(instant: string): string {
  return `${dateOf(instant)} ${timeOf(instant)} UTC`;
}

/** The time from one instant to another; the date of the second only if it is another day: `2026-11-21 09:30:00 to 13:42:00 UTC`. */
export function period(from: string, to: string): string {
  return span(from, 'to', to);
}

/** `between 2026-11-21 09:30:00 and 13:42:00 UTC`. */
export function between(from: string, to: string): string {
  return `between ${span(from, 'and', to)}`;
}

function span(from: string, word: string, to: string): string {
  const end = dateOf(from) === dateOf(to) ? timeOf(to) : `${dateOf(to)} ${timeOf(to)}`;
  return `${dateOf(from)} ${timeOf(from)} ${word} ${end} UTC`;
}

function dateOf(instant: string): string {
  return instant.slice(0, 10);
}

/** `2026-11-21T09:30:00.000Z` → `09:30:00`. */
export function timeOf(instant: string): string {
  return instant.slice(11, 19);
}
