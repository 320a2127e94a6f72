/** Incidents as documents, for `incidents --json` and the page's server. */

import { type ClueDocument, clueDocuments } from '../incident/clue';
import { cluesTo } from '../incident/clues/others-failing';
import { type Incident, incidentSeconds } from '../incident/incident';
import { ackPeriodsOf } from '../notify/held-alerts';
import { type DeliveredAlert, sentAbout } from '../notify/sent';
import { overdueAlerts } from '../notify/unsent-alerts';
import { type AckDocument, ackDocument } from '../silences/silence-document';
import type { ServiceState } from '../state/service-state';
import type { IncidentKind, Severity, VerdictKind } from '../words/codes';
import { isWanted } from './facts/incident-records';
import { incidentsOf } from './facts/stored-incidents';
import type { IncidentFilter } from './incident-filter';
import { type BehindDocument, behindDocument, type SilencedDocument, silencedDocument } from './silenced-document';
import { iso } from './words/format';

export type { AckDocument, ClueDocument };

/** Instants are ISO 8601 in UTC with milliseconds. */
export interface IncidentDocument {
  readonly service: string;
  /** Unique among the incidents of its service. */
  readonly id: string;
  readonly kind: IncidentKind;
  /** The receiver that an incident of the deployment itself is about; `null` for an incident of a service. */
  readonly subject: Incident['subject'];
  readonly severity: Severity;
  readonly environment: string | null;
  readonly open: boolean;
  readonly openedAt: string;
  readonly resolvedAt: string | null;
  /** For an outage, how long it failed; `openedAt` and `resolvedAt` are its times. */
  readonly durationSeconds: number;
  /** `healthy` if it is not an outage: its reason has the problem. */
  readonly verdict: VerdictKind;
  readonly reason: string;
  readonly message: string;
  readonly httpStatus: number | null;
  /** The results of the regions while the checker did not reach its service; empty if no other region checked it. */
  readonly regions: Incident['regions'];
  /** 0 if it is not an outage. */
  readonly failedRuns: number;
  /** When the service failed again before it recovered, the oldest first; bounded. */
  readonly relapses: readonly string[];
  /** Whether it is an open outage whose service is healthy again. */
  readonly recovering: boolean;
  /** The ids of the outages that spent an objective's budget, else empty. People notified of these are not notified of this one. */
  readonly spentBy: readonly string[];
  /** Recorded facts that may explain it, the newest first; empty unless it is an outage. */
  readonly clues: readonly ClueDocument[];
  /** The first and the last alert about it to each receiver, in the order sent; pending alerts last. */
  readonly alerts: readonly AlertRecord[];
  /** The part that people were not notified of while the service was silenced; `null` if there is none. */
  readonly silenced: SilencedDocument | null;
  /** The needed service that holds it back, or last did; `null` if none did. */
  readonly behind: BehindDocument | null;
  /** Its stored acknowledgements, the oldest first. */
  readonly acks: readonly AckDocument[];
}

/** An alert that was sent, or is pending: on a laptop alerts are shown, not sent. */
export interface AlertRecord extends Pick<DeliveredAlert, 'receiver' | 'event' | 'summary'> {
  /** `null` if it is not yet sent. */
  readonly id: string | null;
  /** The time of the event. */
  readonly at: string;
  /** `null` until it is certain that it was sent. */
  readonly sentAt: string | null;
  /** Whether the receiver got alerts, which are not stored, between the first one about the incident and this one. */
  readonly isAfterOthers: boolean;
}

/**
 * Yields the incidents that match: open ones, then open ones that are held back behind others, then past ones; the latest first in each.
 * A large deployment has tens of thousands, so each document is made only when needed. `now` in milliseconds since 1970.
 */
export function* incidentDocuments(
  states: Iterable<readonly [service: string, state: ServiceState]>,
  now: number,
  filter: IncidentFilter = ALL,
): Generator<IncidentDocument, void> {
  const found = [...states]
    .filter(([service]) => filter.service === null || service === filter.service)
    .flatMap(([service, state]) =>
      incidentsOf(state)
        .filter((incident) => isWanted(incident, filter))
        .map((incident) => ({ service, state, incident, rank: rankOf(state, incident, now) })),
    )
    .sort((left, right) => left.rank - right.rank || right.incident.openedAt - left.incident.openedAt);
  for (const { service, state, incident } of found) yield incidentDocument(service, state, incident, now);
}

const ALL: IncidentFilter = { service: null, kind: null, since: null };

export function incidentDocument(
  service: string,
  state: ServiceState,
  incident: Incident,
  now: number,
): IncidentDocument {
  const { id, kind, subject, severity, environment, openedAt, verdict, reason, message, httpStatus, failedRuns } =
    incident;
  const resolvedAt = incident.over?.at ?? null;
  return {
    service,
    id,
    kind,
    subject,
    severity,
    environment,
    open: resolvedAt === null,
    openedAt: iso(openedAt),
    resolvedAt: resolvedAt === null ? null : iso(resolvedAt),
    durationSeconds: incidentSeconds(incident, now),
    verdict,
    reason,
    message,
    httpStatus,
    regions: incident.regions,
    failedRuns: kind === 'outage' ? failedRuns : 0,
    relapses: incident.relapses.map(iso),
    recovering: resolvedAt === null && incident.recovery !== null,
    spentBy: incident.spentBy,
    clues: clueDocuments(cluesTo(incident)),
    alerts: alertRecords(state, id, now),
    silenced: silencedDocument(state, id),
    behind: behindDocument(state, incident, now),
    acks: ackPeriodsOf(state.heldAlerts, id).map(({ at, hold }) => ackDocument({ ...hold, from: at })),
  };
}

function alertRecords(state: ServiceState, incident: string, now: number): readonly AlertRecord[] {
  return [
    ...sentAbout(state, incident).map(({ id, receiver, event, summary, at, sentAt, isAfterOthers }) => ({
      id,
      receiver,
      event,
      summary,
      at: iso(at),
      sentAt: iso(sentAt),
      isAfterOthers,
    })),
    ...overdueAlerts(state, now)
      .filter((unsent) => unsent.incident === incident)
      .map(({ receiver, event, summary, at }) => ({
        id: null,
        receiver,
        event,
        summary,
        at: iso(at),
        sentAt: null,
        isAfterOthers: false,
      })),
  ];
}

/** Ranks open incidents first, then open ones that are held back behind a needed service, then past ones. */
function rankOf(state: ServiceState, incident: Incident, now: number): number {
  if (incident.over !== null) return 2;
  return behindDocument(state, incident, now)?.until === null ? 1 : 0;
}
