/** The length of an incident: alerts, pages, lists and documents all show this one. */

import { describeDuration } from '../words/duration';

/** The length in whole seconds, from times in milliseconds since 1970; never negative, even if the clock was set back. */
export function incidentSeconds(openedAt: number, until: number): number {
  return Math.max(0, Math.floor((until - openedAt) / 1_000));
}

/** The same length as a text for people: `4 min 12 s`. */
export function describeIncidentLength(openedAt: number, until: number): string {
  return describeDuration(incidentSeconds(openedAt, until) * 1_000);
}
