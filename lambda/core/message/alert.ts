/** The alert: a document for each event. E-mail, card and JSON are made from it. It is stored until a receiver answers. */

import type { Condition } from '../conditions/condition';
import type { Service } from '../config/config';
import { pickFields } from '../fields/fields';
import type { LastHealthy } from '../history/recent-runs';
import { CLUE_LENGTH, type ClueDocument, clueDocuments } from '../incident/clue';
import { strongest } from '../incident/clues/clue-order';
import { ALERTED, type AlertedFields, downMsOf, type Finding, type Incident } from '../incident/incident';
import type { Timings } from '../probe/observation';
import { runbookSection } from '../reasons/advice';
import { cleanText } from '../words/clean-text';
import { type AlertEvent, REMOVED_REASON } from '../words/codes';
import { describeDuration } from '../words/duration';
import { SERVICE_ID } from '../words/ids';
import { actorName } from '../words/shown-value';
import { ANSWERS, type DueAlert, type FlappingEpisode, type PreviousFinding } from './due-alert';
import { describeEpisode, otherBefore, problemWords, shownFinding, shownPhrase } from './wording';

/**
 * An alert about an incident, with the fields of it that are marked `inAlerts`. Times are ISO 8601 in UTC with milliseconds; texts are clean (a
 * line, printable).
 */
export interface Alert extends AlertedFields {
  readonly schema: 'statuswatch.alert/1';
  /** If the same event is sent twice, both alerts have the same id: a receiver can drop the second. */
  readonly id: string;
  readonly event: AlertEvent;
  readonly incidentId: string;
  readonly deployment: string;
  readonly at: string;
  readonly openedAt: string;
  readonly resolvedAt: string | null;
  /** How long the service failed, without the healthy times in between; for an incident that is not an outage, how long it has lasted. */
  readonly durationSeconds: number;
  readonly service: { readonly id: string; readonly url: string; readonly environment: string | null };
  readonly previous: PreviousFinding | null;
  /** How often the service failed recently; `null` unless it fails again, or failed again in this incident. */
  readonly episode:
    | (Omit<FlappingEpisode, 'since' | 'againSince'> & { readonly since: string; readonly againSince: string | null })
    | null;
  /** Facts that may explain the outage, newest first; at most four. Empty for an incident of another kind. */
  readonly clues: readonly ClueDocument[];
  /** The conditions that held while the service was healthy. */
  readonly conditions: readonly AlertedCondition[];
  /** The services that need its service; missing if there are none, if it is not an outage, or if it is over. */
  readonly neededBy?: AlertedDependents;
  readonly lastHealthy: AlertedReport | null;
  readonly timings: Timings | null;
  readonly links: AlertLinks;
  /** The page of its incident; `null` if no page is served. */
  readonly page: AlertedPage | null;
  /** When the next reminder is due, of a reminder; otherwise `null`. */
  readonly nextReminderAt: string | null;
  /** The number of earlier incidents that were too many to notify of each; usually 0. */
  readonly omitted: number;
  /** Whether the state could not be read or saved, so that people may already have been notified of this. */
  readonly possiblyRepeated: boolean;
  /** The silence or the needed service that held this alert back: until when, by whom, and why; otherwise `null`. */
  readonly silenced: AlertedSilence | null;
  /** The acknowledgement of the incident, once resolved of when it ended; `null` if there is none. */
  readonly ack: AlertedAck | null;
  /** Whether silences could not be read, so that the service may be silenced. */
  readonly silencesUnknown: boolean;
  /** Whether this is a drill: nothing happened, and people test whether alerts reach them. */
  readonly drill: boolean;
  /** The whole alert in a line. */
  readonly summary: string;
}

/** The figures of the service's own report when it was last healthy; `null` if the report had none. */
export interface AlertedReport {
  readonly at: string;
  readonly version: string | null;
  readonly uptimeSeconds: number | null;
  readonly memoryUsedMb: number | null;
  readonly memoryTotalMb: number | null;
}

export interface AlertedCondition {
  /** A code of `CONDITION_CODES`. */
  readonly code: string;
  readonly since: string;
  readonly message: string;
}

/** The services that need another, when its alert was made. */
export interface AlertedDependents {
  readonly services: number;
  /** The number of failing ones. */
  readonly failing: number;
  /** Whether the state of all of them is known. Otherwise another invocation checks some of them, and more may fail. */
  readonly isWhole: boolean;
  /** The ids of the failing services, first the ones that the receiver was notified of; at most `MOST_DEPENDENTS`. */
  readonly named: readonly string[];
}

/** How many failing dependents an alert names. */
export const MOST_DEPENDENTS = 20;

/** The texts are what people wrote; `null` if there is none. */
export interface AlertedSilence {
  readonly until: string;
  readonly by: string | null;
  readonly reason: string | null;
  /** Whether it was planned maintenance. */
  readonly planned: boolean;
  /** The id of the failing needed service that held the alert back; missing if it was a silence. */
  readonly behind?: string;
}

/** The texts are what people wrote; `null` if there is none. */
export interface AlertedAck {
  readonly by: string | null;
  readonly note: string | null;
  readonly since: string;
  /** The latest time when it ends. */
  readonly until: string;
}

/** Addresses of pages; `null` if there is none. */
export interface AlertLinks {
  readonly dashboard: string | null;
  readonly logs: string | null;
  readonly runbook: string | null;
}

export interface AlertedPage {
  readonly url: string;
  /** Whether people can acknowledge and silence there. */
  readonly controls: boolean;
}

/** The facts about a service that an alert contains. */
export type AlertedService = Pick<Service, 'id' | 'statusUrl' | 'environment' | 'severity' | 'runbook'>;

/** The facts in an alert in addition to its event. */
export interface AlertContext {
  readonly deployment: string;
  readonly service: AlertedService;
  readonly timings: Timings | null;
  /** The conditions that hold. */
  readonly conditions?: readonly Condition[];
  /** `runbook` is the address of docs/reference/runbook.md: if a service has no page of its own, its alerts link to a section there. */
  readonly links: Pick<AlertLinks, 'dashboard' | 'logs'> & {
    readonly runbook?: string | null;
    /** The overview of the live page. */
    readonly page?: AlertedPage | null;
  };
  /** The time between reminders, in milliseconds; `null` for none. */
  readonly remindEveryMs?: number | null;
  /** Whether this is a drill. */
  readonly drill?: boolean;
  readonly silenced?: AlertedSilence | null;
  readonly ack?: AlertedAck | null;
}

/** Returns the document of a due alert. */
export function alertOf(due: DueAlert, context: AlertContext): Alert {
  const { event, at, incident, previous, lastHealthy, episode, omitted } = due;
  const { deployment, service, timings, links, drill = false, silenced = null, ack = null, conditions = [] } = context;
  const { remindEveryMs = null } = context;
  const finding = findingOf(due);
  const incidentId = incidentIdOf(deployment, service.id, incident);
  return {
    schema: 'statuswatch.alert/1',
    id: `${incidentId}/${event}${numberOf(due)}`,
    event,
    ...pickFields(incident, ALERTED),
    incidentId,
    deployment,
    at: iso(at),
    openedAt: iso(incident.openedAt),
    resolvedAt: event === 'resolved' ? iso(at) : null,
    durationSeconds: secondsOf(due),
    service: { id: service.id, url: incident.url || service.statusUrl, environment: incident.environment },
    verdict: finding.kind,
    reason: finding.reason,
    message: finding.message,
    httpStatus: finding.httpStatus,
    errorCode: finding.errorCode,
    previous,
    episode: episode && {
      ...episode,
      since: iso(episode.since),
      againSince: episode.againSince === null ? null : iso(episode.againSince),
    },
    changed: event === 'resolved' ? incident.changed : null,
    clues: clueDocuments(incident.clues),
    conditions: conditions.map(alertedCondition),
    lastHealthy: lastHealthy && alertedReport(lastHealthy),
    timings,
    links: {
      dashboard: links.dashboard,
      logs: links.logs,
      runbook: service.runbook ?? sectionOf(links.runbook ?? null, finding.reason),
    },
    page: links.page && SERVICE_ID.test(service.id) ? pageOf(links.page, service.id, incident) : null,
    nextReminderAt: event === 'reminder' && remindEveryMs !== null ? iso(at + remindEveryMs) : null,
    omitted,
    possiblyRepeated: false,
    silenced,
    ack,
    silencesUnknown: false,
    drill,
    summary: `${drill ? 'DRILL: ' : ''}${summaryOf(due, finding, service.id, ack)}`,
  };
}

/** Returns an id that is unique among the incidents of all services and deployments. */
export function incidentIdOf(deployment: string, service: string, { id }: Pick<Incident, 'id'>): string {
  return `${deployment}/${service}/${id}`;
}

/** Returns the page of an incident, with an address that `readAddress` reads; `page` is the overview. */
function pageOf({ url, controls }: AlertedPage, service: string, { id }: Incident): AlertedPage {
  return { url: `${url.replace(/\/$/, '')}/incidents/${service}/${encodeURIComponent(id)}`, controls };
}

/** Returns the finding of an alert: the fault of its incident, or, once resolved, why it is over. */
function findingOf({ event, incident, news }: DueAlert): Omit<Finding, 'report'> {
  const { verdict, reason, message, httpStatus, errorCode, over } = incident;
  if (news === ANSWERS) return { ...WELL, message: describeWatch(incident) };
  if (event !== 'resolved') return { kind: verdict, reason, message, httpStatus, errorCode };
  if (over?.why !== 'removed') return WELL;
  const removed = 'it is no longer in the config, so its incident is closed; whether it is healthy is unknown';
  return { kind: verdict, reason: REMOVED_REASON, message: removed, httpStatus, errorCode: null };
}

/** Returns `answers again since 10:31, watching it until 10:36 UTC`. */
function describeWatch({ recovery, watchedUntil }: Incident): string {
  const [since = '', until = ''] = [recovery?.since ?? 0, watchedUntil ?? 0].map((at) => iso(at).slice(11, 16));
  return `answers again since ${since}, watching it until ${until} UTC`;
}

const WELL: Omit<Finding, 'report'> = {
  kind: 'healthy',
  reason: 'ok',
  message: 'healthy',
  httpStatus: 200,
  errorCode: null,
};

/** Returns the suffix of an alert's id: for an update its number and news, for a reminder or an acknowledgement its number. */
function numberOf({ event, nth, news }: DueAlert): string {
  if (event === 'updated') return `-${nth}-${news}`;
  return event === 'reminder' || event === 'acknowledged' ? `-${nth}` : '';
}

function secondsOf({ at, incident }: DueAlert): number {
  const spanMs = Math.max(0, at - incident.openedAt);
  return Math.floor(Math.min(spanMs, downMsOf(incident, at)) / 1_000);
}

/** Returns an alert with another clue, if it is among the strongest. */
export function withClue(alert: Alert, clue: ClueDocument): Alert {
  return { ...alert, clues: strongest([...alert.clues, clue]) };
}

/** Returns an alert without any text from its service, to send if a receiver refused the full one for its content. */
export function bareAlert(alert: Alert): Alert {
  const { service, event, reason, previous, drill } = alert;
  const phrase = shownPhrase(reason);
  return {
    ...alert,
    message: phrase,
    regions: [],
    clues: [],
    conditions: [],
    changed: null,
    lastHealthy: null,
    silenced: null,
    ack: null,
    previous: previous && { ...previous, message: shownPhrase(previous.reason) },
    summary: `${drill ? 'DRILL: ' : ''}${service.id} ${event}: ${phrase}`,
  };
}

function alertedReport({ at, version, uptime, memory }: LastHealthy): AlertedReport {
  return { at: iso(at), version, uptimeSeconds: uptime, memoryUsedMb: memory.used, memoryTotalMb: memory.total };
}

/** Returns a condition for an alert. Its message is cut, since an alert that nobody answered is stored in the state. */
function alertedCondition({ code, since, message }: Condition): AlertedCondition {
  return { code, since: iso(since), message: cleanText(message, CLUE_LENGTH) };
}

function sectionOf(runbook: string | null, reason: string): string | null {
  const section = runbookSection(reason);
  return runbook === null || section === null ? runbook : `${runbook}#${section}`;
}

function summaryOf(due: DueAlert, finding: Omit<Finding, 'report'>, id: string, ack: Alert['ack']): string {
  const { event, at, incident, previous, episode } = due;
  if (event === 'acknowledged') return `${id} acknowledged by ${actorName(ack?.by ?? null)}`;
  const duration = describeDuration(secondsOf(due) * 1_000);
  if (event === 'resolved' && finding.reason === REMOVED_REASON)
    return `${id} has left the config; its incident of ${duration} is closed`;
  const words = problemWords(incident.kind);
  if (words !== null) {
    const { reason } = incident;
    return event === 'resolved'
      ? `${id} ${words.ended(reason, duration)}`
      : `${id} ${words.singular(event, reason)}: ${finding.message}`;
  }
  if (due.news === ANSWERS) return `${id} ${finding.message}`;
  if (episode?.relapsed) return `${id} is down again, ${describeEpisode(episode, at)}: ${finding.message}`;
  switch (event) {
    case 'opened':
      return `${id} is down: ${finding.message}`;
    case 'updated': {
      const before = otherBefore({ event, previous, ...finding });
      return `${id} is still down after ${duration}${before === null ? '' : ` (before: ${before})`}: ${finding.message}`;
    }
    case 'reminder':
      return `${id} is still down after ${duration}: ${finding.message}`;
    case 'resolved':
      return `${id} recovered after ${duration}${previous === null ? '' : ` (${shownFinding(previous)})`}`;
  }
}

function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
