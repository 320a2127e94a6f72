/** The alerts that a service owes: kept with its state until they are sent, and bounded however long that takes. */

import type { Alert } from './alert';
import type { Incident, IncidentState } from './incident';

/** How many incidents that are over may wait to be told. Beyond that a new failure continues the latest of them. */
export const MAX_UNTOLD_INCIDENTS = 20;

/**
 * Adds an alert. Of one incident its beginning, its end, and the newest of what lies between are kept: what came
 * before has been overtaken.
 */
export function owe(outbox: readonly Alert[], alert: Alert): readonly Alert[] {
  const isOvertaken = ({ incidentId, event }: Alert) =>
    incidentId === alert.incidentId &&
    (event === 'reminder' || (event === 'updated' && (alert.event === 'updated' || alert.event === 'resolved')));
  return [...outbox.filter((waiting) => !isOvertaken(waiting)), alert];
}

/** What is still owed when those with the given ids have been sent. */
export function settle(outbox: readonly Alert[], sentIds: ReadonlySet<string>): readonly Alert[] {
  return outbox.filter(({ id }) => !sentIds.has(id));
}

/**
 * For a service that fails again while nobody can be told: when too many incidents wait, the latest is taken up again
 * in place of a new one, and its end, which nobody has heard of, is taken back. So the outbox stays bounded, and each
 * incident that there is keeps its beginning and its end.
 */
export function continueUntold<State extends IncidentState & { readonly outbox: readonly Alert[] }>(
  state: State,
): State {
  const last = state.past.at(-1);
  const ends = state.outbox.filter(({ event }) => event === 'resolved');
  const end = ends.at(-1);
  if (!last || !end || state.incident !== null || ends.length < MAX_UNTOLD_INCIDENTS) return state;
  if (!end.incidentId.endsWith(`/${last.id}`)) return state;
  const incident: Incident = {
    id: last.id,
    openedAt: last.openedAt,
    verdict: last.verdict,
    reason: last.reason,
    message: last.message,
    httpStatus: null,
    failedRuns: last.failedRuns,
    healthyRuns: 0,
    told: [last.verdict],
    change: null,
    toldAt: last.resolvedAt,
  };
  return { ...state, incident, past: state.past.slice(0, -1), outbox: state.outbox.filter((alert) => alert !== end) };
}
