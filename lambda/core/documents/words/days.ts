/** Days, UTC instants and durations for lists and titles. */

import { describeDuration } from '../../words/duration';
import { dayOfMonth, iso } from './format';

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const DAY_MS = 86_400_000;

/** Returns `24 Nov`, with the year if it differs from that of `now`. */
export function shortDay(at: number, now: number): string {
  const year = new Date(at).getUTCFullYear();
  const text = dayOfMonth(at);
  return year === new Date(now).getUTCFullYear() ? text : `${text} ${year}`;
}

/** `Today`, `Yesterday`, `Sun 22 Nov`, `Sun 22 Nov 2025`. */
export function dayWords(at: number, now: number): string {
  const days = Math.floor(now / DAY_MS) - Math.floor(at / DAY_MS);
  if (days === 0) return 'Today';
  return days === 1 ? 'Yesterday' : `${weekdayOf(at)} ${shortDay(at, now)}`;
}

/** `Tue 24 Nov 2026, 07:00:55`. */
export function longInstant(at: number): string {
  const text = iso(at);
  return `${weekdayOf(at)} ${dayOfMonth(at)} ${text.slice(0, 4)}, ${text.slice(11, 19)}`;
}

/** `Tue`, of UTC. */
export function weekdayOf(at: number): string {
  return WEEKDAYS[new Date(at).getUTCDay()] ?? '';
}

/** `45 s`, `34 min`, `3 h 14 min`: seconds are shown only in the first minute. */
export function minutesText(seconds: number): string {
  return describeDuration((seconds < 60 ? seconds : seconds - (seconds % 60)) * 1_000);
}

/** Returns the duration of an incident, without seconds while it is open, since they change all the time. */
export function lengthWords(seconds: number, isOpen: boolean): string {
  return isOpen ? minutesText(seconds) : describeDuration(seconds * 1_000);
}
