/** Incidents as documents: `incidents --json` prints them, and the page's server answers with them. */

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
import { incidentsOf } from './facts/timeline';
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
  /** Of an outage for how long it failed; `openedAt` and `resolvedAt` say from when to when. */
  readonly durationSeconds: number;
  /** `healthy` if it is no outage: its reason says what it is about. */
  readonly verdict: VerdictKind;
  readonly reason: string;
  readonly message: string;
  readonly httpStatus: number | null;
  /** 0 if it is no outage. */
  readonly failedRuns: number;
  /** When the service failed again before it recovered, the oldest first; bounded. */
  readonly relapses: readonly string[];
  /** Whether an outage is open whose service answers healthy again. */
  readonly recovering: boolean;
  /** The ids of the outages that spent the budget of an objective: whoever was notified of these is not notified of it; empty otherwise. */
  readonly spentBy: readonly string[];
  /** Facts that may explain it, the newest first, as far as they are known; none of an incident that is no outage. */
  readonly clues: readonly ClueDocument[];
  /** The first and the last alert about it to each receiver, in the order in which they went out; pending alerts last. */
  readonly alerts: readonly AlertRecord[];
  /** The part of it that people were not notified of while the service was silenced; `null` if there is none. */
  readonly silenced: SilencedDocument | null;
  /** The service that it needs, and that holds it back, or held it back last; `null` if none did. */
  readonly behind: BehindDocument | null;
  /** The acknowledgements of it, as far as they are still kept; the oldest first. */
  readonly acks: readonly AckDocument[];
}

/** An alert that went out, or that is pending: on a laptop alerts are shown, not sent. */
export interface AlertRecord extends Pick<DeliveredAlert, 'receiver' | 'event' | 'summary'> {
  /** `null` if it is not yet sent. */
  readonly id: string | null;
  /** The time of the event. */
  readonly at: string;
  /** `null` if it is not yet sent for certain. */
  readonly sentAt: string | null;
  /** Whether other alerts came between its first alert about the incident and this alert: these are not kept. */
  readonly isAfterOthers: boolean;
}

/**
 * The incidents of all services, or those that are wanted: first the open incidents, of these last those that are held back behind others; then
 * those that are over. Of each the latest come first. Of thousands of services there are tens of thousands, so each is made when it is asked for.
 * `now` in milliseconds since 1970.
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

/** Open incidents first, of these last what is behind a service that it needs. */
function rankOf(state: ServiceState, incident: Incident, now: number): number {
  if (incident.over !== null) return 2;
  return behindDocument(state, incident, now)?.until === null ? 1 : 0;
}
