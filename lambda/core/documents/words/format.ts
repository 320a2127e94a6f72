/** Figures and times as people read them: the same on a terminal, a page and a dashboard. */

import { plural } from '../../words/plural';

/** The text for an unknown value. */
export const NOTHING = '–';

/** `0.6 ms`, `38 ms`, `3.01 s`. */
export function describeMs(milliseconds: number): string {
  if (milliseconds >= 1_000) return `${(milliseconds / 1_000).toFixed(2)} s`;
  return `${milliseconds.toFixed(milliseconds < 9.95 ? 1 : 0)} ms`;
}

/**
 * Returns the share of `count` in `all` in per cent, with at most two digits, and no more than so few checks allow. It is `100 %` or `0 %`
 * only if it is exact.
 */
export function describeShare(count: number, all: number): string {
  if (all === 0) return NOTHING;
  const digits = Math.min(2, Math.max(0, Math.floor(Math.log10(all)) - 2));
  const step = 10 ** -digits;
  const rounded = Number(((count / all) * 100).toFixed(digits));
  const shown = count === 0 || count === all ? rounded : Math.min(100 - step, Math.max(step, rounded));
  return `${Number(shown.toFixed(digits))} %`;
}

export function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

const DAY_MS = 86_400_000;

/** `13:02:11 UTC` on the day of `now`, otherwise `2026-11-20 13:02 UTC`. */
export function describeInstant(milliseconds: number, now: number): string {
  const text = iso(milliseconds);
  const isToday = Math.floor(milliseconds / DAY_MS) === Math.floor(now / DAY_MS);
  return isToday ? `${text.slice(11, 19)} UTC` : `${text.slice(0, 10)} ${text.slice(11, 16)} UTC`;
}

export { plural };

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `20 Nov`, of UTC. */
export function dayOfMonth(milliseconds: number): string {
  const date = new Date(milliseconds);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
}

/** A time on the axis of a chart, in UTC: `13:02`, `13:02:30`, or a day as `20 Nov`. */
export function axisText(milliseconds: number, form: 'seconds' | 'minutes' | 'days'): string {
  if (form === 'days') return dayOfMonth(milliseconds);
  return iso(milliseconds).slice(11, form === 'seconds' ? 19 : 16);
}

/** `13:02` on the day of `now`, otherwise `20 Nov 13:02`, or `20 Nov 2025 13:02`; with seconds if it is exact. In UTC, which the page says once. */
export function shortInstant(milliseconds: number, now: number, exact = false): string {
  const text = iso(milliseconds);
  const today = iso(now);
  const time = text.slice(11, exact ? 19 : 16);
  if (text.slice(0, 10) === today.slice(0, 10)) return time;
  const day = dayOfMonth(milliseconds);
  return text.slice(0, 4) === today.slice(0, 4) ? `${day} ${time}` : `${day} ${text.slice(0, 4)} ${time}`;
}
