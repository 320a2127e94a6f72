/** The stored incidents of a service: their order, the one that people most likely mean, and the time that its story covers. */

import { distinctIncidents, type Incident, openIncidents, openOutage } from '../../incident/incident';
import { checksOf } from '../../incident/incident-checks';
import { isHeldBackFromAll } from '../../notify/held-back';
import type { ServiceState } from '../../state/service-state';

/** The subject of a story. */
export interface StorySubject {
  readonly state: ServiceState;
  /** `null` for the story of a time span. */
  readonly incident: Incident | null;
  /** The start of the story of a time span; by default 15 minutes before the last check. */
  readonly since?: number | null;
  readonly now: number;
}

/** The time that a story covers, in milliseconds since 1970; `to` is exclusive. */
export interface StorySpan {
  readonly from: number;
  readonly to: number;
}

/** How long before and after an incident its story covers. */
const LEAD_MS = 30 * 60_000;
const TRAIL_MS = 15 * 60_000;

/** Returns the time that a story covers, and for which buckets have to be read. */
export function spanOfStory({ state, incident, since, now }: StorySubject): StorySpan {
  if (incident === null) return { from: since ?? presentOf(state, now) - TRAIL_MS, to: now + 1 };
  if (incident.kind === 'outage') {
    const first = checksOf(incident, state.history.checks)[0]?.at ?? incident.openedAt;
    return { from: Math.min(first, incident.openedAt), to: (incident.over?.at ?? now) + 1 };
  }
  const end = incident.over === null ? now : Math.min(now, incident.over.at + TRAIL_MS);
  return { from: incident.openedAt - LEAD_MS, to: end + 1 };
}

/** Returns all stored incidents of a service, open ones first, then the latest first. */
export function incidentsOf(state: ServiceState): readonly Incident[] {
  const all = distinctIncidents(state);
  return [...all.filter(({ over }) => over === null), ...all.filter(({ over }) => over !== null).reverse()];
}

/** Returns when the present begins: at the last check, or at the first failing run that may become an outage. */
function presentOf({ latest, pending }: ServiceState, now: number): number {
  return Math.min(now, latest?.at ?? now, pending?.since ?? now);
}

/**
 * Returns the incident that people most likely mean: the open outage, an outage resolved in the 15 minutes before the last check, another
 * open incident, or another one resolved in these minutes. Returns `null` without one. While failing runs may become an outage, resolved
 * ones don't count. A budget incident that nobody was notified of, since people know the outage that spent it, never counts.
 */
export function lastIncident(state: ServiceState): Incident | null {
  const open = openOutage(state);
  if (open !== null) return open;
  const after = (state.latest?.at ?? Number.NEGATIVE_INFINITY) - TRAIL_MS;
  const isShown = (incident: Incident) => !isHeldBackFromAll(incident, state);
  const past = distinctIncidents(state).filter(({ over }) => over !== null && over.at >= after);
  const recent = state.pending === null ? past.filter(isShown) : [];
  const outage = recent.findLast(({ kind }) => kind === 'outage');
  return outage ?? openIncidents(state).find(isShown) ?? recent.at(-1) ?? null;
}
