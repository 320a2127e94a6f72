/** An incident as a page shows it: with the facts from the config and the current state. */

import { TOPIC } from '../deliver/receiver';
import { overdueAlerts } from '../notify/unsent-alerts';
import { adviceFor } from '../reasons/advice';
import { findingInLine } from '../reasons/reason-phrases';
import { capitalized } from '../words/capitalized';
import type { DeploymentFacts } from './facts/deployment-facts';
import type { IncidentRecord } from './facts/incident-records';
import { type IncidentDocument, incidentDocument } from './incident-document';
import type { StepDocument, StepMark } from './incident-story/step';
import { type TimelineDocument, timelineDocument } from './incident-story/timeline';
import { type RecoveryDocument, recoveryDocument } from './recovery-document';
import { behindDocument, heldBy, type IncidentHold } from './silenced-document';
import { iso } from './words/format';
import { ackWord, behindWord } from './words/hold-words';
import { conditionWords, incidentWords, OUTAGE_EXPLAINS, recoveryWords } from './words/incident-words';
import { silenceWord } from './words/silence-words';

/** The status of an open incident, the worst first. `minor` is only for information. */
export const INCIDENT_NOWS = ['down', 'recovering', 'degraded', 'minor', 'silenced', 'maintenance'] as const;
export type IncidentNow = (typeof INCIDENT_NOWS)[number];

export interface IncidentDetails extends IncidentDocument, IncidentHold {
  /** Whether the config has its service. */
  readonly configured: boolean;
  /** The address of its service; `null` if it is not recorded. */
  readonly url: string | null;
  readonly runbook: string | null;
  /** The first thing to look at. */
  readonly advice: string;
  /** `null` once it is over. */
  readonly now: IncidentNow | null;
  /** The current finding in a few words: for a failing service, the result of its last check. */
  readonly found: string;
  /** The progress of its recovery; `null` unless it is a recovering outage. */
  readonly recovery: RecoveryDocument | null;
}

/** An open incident as the list of open incidents shows it. */
export interface OpenIncident extends IncidentDetails {
  /** The most important steps of its timeline. */
  readonly steps: readonly StepDocument[];
}

/** Whether people know about an incident: the words of a cell, and a time that follows them. */
export interface KnowsDocument {
  readonly words: string;
  /** ISO 8601 in UTC with milliseconds; `null` if no time follows. */
  readonly at: string | null;
}

export function incidentDetails(known: DeploymentFacts, record: IncidentRecord): IncidentDetails {
  const { incident, state, known: service, id } = record;
  const { intervalMs, now } = known;
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
    recovery,
    ...holdOf(known, record),
  };
}

/** Returns the document of an open incident. */
export function openIncident(known: DeploymentFacts, record: IncidentRecord): OpenIncident {
  const openedAt = iso(record.incident.openedAt);
  return {
    ...incidentDetails(known, record),
    steps: overviewSteps(timelineOf(known, record).timeline, openedAt),
  };
}

const OVERVIEW_MARKS: readonly StepMark[] = ['healthy', 'version', 'restart', 'opened', 'warned', 'failed', 'people'];
const STEPS_BEFORE = 2;
const STEPS_AT_ENDS = 3;

/** Returns the most important steps: the last before the incident opened, and the first and the last since. Tags name other incidents. */
function overviewSteps(all: readonly StepDocument[], openedAt: string): readonly StepDocument[] {
  const steps = all.filter(({ mark, incidents }) => OVERVIEW_MARKS.includes(mark) && incidents.length === 0);
  const before = steps.filter(({ at }) => at < openedAt);
  const since = steps.slice(before.length);
  return [
    ...before.slice(-STEPS_BEFORE),
    ...since.slice(0, STEPS_AT_ENDS),
    ...since.slice(STEPS_AT_ENDS).slice(-STEPS_AT_ENDS),
  ];
}

/** Returns the timeline of an incident. */
export function timelineOf(
  { intervalMs, now, isDeployed }: DeploymentFacts,
  { id: service, state, incident, known }: IncidentRecord,
): TimelineDocument {
  return timelineDocument({ service, state, incident, intervalMs, now, isDeployed, buckets: known?.buckets ?? [] });
}

export function incidentNow(known: DeploymentFacts, record: IncidentRecord): IncidentNow {
  const { incident } = record;
  const { silence, isExplained } = holdOf(known, record);
  if (silence !== null) return silence.planned ? 'maintenance' : 'silenced';
  if (incident.severity === 'info' || isExplained) return 'minor';
  if (incident.kind !== 'outage') return 'degraded';
  return incident.recovery === null ? 'down' : 'recovering';
}

/** Returns the current finding, never the text of an alert that was sent. */
export function foundText({ incident, state }: IncidentRecord, recovery: RecoveryDocument | null, now: number): string {
  const { kind, reason, message } = incident;
  if (kind === 'objective' || incident.subject !== null) return `${incidentWords(incident)}: ${message}`;
  if (kind === 'condition') {
    const held = state.conditions.find(({ code }) => code === reason);
    return `${conditionWords(reason)}: ${held?.message ?? message}`;
  }
  if (recovery !== null) return recoveryWords(recovery, now);
  const isFailing = incident.over === null && state.latest !== null && state.latest.kind !== 'healthy';
  return findingInLine(isFailing ? state.latest : incident);
}

/** Why people know about an incident, or why nobody does. The first that applies wins. */
type KnowsHow = 'acknowledged' | 'silenced' | 'notified' | 'unsent' | 'behind' | 'explained' | 'shown' | 'unknown';

export interface IncidentKnows extends KnowsDocument {
  readonly how: KnowsHow;
}

export function knowsOf(known: DeploymentFacts, record: IncidentRecord): IncidentKnows {
  const { state, sent, incident } = record;
  const { ack, silence, isExplained } = holdOf(known, record);
  if (ack !== null) return { how: 'acknowledged', words: capitalized(ackWord(ack)), at: null };
  if (silence !== null) {
    return { how: 'silenced', words: `${capitalized(silenceWord(silence))} until`, at: silence.until };
  }
  const notified = sent.find(({ receiver }) => isSentTo(receiver, known.isDeployed));
  if (notified !== undefined) return { how: 'notified', words: 'Notified', at: iso(notified.sentAt) };
  if (overdueAlerts(state, known.now).some((unsent) => unsent.incident === incident.id)) {
    return { how: 'unsent', words: 'Not sent yet', at: null };
  }
  const behind = behindDocument(state, incident, known.now);
  if (behind?.until === null) return { how: 'behind', words: capitalized(behindWord(behind)), at: null };
  if (isExplained) return { how: 'explained', words: capitalized(OUTAGE_EXPLAINS), at: null };
  const [shown] = sent;
  return shown === undefined
    ? { how: 'unknown', words: 'Not notified yet', at: null }
    : { how: 'shown', words: 'Shown', at: iso(shown.sentAt) };
}

/** Returns whether alerts to a receiver are sent: a watch only shows what a deployment sends to its topic. */
export function isSentTo(receiver: string, deployed: boolean): boolean {
  return deployed || receiver !== TOPIC;
}

/** Returns why people are not notified of an incident, or not again. */
export function holdOf(known: DeploymentFacts, { id, state, incident }: IncidentRecord): IncidentHold {
  return heldBy(known, id, state, incident);
}
