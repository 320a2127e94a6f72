/** The times of a timeline's steps, as they stand before their texts. */

import type { StepDocument } from '../incident-story/step';

/** Returns the day of an instant: `2026-11-22`. */
export function dayOf(instant: string): string {
  return instant.slice(0, 10);
}

/** `09:12–09:27`; with the date if it ends on another day. With seconds if services are checked more often than once a minute. */
export function stepTimes({ at, until }: StepDocument, intervalSeconds: number): string {
  const digits = intervalSeconds < 60 ? 19 : 16;
  const from = at.slice(11, digits);
  if (until === null) return from;
  const end = dayOf(at) === dayOf(until) ? until.slice(11, digits) : until.slice(5, digits).replace('T', ' ');
  return end === from ? from : `${from}–${end}`;
}
