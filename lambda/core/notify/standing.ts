/** Derives the open alerts of a receiver from facts and records. Pure. */

import { type Incident, problemKey } from '../incident/incident';
import type { DueAlert } from '../message/due-alert';
import { elapsedMs } from '../words/clock';
import { alertAbout } from './due';
import { type Notified, type NotifyState, notifiedOf } from './notified';

/**
 * For how long an end is said again, in milliseconds. Source: Alertmanager, docs/alerts_api.md: "clients are also expected to re-send resolved alerts
 * to the Alertmanager for up to 5 minutes after the alert has resolved."
 */
export const ENDED_FOR_MS = 5 * 60_000;

/** In milliseconds since 1970. */
export interface StandingContext {
  readonly receiver: string;
  readonly now: number;
  /** The beginning of the run: what was sent since then stands as it was sent. */
  readonly runSince: number;
}

/**
 * An alert for each problem of which the receiver was notified: as it is, if its incident is open, silenced or not, and its end for some
 * minutes. Of two incidents about one problem only the later stands: said again, the end of the earlier would end the later too.
 */
export function standingAlerts(state: NotifyState, context: StandingContext): readonly DueAlert[] {
  const latest = new Map<string, Incident>();
  for (const incident of state.incidents) {
    const record = notifiedOf(state, incident.id, context.receiver);
    const key = problemKey(incident);
    const before = latest.get(key);
    // A duplicate may be over while the incident that it duplicates is open.
    const isCovered = before?.over === null && incident.over !== null;
    if (record.opened !== null && !isCovered) latest.set(key, incident);
  }
  return [...latest.values()].flatMap((incident) => standingAlert(incident, state, context) ?? []);
}

function standingAlert(
  incident: Incident,
  state: NotifyState,
  { receiver, now, runSince }: StandingContext,
): DueAlert | null {
  const record = notifiedOf(state, incident.id, receiver);
  if (incident.over === null) {
    return isSince(record.sentAt, runSince) ? null : alertAbout('opened', now, { incident, record, state });
  }
  if (!isEndStanding(record, now) || isSince(record.over, runSince)) return null;
  return alertAbout('resolved', incident.over.at, { incident, record, state });
}

/** The end that was not sent yet is pending, and sent in its turn. */
function isEndStanding({ over }: Notified, now: number): boolean {
  return over !== null && elapsedMs(over, now) <= ENDED_FOR_MS;
}

function isSince(at: number | null, start: number): boolean {
  return at !== null && at >= start;
}
