/** Times as people read them. All are in UTC, and say so. */

/** `2026-11-21T09:30:00.000Z` → `2026-11-21 09:30:00 UTC`. */
export function readable(instant: string): string {
  return `${dateOf(instant)} ${timeOf(instant)} UTC`;
}

/** The time, with its date only if that is not the day on which it is read: `09:30:00 UTC`. */
export function readableOn(day: string, instant: string): string {
  return dateOf(day) === dateOf(instant) ? `${timeOf(instant)} UTC` : readable(instant);
}

/** `09:30:00 to 13:42:00 UTC`, with dates if either is not of the day on which it is read. */
export function periodOn(day: string, from: string, to: string): string {
  const isSameDay = [from, to].every((instant) => dateOf(instant) === dateOf(day));
  const start = isSameDay ? timeOf(from) : `${dateOf(from)} ${timeOf(from)}`;
  return `${start} to ${dateOf(from) === dateOf(to) ? '' : `${dateOf(to)} `}${timeOf(to)} UTC`;
}

function dateOf(instant: string): string {
  return instant.slice(0, 10);
}

/** `2026-11-21T09:30:00.000Z` → `09:30:00`. */
export function timeOf(instant: string): string {
  return instant.slice(11, 19);
}
