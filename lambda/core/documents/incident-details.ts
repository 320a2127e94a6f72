/** An incident as a page shows it: with what follows from the config, and from what holds now. */

import { TOPIC } from '../deliver/receiver';
import { episodeOf } from '../incident/episode';
import { adviceFor } from '../message/advice';
import { isHeldBackFromAll } from '../notify/held-back';
import { ackOf, type SilencedIncident, silenceOf } from '../notify/silences/silence';
import { overdueAlerts } from '../notify/unsent-alerts';
import type { DeploymentFacts } from './facts/deployment-facts';
import type { IncidentRecord } from './facts/incident-records';
import { type OutageStep, outageSteps } from './facts/outage-steps';
import { checksOfTimeline, type TimelineOptions } from './facts/timeline';
import { type IncidentDocument, incidentDocument } from './incident-document';
import { heldBy, type IncidentHold } from './incident-hold';
import { type RecoveryDocument, recoveryDocument } from './recovery-document';
import { type ServiceNow, serviceNow } from './service-document';
import { behindDocument } from './silenced-document';
import { ackWord } from './words/ack-words';
import { iso } from './words/format';
import { conditionWords, incidentWords, OUTAGE_EXPLAINS, recoveryWords } from './words/incident-words';
import { silenceWord } from './words/silence-words';

/** How an open incident is now, from the worst on. `minor` is what people are only informed about. */
export const INCIDENT_NOWS = ['down', 'recovering', 'degraded', 'minor', 'silenced', 'maintenance'] as const;
export type IncidentNow = (typeof INCIDENT_NOWS)[number];

/** A step of an outage: all checks that follow each other and found the same. */
export interface OutageStepDocument extends Omit<OutageStep, 'at'> {
  /** ISO 8601 in UTC with milliseconds. */
  readonly at: string;
}

export interface IncidentDetails extends IncidentDocument, IncidentHold {
  /** Whether the config has its service. */
  readonly configured: boolean;
  /** The address of its service; `null` if that is not known. */
  readonly url: string | null;
  readonly runbook: string | null;
  /** The first thing to look at. */
  readonly advice: string;
  /** `null` once it is over. */
  readonly now: IncidentNow | null;
  /** How it is now, in a few words: of a service that fails what its last check found. */
  readonly found: string;
  /** Who has acknowledged it, or whether people were notified, in a few words: `notified`, `acknowledged by ana`, `silenced`, `held back`, `not sent yet`. */
  readonly note: string;
  /** How far its recovery has come; `null` if it is no outage that recovers. */
  readonly recovery: RecoveryDocument | null;
  /** How often the service failed lately, up to and with this outage, and since when. */
  readonly episode: { readonly failures: number; readonly since: string };
}

/** An open incident, as it is shown among the open incidents. */
export interface OpenIncident extends IncidentDetails {
  /** How it went since it began; empty if it is no outage. */
  readonly steps: readonly OutageStepDocument[];
  /** How its service is now; `null` if it has left the config. */
  readonly of: ServiceNow | null;
}

export function incidentDetails(known: DeploymentFacts, record: IncidentRecord): IncidentDetails {
  const { incident, state, known: service, id } = record;
  const { intervalMs, now } = known;
  const episode = episodeOf(incident, state.incidents);
  const code = incident.errorCode ?? (state.latest?.reason === incident.reason ? state.latest.errorCode : null);
  const recovery =
    incident.kind === 'outage' && incident.over === null && service !== null
      ? recoveryDocument(state, service.service.alerts, { intervalMs, now })
      : null;
  return {
    ...incidentDocument(id, state, incident, now),
    configured: service !== null,
    url: service?.service.statusUrl ?? state.about?.statusUrl ?? null,
    runbook: service?.service.runbook ?? null,
    advice: adviceFor(incident.reason, code),
    now: incident.over === null ? incidentNow(known, record) : null,
    found: foundText(record, recovery, now),
    note: noteOf(known, record),
    recovery,
    episode: { failures: episode.times, since: iso(episode.since) },
    ...heldBy(known, id, state, incident),
  };
}

export function openIncident(known: DeploymentFacts, record: IncidentRecord): OpenIncident {
  return {
    ...incidentDetails(known, record),
    steps: record.incident.kind === 'outage' ? stepDocuments(known, record) : [],
    of: record.known && serviceNow(known, record.known),
  };
}

function stepDocuments(known: DeploymentFacts, record: IncidentRecord): readonly OutageStepDocument[] {
  const steps = outageSteps(checksOfTimeline(timelineOptions(known, record)), record.sent, record.incident.openedAt);
  return steps.map(({ at, found, checks }) => ({ at: iso(at), found, checks }));
}

/** The options for the timeline of an incident. */
export function timelineOptions(
  { intervalMs, now }: DeploymentFacts,
  { state, incident, known }: IncidentRecord,
): TimelineOptions {
  return { state, incident, intervalMs, now, buckets: known?.buckets ?? [] };
}

export function incidentNow(known: DeploymentFacts, record: IncidentRecord): IncidentNow {
  const { incident, severity } = record;
  const silence = silenceOf(known.silences, subjectOf(record), known.now);
  if (silence !== null) return silence.planned ? 'maintenance' : 'silenced';
  if (severity === 'info' || isHeldBackFromAll(incident, record.state)) return 'minor';
  if (incident.kind !== 'outage') return 'degraded';
  return incident.recovery === null ? 'down' : 'recovering';
}

/** Never the text of an alert that was sent. */
function foundText({ incident, state }: IncidentRecord, recovery: RecoveryDocument | null, now: number): string {
  const { kind, reason, message } = incident;
  if (kind === 'objective' || incident.subject !== null) return `${incidentWords(incident)}: ${message}`;
  if (kind === 'condition') {
    const held = state.conditions.find(({ code }) => code === reason);
    return `${conditionWords(reason)}: ${held?.message ?? message}`;
  }
  if (recovery !== null) return recoveryWords(recovery, now);
  return incident.over === null && state.latest !== null && state.latest.kind !== 'healthy'
    ? state.latest.message
    : message;
}

export const NOTIFIED = 'notified';
/** Behind a service that it needs. */
export const HELD_BACK = 'held back';

export function noteOf(known: DeploymentFacts, record: IncidentRecord): string {
  const { state, sent, incident } = record;
  const ack = ackOf(known.acks, subjectOf(record), known.now);
  if (ack !== null) return ackWord(ack);
  const silence = silenceOf(known.silences, subjectOf(record), known.now);
  if (silence !== null) return silenceWord(silence);
  if (sent.some(({ receiver }) => isSentTo(receiver, known.isDeployed))) return NOTIFIED;
  if (overdueAlerts(state, known.now).some((unsent) => unsent.incident === incident.id)) return 'not sent yet';
  if (behindDocument(state, incident, known.now)?.until === null) return HELD_BACK;
  if (isHeldBackFromAll(incident, state)) return OUTAGE_EXPLAINS;
  return sent.length > 0 ? 'not sent' : 'not yet';
}

/** Whether an alert of a receiver is sent: a watch shows what a deployment sends to its topic. */
export function isSentTo(receiver: string, deployed: boolean): boolean {
  return deployed || receiver !== TOPIC;
}

function subjectOf({ id, incident }: IncidentRecord): SilencedIncident {
  return { service: id, openedAt: incident.openedAt, isOver: incident.over !== null };
}
