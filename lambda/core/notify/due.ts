/** Derives what a receiver should know now of the incidents of a service: the facts, and what it knows → the alert that is due. */

import { countFailed } from '../history/recent-runs';
import { episodeOf } from '../incident/episode';
import { type Incident, openIncidents, problemKey } from '../incident/incident';
import { ANSWERS, type DueAlert, type FlappingEpisode } from '../message/due-alert';
import type { Silence } from '../silences/silence';
import { elapsedMs } from '../words/clock';
import { type AlertEvent, EVENTS } from '../words/codes';
import type { NeededService } from './behind';
import { hasPendingAlert, knows, type Notified, type NotifyState, notifiedOf, type UnansweredAlert } from './notified';

/** Returns the silence that holds back the alerts about an incident; `null` if there is none. */
export type SilenceFor = (incident: Pick<Incident, 'openedAt' | 'noticedAt' | 'over'>) => Silence | null;

/** The alerts that a receiver gets. */
export interface NotifyFilter {
  /** Whether it is about this incident; asked of its subject as it was when it opened. */
  readonly wants: (incident: Pick<Incident, 'kind' | 'severity' | 'subject'>) => boolean;
  /** Others are passed over: the receiver counts as notified. */
  readonly events: readonly AlertEvent[];
  /** How long an incident has to fail before its beginning is due, in milliseconds. */
  readonly afterMs: number;
}

/** The filter of a receiver that gets everything at once. */
export const EVERYTHING = { wants: () => true, events: EVENTS, afterMs: 0 } satisfies NotifyFilter;

export interface NotifyContext {
  /** The receiver's id. */
  readonly receiver: string;
  readonly filter: NotifyFilter;
  /** The time of the service's check, in milliseconds since 1970. */
  readonly now: number;
  /** `null` for never. */
  readonly remindEveryMs: number | null;
  /** Whether it is notified that a service answers again before its outage is over; missing if it is not. */
  readonly hearsAnswers?: boolean;
  /** Whether ends are not sent for now; missing if they are. */
  readonly endsWait?: boolean;
  readonly silenceFor: SilenceFor;
  /** The acknowledgement of an open incident; `null` if nobody has acknowledged it. */
  readonly ackFor: SilenceFor;
  /** The services that the service needs, that fail, and of which the receiver is notified too; missing if there are none. */
  readonly behind?: readonly NeededService[];
}

/** How many runs a verdict must hold once an outage has relapsed, or follows another outage closely. */
const FLAPPING_RUNS = 5;
const MINUTE_MS = 60_000;
/** The longest pause before an alert that may have arrived is sent again: the alarm about failed runs looks at five minutes. */
const LONGEST_PAUSE_MS = 3 * MINUTE_MS;

/** The next alert about a problem: derived, or an alert that may have arrived and is repeated as it was. */
export type Next = { readonly due: DueAlert } | { readonly repeated: UnansweredAlert; readonly incident: Incident };

/**
 * The next alert about each problem that has an alert due, an outage before all else. Alerts about a problem go out oldest incident first; `failed` are
 * the problems of which an alert could not be sent: nothing follows it.
 */
export function nextAlerts(
  state: NotifyState,
  context: NotifyContext,
  failed: ReadonlySet<string> = NO_PROBLEMS,
): readonly Next[] {
  const found: Next[] = [];
  const done = new Set(failed);
  for (const incident of state.incidents) {
    const problem = problemKey(incident);
    if (done.has(problem)) continue;
    const next = nextAlert(incident, state, context);
    if (next === null) continue;
    done.add(problem);
    if (next !== 'pausing') found.push(next);
  }
  const rank = (next: Next) => (incidentOf(next).kind === 'outage' ? 0 : 1);
  return found.length < 2 ? found : found.sort((left, right) => rank(left) - rank(right));
}

const NO_PROBLEMS: ReadonlySet<string> = new Set();

export function incidentOf(next: Next): Incident {
  return 'due' in next ? next.due.incident : next.incident;
}

/** Whether an alert that was not answered waits before it is sent again. */
export function isPausing(state: NotifyState, { receiver, now, silenceFor }: NotifyContext): boolean {
  return state.incidents.some(
    (incident) => isPaused(notifiedOf(state, incident.id, receiver), now) && silenceFor(incident) === null,
  );
}

function nextAlert(incident: Incident, state: NotifyState, context: NotifyContext): Next | 'pausing' | null {
  const record = notifiedOf(state, incident.id, context.receiver);
  if (!hasPendingAlert(record)) return null;
  if (context.silenceFor(incident) !== null) return null;
  if (isPaused(record, context.now)) return 'pausing';
  const { tried } = record;
  if (tried !== null && !isStoppedByAck(tried, context.ackFor(incident))) return { repeated: tried, incident };
  const due = dueOf(incident, record, state, context);
  if (due?.event === 'resolved' && context.endsWait && !isFollowed(incident, state)) return 'pausing';
  return due && { due };
}

/** Whether the problem is open again: then nobody believes that the service is healthy. */
function isFollowed(incident: Incident, state: NotifyState): boolean {
  return openIncidents(state).some((open) => problemKey(open) === problemKey(incident));
}

/** An acknowledged incident has no reminders. An acknowledgement is not sent once it was taken back, or the incident is over. */
function isStoppedByAck({ alert }: UnansweredAlert, ack: Silence | null): boolean {
  return ack === null ? alert.event === 'acknowledged' : alert.event === 'reminder';
}

/** The first time it is sent again in the next run, then after 1 and 3 minutes. */
function isPaused({ tried }: Notified, now: number): boolean {
  if (tried === null) return false;
  const pause = Math.min(LONGEST_PAUSE_MS, MINUTE_MS * (2 ** (tried.times - 1) - 1));
  return elapsedMs(tried.at, now) < pause;
}

/** The alert that is due about an incident, whether or not it is silenced; `null` if none is. An acknowledged incident has no reminders. */
export function dueOf(
  incident: Incident,
  record: Notified,
  state: NotifyState,
  { receiver, now, remindEveryMs, hearsAnswers, filter, ackFor }: NotifyContext,
): DueAlert | null {
  if (!hasPendingAlert(record)) return null;
  const isOpen = incident.over === null;
  if (isOpen && targetOf(incident, state, receiver) !== incident) return null;
  if (record.over !== null || record.due === null)
    return isOpen ? null : alertAbout('resolved', incident.over.at, { incident, record, state });
  if (record.opened === null) return alertAbout('opened', record.due, { incident, record, state });
  if (incident.over !== null) return alertAbout('resolved', incident.over.at, { incident, record, state });
  const ack = filter.events.includes('acknowledged') ? ackFor(incident) : null;
  if (ack !== null && ack.from > (record.ackedSince ?? Number.NEGATIVE_INFINITY))
    return alertAbout('acknowledged', ack.from, { incident, record, state });
  if (!filter.wants(incident)) return null;
  if (hearsAnswers && incident.watchedUntil !== null && record.answersAt === null)
    return alertAbout('updated', now, { incident, record, state }, ANSWERS);
  if (!isIncidentFailing(incident)) return null;
  const news = newsOf(incident, record, state);
  if (news !== null) return alertAbout('updated', now, { incident, record, state }, news);
  const isReminded = incident.kind === 'outage' && remindEveryMs !== null && record.lastAlert !== null;
  if (!isReminded || elapsedMs(record.lastAlert.at, now) < remindEveryMs || ackFor(incident) !== null) return null;
  return alertAbout('reminder', now, { incident, record, state });
}

/** Conditions and objectives stay open until they end. */
export function isIncidentFailing({ kind, failing }: Incident): boolean {
  return kind !== 'outage' || failing !== null;
}

/** The open incident about a problem that a receiver is notified of: the oldest that it knows, else that is due to it, else the real incident. */
export function targetOf(about: Incident, state: NotifyState, receiver: string): Incident | undefined {
  const open = openIncidents(state).filter((incident) => problemKey(incident) === problemKey(about));
  const recordOf = ({ id }: Incident) => notifiedOf(state, id, receiver);
  return (
    open.find((incident) => knows(recordOf(incident))) ??
    open.find((incident) => recordOf(incident).due !== null) ??
    open[0]
  );
}

/** The news of an open incident for a receiver that knows it; `null` if there is none. */
function newsOf(incident: Incident, { lastAlert, verdicts, answersAt }: Notified, state: NotifyState): string | null {
  if (incident.kind !== 'outage') return incident.stage > (lastAlert?.stage ?? 0) ? `stage-${incident.stage}` : null;
  if (incident.lateRelapses > (lastAlert?.lateRelapses ?? 0)) return 'relapsed';
  const believesItAnswers = answersAt !== null && answersAt === lastAlert?.at;
  if (believesItAnswers && incident.failing !== null && incident.failing.since > answersAt) return 'relapsed';
  if (verdicts.includes(incident.verdict)) return null;
  const holdFor = episodeOf(incident, state.incidents).times > 1 ? FLAPPING_RUNS : 1;
  return incident.verdictRuns >= holdFor ? incident.verdict : null;
}

interface Subject {
  readonly incident: Incident;
  readonly record: Notified;
  readonly state: NotifyState;
}

export function alertAbout(
  event: AlertEvent,
  at: number,
  { incident, record, state }: Subject,
  news: string | null = null,
): DueAlert {
  const { lastAlert, updates, reminders, acks, omitted } = record;
  const before = { opened: 0, updated: updates, reminder: reminders, acknowledged: acks, resolved: 0 };
  const nth = before[event] + 1;
  const isOutage = incident.kind === 'outage';
  return {
    event,
    at,
    incident,
    nth,
    news,
    previous: event === 'opened' ? null : previousOf(incident, lastAlert),
    lastHealthy: isOutage && event !== 'resolved' && news !== ANSWERS ? incident.lastHealthy : state.lastHealthy,
    episode: isOutage ? flapping(event, news, { incident, record, state }) : null,
    omitted: event === 'opened' ? omitted : 0,
  };
}

function previousOf(incident: Incident, lastAlert: Notified['lastAlert']): DueAlert['previous'] {
  const { verdict, reason, message } =
    lastAlert === null || lastAlert.verdict === incident.verdict ? incident : lastAlert;
  return { verdict, reason, message };
}

function flapping(
  event: AlertEvent,
  news: string | null,
  { incident, record: { lastAlert }, state }: Subject,
): FlappingEpisode | null {
  const failures = event === 'opened' ? 1 : incident.failures;
  const episode = episodeOf({ ...incident, failures }, state.incidents);
  if (episode.times === 1) return null;
  const { recentRuns } = state;
  const isFirstSince = lastAlert !== null && incident.failing !== null && incident.failing.since > lastAlert.at;
  const isAgain = event === 'updated' || event === 'reminder' ? news === 'relapsed' || isFirstSince : false;
  const againSince = isAgain ? (incident.failing?.since ?? null) : null;
  const relapsed = event === 'opened' || isAgain;
  return {
    ...episode,
    relapsed,
    againSince,
    healthySeconds: relapsed ? healthySecondsBefore(incident, againSince, state) : null,
    runs: recentRuns.length,
    failedRuns: countFailed({ recentRuns }),
  };
}

/**
 * Returns how long a service was healthy before it failed again: since the outage before, or within this outage, if it relapsed once. Of more
 * relapses the healthy times are not stored.
 */
function healthySecondsBefore(
  incident: Incident,
  againSince: number | null,
  { incidents }: NotifyState,
): number | null {
  const before = incidents.findLast(
    ({ kind, over }) => kind === 'outage' && over?.why === 'well' && over.at <= incident.openedAt,
  );
  if (againSince === null) return before?.over ? wholeSeconds(incident.openedAt - before.over.at) : null;
  return incident.failures === 2 ? wholeSeconds(againSince - incident.openedAt - incident.downMs) : null;
}

function wholeSeconds(milliseconds: number): number {
  return Math.max(0, Math.floor(milliseconds / 1_000));
}
