/** Instants as short as a page has room for: the same on the server and in the browser. */

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `13:02` on the day of `now`, otherwise `20 Nov 13:02`, or `20 Nov 2025 13:02`; with seconds if it is exact. In UTC, which the page says once. */
export function shortInstant(milliseconds: number, now: number, exact = false): string {
  const [text, today] = [milliseconds, now].map((time) => new Date(time).toISOString()) as [string, string];
  const time = text.slice(11, exact ? 19 : 16);
  if (text.slice(0, 10) === today.slice(0, 10)) return time;
  const day = `${Number(text.slice(8, 10))} ${MONTHS[Number(text.slice(5, 7)) - 1]}`;
  return text.slice(0, 4) === today.slice(0, 4) ? `${day} ${time}` : `${day} ${text.slice(0, 4)} ${time}`;
}
