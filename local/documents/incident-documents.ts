/** Incidents as documents: `incidents --json` prints them, and the page's server answers with them. */

import { distinctIncidents, type Incident, type PastIncident } from '../../lambda/core/incident/incident';
import { incidentSeconds } from '../../lambda/core/incident/incident-length';

import type { ServiceState } from '../../lambda/core/state/service-state';

/** Instants are ISO 8601 in UTC with milliseconds. */
export interface IncidentDocument {
  readonly service: string;
  readonly open: boolean;
  readonly openedAt: string;
  readonly resolvedAt: string | null;
  readonly durationSeconds: number;
  readonly verdict: string;
  readonly reason: string;
  readonly message: string;
  readonly failedRuns: number;
}

/** The incidents of all services: open ones first, then the latest first. `now` in milliseconds since 1970. */
export function incidentDocuments(
  states: Iterable<readonly [service: string, state: ServiceState]>,
  now: number,
): IncidentDocument[] {
  return [...states]
    .flatMap(([service, { open, past }]) => [
      ...distinctIncidents(open).map((incident) => openDocument(service, incident, now)),
      ...past.map((one) => documentOf(service, one, one.resolvedAt, now)),
    ])
    .sort(byUrgency);
}

export function openDocument(service: string, incident: Incident, now: number): IncidentDocument {
  return documentOf(service, incident, null, now);
}

function documentOf(
  service: string,
  { openedAt, verdict, reason, message, failedRuns }: Incident | PastIncident,
  resolvedAt: number | null,
  now: number,
): IncidentDocument {
  return {
    service,
    open: resolvedAt === null,
    openedAt: new Date(openedAt).toISOString(),
    resolvedAt: resolvedAt === null ? null : new Date(resolvedAt).toISOString(),
    durationSeconds: incidentSeconds(openedAt, resolvedAt ?? now),
    verdict,
    reason,
    message,
    failedRuns,
  };
}

function byUrgency(left: IncidentDocument, right: IncidentDocument): number {
  if (left.open !== right.open) return left.open ? -1 : 1;
  return right.openedAt.localeCompare(left.openedAt);
}
