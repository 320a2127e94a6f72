/** The incidents in a period, and how long services were down. */

import { cluesTo } from '../../incident/clues/others-failing';
import { distinctIncidents, downMsOf, type Incident, SETTLED_KEPT } from '../../incident/incident';
import type { ServiceState } from '../../state/service-state';
import type { Period } from './period';

type Shared = 'kind' | 'openedAt' | 'verdict' | 'reason' | 'message';

export interface ReportedIncident extends Pick<Incident, Shared> {
  /** Milliseconds since 1970; `null` if it is open. */
  readonly resolvedAt: number | null;
  /** The full duration in milliseconds, also outside the period; up to now while open. For an outage, how long the service failed. */
  readonly lengthMs: number;
  /** A fact that may explain it, in words; `null` if there is none. */
  readonly clue: string | null;
}

type KnownIncidents = Pick<ServiceState, 'incidents' | 'incidentCount'>;

/** Returns the incidents that overlap the period, the earliest first, without budgets that a listed outage spent. `now` in ms since 1970. */
export function incidentsIn(state: KnownIncidents, { from, to }: Period, now: number): readonly ReportedIncident[] {
  return distinctIncidents(state)
    .filter(({ spentBy }) => spentBy.length === 0)
    .map((incident) => reported(incident, now))
    .filter(({ openedAt, resolvedAt }) => openedAt < to && (resolvedAt ?? now) >= from);
}

/** Returns whether the period may have had more incidents than are stored: only the latest are. */
export function mayLackIncidents({ incidents, incidentCount }: KnownIncidents, { from }: Period): boolean {
  const past = incidents.filter(({ over }) => over !== null);
  const [oldest] = past;
  if (oldest === undefined || past.length < SETTLED_KEPT || incidentCount <= incidents.length) return false;
  return (oldest.over?.at ?? oldest.openedAt) > from;
}

function reported(incident: Incident, now: number): ReportedIncident {
  const { kind, openedAt, over, verdict, reason, message } = incident;
  const clue = cluesTo(incident)[0]?.message ?? null;
  return {
    kind,
    openedAt,
    verdict,
    reason,
    message,
    resolvedAt: over?.at ?? null,
    lengthMs: downMsOf(incident, now),
    clue,
  };
}

/**
 * Returns how long services were down in a part of a period, in milliseconds. An outage has only its total downtime stored, not when the
 * service failed in it, so its downtime in the period is spread evenly.
 */
export function downMsIn(part: Period, incidents: readonly ReportedIncident[], period: Period, now: number): number {
  return incidents.reduce((sum, incident) => {
    const lasted = incident.kind === 'outage' ? lastedMs(incident, period, now) : 0;
    return lasted === 0 ? sum : sum + (lastedMs(incident, part, now) / lasted) * Math.min(incident.lengthMs, lasted);
  }, 0);
}

/** Returns how long an outage lasted in a period, from its beginning to its recovery. */
function lastedMs({ openedAt, resolvedAt }: ReportedIncident, { from, to }: Period, now: number): number {
  return Math.max(0, Math.min(resolvedAt ?? now, to, now) - Math.max(openedAt, from));
}
