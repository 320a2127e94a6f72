/** The alert: a document for each event. E-mail, card and JSON are made from it. It is stored until a receiver answers. */

import * as v from 'valibot';
import type { Condition } from '../conditions/condition';
import { CONDITION_CODES } from '../conditions/conditions';
import type { Service } from '../config/config';
import { pickFields } from '../fields/fields';
import {
  address,
  alertEvent,
  amount,
  code,
  count,
  firstOf,
  id,
  isoInstant,
  LONGEST,
  line,
  orNull,
} from '../fields/stored-value';
import type { LastHealthy } from '../history/recent-runs';
import { CLUE_LENGTH, type ClueDocument, clueDocuments, MOST_CLUES } from '../incident/clue';
import { strongest } from '../incident/clues/clue-order';
import { ALERTED, downMsOf, type Finding, INCIDENT, type Incident } from '../incident/incident';
import { timingsSchema } from '../probe/latest-check';
import type { Timings } from '../probe/observation';
import { runbookSection } from '../reasons/advice';
import { cleanText, DEFAULT_LENGTH } from '../words/clean-text';
import { REMOVED_REASON } from '../words/codes';
import { describeDuration } from '../words/duration';
import { ID_LIMIT, SERVICE_ID } from '../words/ids';
import { actorName } from '../words/shown-value';
import { ANSWERS, type DueAlert } from './due-alert';
import { describeEpisode, otherBefore, problemWords, shownFinding, shownPhrase } from './wording';

/** How many failing dependents an alert names. */
export const MOST_DEPENDENTS = 20;

const text = v.fallback(line(), '');
const { verdict, reason, message, ...incidentEntries } = pickFields(INCIDENT.entries, ALERTED);

const episodeSchema = v.object({
  times: count,
  since: isoInstant,
  relapsed: v.boolean(),
  againSince: orNull(isoInstant),
  healthySeconds: orNull(count),
  runs: count,
  failedRuns: count,
});

const conditionSchema = v.object({
  /** A code of `CONDITION_CODES`. */
  code,
  since: isoInstant,
  message: line(CLUE_LENGTH),
});

const dependentsSchema = v.object({
  services: count,
  /** The number of failing ones. */
  failing: count,
  /** Whether the state of all of them is known. Otherwise another invocation checks some of them, and more may fail. */
  isWhole: v.boolean(),
  /** The ids of the failing services, first the ones that the receiver was notified of; at most `MOST_DEPENDENTS`. */
  named: firstOf(line(ID_LIMIT), MOST_DEPENDENTS),
});

/** The services that need another, when its alert was made. */
export type AlertedDependents = Readonly<v.InferOutput<typeof dependentsSchema>>;

const reportSchema = v.object({
  at: isoInstant,
  version: orNull(line(DEFAULT_LENGTH)),
  uptimeSeconds: orNull(amount),
  memoryUsedMb: orNull(amount),
  memoryTotalMb: orNull(amount),
});

/** The figures of the service's own report when it was last healthy; `null` if the report had none. */
export type AlertedReport = Readonly<v.InferOutput<typeof reportSchema>>;

const silenceSchema = v.object({
  until: isoInstant,
  by: orNull(line()),
  reason: orNull(line()),
  /** Whether it was planned maintenance. */
  planned: v.boolean(),
  /** The id of the failing needed service that held the alert back; missing if it was a silence. */
  behind: v.exactOptional(line(ID_LIMIT)),
});

/** The texts are what people wrote; `null` if there is none. */
export type AlertedSilence = Readonly<v.InferOutput<typeof silenceSchema>>;

const linksSchema = v.object({ dashboard: orNull(address), logs: orNull(address), runbook: orNull(address) });

/** Addresses of pages; `null` if there is none. */
export type AlertLinks = Readonly<v.InferOutput<typeof linksSchema>>;

const pageSchema = v.object({
  url: address,
  /** Whether people can acknowledge and silence there. */
  controls: v.boolean(),
});
type AlertedPage = Readonly<v.InferOutput<typeof pageSchema>>;

/**
 * An alert about an incident, with the fields of it that are marked `inAlerts`. Times are ISO 8601 in UTC with milliseconds; texts are clean (a
 * line, printable). A stored alert must have its event, incident, service and time; any other invalid field gets a default that can be shown,
 * since an alert that can't be rendered would block all others.
 */
export const alertSchema = v.object({
  schema: v.literal('statuswatch.alert/1'),
  /** If the same event is sent twice, both alerts have the same id: a receiver can drop the second. */
  id,
  event: alertEvent,
  ...incidentEntries,
  verdict,
  reason,
  message,
  incidentId: id,
  deployment: text,
  at: isoInstant,
  openedAt: isoInstant,
  resolvedAt: orNull(isoInstant),
  /** How long the service failed, without the healthy times in between; for an incident that is not an outage, how long it has lasted. */
  durationSeconds: v.fallback(count, 0),
  service: v.object({
    // SNS accepts no empty attribute.
    id: v.pipe(line(ID_LIMIT), v.minLength(1)),
    url: v.fallback(address, ''),
    environment: orNull(line()),
  }),
  previous: orNull(v.object({ verdict, reason, message })),
  /** How often the service failed recently; `null` unless it fails again, or failed again in this incident. */
  episode: orNull(episodeSchema),
  /** Facts that may explain the outage, newest first; at most four. Empty for an incident of another kind. */
  clues: v.fallback(firstOf(v.object({ code, at: orNull(isoInstant), message: line(CLUE_LENGTH) }), MOST_CLUES), []),
  /** The conditions that held while the service was healthy. */
  conditions: v.fallback(firstOf(conditionSchema, CONDITION_CODES.length), []),
  /** The services that need its service; missing if there are none, if it is not an outage, or if it is over. */
  neededBy: v.exactOptional(dependentsSchema),
  lastHealthy: orNull(reportSchema),
  timings: orNull(timingsSchema),
  links: v.fallback(linksSchema, { dashboard: null, logs: null, runbook: null }),
  /** The page of its incident; `null` if no page is served. */
  page: orNull(pageSchema),
  /** When the next reminder is due, of a reminder; otherwise `null`. */
  nextReminderAt: orNull(isoInstant),
  /** The number of earlier incidents that were too many to notify of each; usually 0. */
  omitted: v.fallback(count, 0),
  /** Whether the state could not be read or saved, so that people may already have been notified of this. */
  possiblyRepeated: v.fallback(v.boolean(), false),
  /** The silence or the needed service that held this alert back: until when, by whom, and why; otherwise `null`. */
  silenced: orNull(silenceSchema),
  /** The acknowledgement of the incident, once resolved of when it ended; `null` if there is none. It ends at `until` at the latest. */
  ack: orNull(v.object({ by: orNull(line()), note: orNull(line()), since: isoInstant, until: isoInstant })),
  /** Whether silences could not be read, so that the service may be silenced. */
  silencesUnknown: v.fallback(v.boolean(), false),
  /** Whether this is a drill: nothing happened, and people test whether alerts reach them. */
  drill: v.fallback(v.boolean(), false),
  /** The whole alert in a line. */
  summary: v.fallback(line(LONGEST.summary), ''),
});
export type Alert = Readonly<v.InferOutput<typeof alertSchema>>;

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
  readonly ack?: Alert['ack'];
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
function alertedCondition({ code, since, message }: Condition): Alert['conditions'][number] {
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
