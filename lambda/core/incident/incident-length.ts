/** The length of an incident: alerts, pages, lists and documents all show this one. */

import { describeDuration } from '../words/duration';
import { downMsOf, type Incident } from './incident';

/** For how long an outage failed, and how long another incident lasted, in whole seconds; `now` in milliseconds since 1970. */
export function incidentSeconds(incident: Incident, now: number): number {
  return Math.floor(downMsOf(incident, now) / 1_000);
}

/** The same length as a text for people: `4 min 12 s`. */
export function describeIncidentLength(incident: Incident, now: number): string {
  return describeDuration(incidentSeconds(incident, now) * 1_000);
}
