/** Days, instants of UTC and lengths as lists and titles have them. */

import { describeDuration } from '../../words/duration';
import { iso } from './format';

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const DAY_MS = 86_400_000;

/** `24 Nov`, with the year if that is not that of `now`. */
export function shortDay(at: number, now: number): string {
  const date = new Date(at);
  const year = date.getUTCFullYear();
  const text = `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
  return year === new Date(now).getUTCFullYear() ? text : `${text} ${year}`;
}

/** `Today`, `Yesterday`, `Sun 22 Nov`, `Sun 22 Nov 2025`. */
export function dayWords(at: number, now: number): string {
  const days = Math.floor(now / DAY_MS) - Math.floor(at / DAY_MS);
  if (days === 0) return 'Today';
  return days === 1 ? 'Yesterday' : `${WEEKDAYS[new Date(at).getUTCDay()]} ${shortDay(at, now)}`;
}

/** `Tue 24 Nov 2026, 07:00:55`. */
export function longInstant(at: number): string {
  const text = iso(at);
  const date = new Date(at);
  const month = MONTHS[date.getUTCMonth()];
  return `${WEEKDAYS[date.getUTCDay()]} ${date.getUTCDate()} ${month} ${date.getUTCFullYear()}, ${text.slice(11, 19)}`;
}

const MINUTE_MS = 60_000;

/** The length of an incident: without seconds while it is open, since then they change all the time. */
export function lengthWords(seconds: number, isOpen: boolean): string {
  const ms = seconds * 1_000;
  return describeDuration(isOpen && ms >= MINUTE_MS ? ms - (ms % MINUTE_MS) : ms);
}
