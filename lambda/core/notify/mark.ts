/** Marks what is due, and what was sent: what receivers know of the incidents of a service afterwards. */

import { laterTime } from '../fields/join';
import { type Incident, openIncidents } from '../incident/incident';
import type { Alert } from '../message/alert';
import { ANSWERS } from '../message/due-alert';
import { type SentAlert, withSentAlert } from '../message/sent-alert';
import { isAnswering } from '../message/wording';
import { elapsedMs } from '../words/clock';
import { EVENTS } from '../words/codes';
import { mayBeBehind, withBehind } from './behind';
import { dueOf, incidentOf, isIncidentFailing, type Next, type NotifyContext, nextAlerts, targetOf } from './due';
import { type HeldAlert, type HeldAlerts, withHeldAlert } from './held-alerts';
import { isHeldBackByOutages } from './held-back';
import {
  countedRecord,
  countOf,
  type Extent,
  endedRecord,
  hasPendingAlert,
  knows,
  type LastAlert,
  MOST_TRIES,
  type Notified,
  type NotifiedRecords,
  type NotifyState,
  notifiedOf,
  withNotified,
} from './notified';

/** A receiver that missed more incidents than these, which are over, is notified of the newest, each by itself; the others are counted. */
export const MOST_MISSED = 20;

export interface Markable extends NotifyState, HeldAlerts {}

/**
 * Marks the beginning of what fails now as due to a receiver, unless a silence, or what is needed, holds it back; that is noted. Call it once
 * a run has its verdicts. What is marked is sent, also if it is over by then: so a receiver is never notified of what was over before it was due.
 */
export function markDue<State extends Markable>(before: State, context: NotifyContext): State {
  let state = before;
  const open = openIncidents(before);
  // Outages first: what is due about them holds back what they cost.
  const outages = open.filter(({ kind }) => kind === 'outage');
  for (const incident of [...outages, ...open.filter(({ kind }) => kind !== 'outage')]) {
    const record = notifiedOf(state, incident.id, context.receiver);
    if (record.due !== null || !mayBegin(incident, state, context)) continue;
    state = withBeginning(state, incident, record, context);
  }
  for (const incident of before.incidents) {
    const record = notifiedOf(state, incident.id, context.receiver);
    if (!hasPendingAlert(record) || context.silenceFor(incident) === null) continue;
    const due = dueOf(incident, record, state, context);
    if (due !== null && due.event !== 'reminder' && due.event !== 'acknowledged')
      state = withholding(state, incident, due.event, context);
  }
  return countMissed(state, context);
}

/** Marks the beginning of an incident, or notes what holds it back. */
function withBeginning<State extends Markable>(
  state: State,
  incident: Incident,
  record: Notified,
  context: NotifyContext,
): State {
  const { receiver, now, behind = [], silenceFor } = context;
  if (silenceFor(incident) !== null) return withholding(state, incident, 'opened', context);
  const [needed] = mayBeBehind(incident, now) ? behind : [];
  if (needed === undefined) return withNotified(state, incident.id, receiver, { ...record, due: now });
  const heldAlerts = withBehind(state.heldAlerts, incident, needed, now);
  return heldAlerts === state.heldAlerts ? state : { ...state, heldAlerts };
}

/** Whether a receiver is to be notified of an open incident that it does not know, unless something holds that back. */
function mayBegin(incident: Incident, state: Markable, context: NotifyContext): boolean {
  const { receiver, filter, now, ackFor } = context;
  if (!isIncidentFailing(incident) || !filter.wants(incident) || elapsedMs(incident.openedAt, now) < filter.afterMs)
    return false;
  // A receiver with `after` is needed only if nobody has acknowledged the incident by then.
  if (filter.afterMs > 0 && ackFor(incident) !== null) return false;
  return targetOf(incident, state, receiver) === incident && !isHeldBackByOutages(incident, state, context);
}

/** Marks what the filter of a receiver leaves out of the events as if it had been sent: what follows is due in its turn. */
export function passOver<State extends NotifyState>(before: State, context: NotifyContext): State {
  const { events } = context.filter;
  let state = before;
  if (EVENTS.every((event) => events.includes(event))) return state;
  for (;;) {
    const next = nextAlerts(state, context).find((found) => 'due' in found && !events.includes(found.due.event));
    if (next === undefined || !('due' in next)) return state;
    const { event, incident } = next.due;
    const { id, reason, message } = incident;
    const verdict = next.due.news === ANSWERS ? 'healthy' : incident.verdict;
    const alert = { event, incidentId: id, verdict, reason, message, ack: null };
    state = markSent(state, next, { ...context, alert, thread: id });
  }
}

function withholding<State extends Markable>(
  state: State,
  incident: Incident,
  event: HeldAlert['event'],
  { silenceFor, now }: NotifyContext,
): State {
  const silence = silenceFor(incident);
  if (silence === null) return state;
  const heldAlerts = withHeldAlert(state.heldAlerts, { incident: incident.id, event, at: now, silence });
  return heldAlerts === state.heldAlerts ? state : { ...state, heldAlerts };
}

/** Counts the incidents that a receiver missed if there are too many: it is notified of each of the newest, and the first alert has the number of the others. */
function countMissed<State extends Markable>(state: State, { receiver, now }: NotifyContext): State {
  const missed = state.incidents.filter((incident) => {
    const record = notifiedOf(state, incident.id, receiver);
    const isUnknown = record.due !== null && record.over === null && !knows(record);
    return incident.over !== null && isUnknown;
  });
  const first = missed.at(-MOST_MISSED);
  if (missed.length <= MOST_MISSED || first === undefined) return state;
  const counted = missed.slice(0, -MOST_MISSED);
  const recordOf = ({ id }: Incident) => notifiedOf(state, id, receiver);
  const omitted = counted.reduce((sum, incident) => sum + 1 + recordOf(incident).omitted, recordOf(first).omitted);
  const marked = counted.reduce(
    (next, incident) => withNotified(next, incident.id, receiver, countedRecord(recordOf(incident), now)),
    state,
  );
  return withNotified(marked, first.id, receiver, { ...recordOf(first), omitted });
}

/** The content of an alert that its receiver knows afterwards. */
type SentContent = Pick<Alert, 'event' | 'incidentId' | 'verdict' | 'reason' | 'message' | 'ack'>;

/** An alert and its receiver, at `now` in milliseconds since 1970. */
interface TriedContext {
  readonly receiver: string;
  readonly now: number;
  readonly alert: Alert;
}

interface SentContext extends Omit<TriedContext, 'alert'> {
  readonly alert: SentContent;
  readonly thread: string;
}

/** After an alert was sent. `thread` is the `incidentId` of the incident in whose thread a chat shows it. */
export function markSent<State extends NotifyState>(
  state: State,
  next: Next,
  { receiver, now, alert, thread }: SentContext,
): State {
  const { id, kind } = incidentOf(next);
  const record = notifiedOf(state, id, receiver);
  const { verdict, reason, message } = alert;
  const lastAlert = { nth: countOf(record) + 1, at: now, verdict, reason, message, ...extentOf(next) };
  const sent = { ...sentRecord(record, { ...alert, kind }, lastAlert, thread), tried: null };
  return withNotified(state, id, receiver, sent);
}

/** Records what a receiver was sent, to show it to people. Events that its filter leaves out are marked, but not recorded here. */
export function withSent<State extends NotifiedRecords>(
  state: State,
  { id }: Pick<Incident, 'id'>,
  receiver: string,
  alert: SentAlert,
): State {
  const record = notifiedOf(state, id, receiver);
  return withNotified(state, id, receiver, { ...record, sent: withSentAlert(record.sent, alert) });
}

function extentOf(next: Next): Extent {
  const { stage, lateRelapses } = 'due' in next ? next.due.incident : next.repeated;
  return { stage, lateRelapses };
}

function sentRecord(
  before: Notified,
  { event, incidentId, ack, kind }: SentContent & Pick<Incident, 'kind'>,
  lastAlert: LastAlert,
  thread: string,
): Notified {
  if (event === 'resolved') return endedRecord(before, lastAlert.at);
  const record = { ...before, sentAt: laterTime(before.sentAt, lastAlert.at) };
  // It says nothing of how the service is, and no reminder waits longer for it.
  if (event === 'acknowledged')
    return { ...record, acks: record.acks + 1, ackedSince: ack === null ? lastAlert.at : Date.parse(ack.since) };
  // It is still the same outage, of which the receiver knows the verdicts that it knew.
  if (isAnswering({ event, verdict: lastAlert.verdict, kind })) {
    const { verdict, reason, message } = before.lastAlert ?? lastAlert;
    const updates = record.updates + 1;
    return { ...record, updates, answersAt: lastAlert.at, lastAlert: { ...lastAlert, verdict, reason, message } };
  }
  const verdicts = [...new Set([...record.verdicts, lastAlert.verdict])].sort();
  const known = { ...record, lastAlert, verdicts };
  switch (event) {
    case 'opened':
      return { ...known, opened: lastAlert.at, thread: thread === incidentId ? record.thread : thread };
    case 'updated':
      return { ...known, updates: record.updates + 1 };
    case 'reminder':
      return { ...known, reminders: record.reminders + 1 };
  }
}

/** After an alert was sent without an answer: it may have arrived. An end that is sent again stays due without that. */
export function markTried<State extends NotifyState>(
  state: State,
  next: Next,
  { receiver, now, alert }: TriedContext,
): State {
  const { id } = incidentOf(next);
  const record = notifiedOf(state, id, receiver);
  if (record.over !== null) return state;
  const times = Math.min(MOST_TRIES, (record.tried?.times ?? 0) + 1);
  const tried = { alert, ...extentOf(next), nth: countOf(record) + 1, times, at: now };
  const sentAt = alert.event === 'resolved' ? record.sentAt : laterTime(record.sentAt, now);
  return withNotified(state, id, receiver, { ...record, tried, sentAt });
}
