/** Incidents as documents: `incidents --json` prints them, and the page's server answers with them. */

import { type ClueDocument, clueDocuments } from '../clue/clue-document';
import { cluesTo } from '../clue/others-failing';
import type { Incident } from '../incident/incident';
import { incidentSeconds } from '../incident/incident-length';
import { unsentAlerts } from '../notify/owed';
import { type DeliveredAlert, sentAbout } from '../notify/sent';
import { type AckDocument, ackDocument } from '../silence/silence-document';
import type { ServiceState } from '../state/service-state';
import type { IncidentKind } from '../words/codes';
import { isWanted, type StoryFilter } from './facts/stories';
import { incidentsOf } from './facts/timeline';
import { acksOf, describeAck } from './words/ack-words';
import { incidentWords, spentWords } from './words/incident-words';
import { describeSilenced, type SilencedIncident, silencedIncident } from './words/silenced-incident';

/** Instants are ISO 8601 in UTC with milliseconds. */
export interface IncidentDocument {
  readonly service: string;
  /** Unique among the incidents of its service. */
  readonly id: string;
  readonly kind: IncidentKind;
  readonly open: boolean;
  readonly openedAt: string;
  readonly resolvedAt: string | null;
  /** Of an outage for how long it failed; `openedAt` and `resolvedAt` say from when to when. */
  readonly durationSeconds: number;
  /** `healthy` if it is no outage: its reason says what it is about. */
  readonly verdict: string;
  readonly reason: string;
  readonly message: string;
  /** 0 if it is no outage. */
  readonly failedRuns: number;
  /** The ids of the outages that spent the budget of an objective: whoever was notified of these is not notified of it; empty otherwise. */
  readonly spentBy: readonly string[];
  /** Facts that may explain it, the newest first, as far as they are known; none of an incident that is no outage. */
  readonly clues: readonly ClueDocument[];
  /** The first and the last alert about it to each receiver, in the order in which they went out; those that are owed last. */
  readonly alerts: readonly AlertRecord[];
  /** What of it people were not notified of while the service was silenced; `null` if there is nothing. */
  readonly silenced: SilencedDocument | null;
  /** Who is on it since when, and who was until when, as far as that is still kept; the oldest first. */
  readonly acks: readonly AckDocument[];
}

/** An alert that went out, or that is owed: on a laptop alerts are shown, not sent. */
export interface AlertRecord extends Pick<DeliveredAlert, 'receiver' | 'event' | 'summary'> {
  /** `null` if it is not yet sent. */
  readonly id: string | null;
  /** The time of the event. */
  readonly at: string;
  /** `null` if it is not yet sent for certain. */
  readonly sentAt: string | null;
}

export interface SilencedDocument extends Pick<SilencedIncident, 'event' | 'silence' | 'notified'> {
  readonly notifiedAt: string | null;
}

/**
 * The incidents of all services, or those that are wanted: open ones first, then the latest first. Of thousands of services there are
 * tens of thousands, so each is made when it is asked for. `now` in milliseconds since 1970.
 */
export function* incidentDocuments(
  states: Iterable<readonly [service: string, state: ServiceState]>,
  now: number,
  filter: WantedIncidents = ALL,
): Generator<IncidentDocument, void> {
  const found = [...states]
    .filter(([service]) => filter.service === null || service === filter.service)
    .flatMap(([service, state]) =>
      incidentsOf(state)
        .filter((incident) => isWanted(incident, filter))
        .map((incident) => ({ service, state, incident })),
    )
    .sort((left, right) => byUrgency(left.incident, right.incident));
  for (const { service, state, incident } of found) yield incidentDocument(service, state, incident, now);
}

export interface WantedIncidents extends StoryFilter {
  readonly service: string | null;
}

const ALL: WantedIncidents = { service: null, kind: null, since: null };

export function incidentDocument(
  service: string,
  state: ServiceState,
  incident: Incident,
  now: number,
): IncidentDocument {
  const { id, kind, openedAt, verdict, reason, message, failedRuns } = incident;
  const resolvedAt = incident.over?.at ?? null;
  return {
    ...{ service, id, kind },
    open: resolvedAt === null,
    openedAt: new Date(openedAt).toISOString(),
    resolvedAt: resolvedAt === null ? null : new Date(resolvedAt).toISOString(),
    durationSeconds: incidentSeconds(incident, now),
    verdict,
    reason,
    message,
    failedRuns: kind === 'outage' ? failedRuns : 0,
    spentBy: incident.spentBy,
    clues: clueDocuments(cluesTo(incident)),
    alerts: alertRecords(state, id, now),
    silenced: silencedDocument(silencedIncident(state, id)),
    acks: acksOf(state.withheld, incident, now).map(ackDocument),
  };
}

function alertRecords(state: ServiceState, incident: string, now: number): readonly AlertRecord[] {
  const iso = (time: number) => new Date(time).toISOString();
  return [
    ...sentAbout(state, incident).map(({ id, receiver, event, summary, at, sentAt }) => ({
      id,
      receiver,
      event,
      summary,
      at: iso(at),
      sentAt: iso(sentAt),
    })),
    ...unsentAlerts(state, now)
      .filter((owed) => owed.incident === incident)
      .map(({ receiver, event, summary, at }) => ({ id: null, receiver, event, summary, at: iso(at), sentAt: null })),
  ];
}

function silencedDocument(silenced: SilencedIncident | null): SilencedDocument | null {
  if (silenced === null) return null;
  const { silence, notifiedAt, ...rest } = silenced;
  const { by, reason, planned } = silence;
  return {
    ...{ ...rest, silence: { by, reason, planned } },
    notifiedAt: notifiedAt === null ? null : new Date(notifiedAt).toISOString(),
  };
}

/** What it is about, for people: `degraded: slow: p50 is 900 ms`, and of an outage `unhealthy: answered 503`. */
export function incidentText(document: IncidentDocument): string {
  return `${incidentWords(document) ?? document.verdict}: ${document.message}`;
}

/** Which outages spent the budget, as lines for people: none, or one. */
export function spentText({ spentBy }: IncidentDocument): string[] {
  return spentBy.length === 0 ? [] : [spentWords(spentBy)];
}

/** What of an incident people were not notified of, as lines for people: none, or one. `now` in milliseconds since 1970. */
export function silencedText({ silenced, open }: IncidentDocument, now: number): string[] {
  if (silenced === null) return [];
  const notifiedAt = silenced.notifiedAt === null ? null : Date.parse(silenced.notifiedAt);
  return [describeSilenced({ ...silenced, notifiedAt }, !open, now)];
}

/** Who is on it, and who was, as lines for people. `now` in milliseconds since 1970. */
export function ackedText({ acks, open }: IncidentDocument, now: number): string[] {
  return acks.map(({ by, note: reason, since, until: end }) => {
    const [from, until] = [Date.parse(since), Date.parse(end)];
    return describeAck({ by, reason, from, until, isOver: !open || until <= now }, now);
  });
}

function byUrgency(left: Incident, right: Incident): number {
  return Number(left.over !== null) - Number(right.over !== null) || right.openedAt - left.openedAt;
}
