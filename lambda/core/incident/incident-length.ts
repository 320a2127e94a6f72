/** How long an incident is: the one length that alerts, pages, lists and documents tell. */

import { describeDuration } from '../words/duration';

/** Whole seconds that have passed, from times in milliseconds since 1970; never negative, whatever the clock did. */
export function incidentSeconds(openedAt: number, until: number): number {
  return Math.max(0, Math.floor((until - openedAt) / 1_000));
}

/** The same for people: `4 min 12 s`. */
export function describeIncidentLength(openedAt: number, until: number): string {
  return describeDuration(incidentSeconds(openedAt, until) * 1_000);
}
