/** The services of a run, and what each of them owes its receivers while alerts are sent. */

import { matterOf } from '../incident/incident';
import { type Alert, type AlertContext, type AlertedService, alertOf } from '../message/alert';
import type { DueAlert } from '../message/due-alert';
import { joinSent, type SentAlert, sentAlert } from '../message/sent-alert';
import { incidentOf, isPausing, type Next, type NotifyContext, nextAlerts } from '../notify/due';
import { markDue, markSent, markTried } from '../notify/mark';
import { notifiedOf } from '../notify/notified';
import { heldBackBy } from '../notify/withheld';
import { silenceOf } from '../silence/silence';
import type { Silencing } from '../silence/silencing';
import type { SaveOutcome } from '../state/keep-facts';
import type { ServiceState } from '../state/service-state';
import { settle } from '../state/settle';
import type { Snapshot } from '../state/snapshot';

export interface Debtor extends Pick<SaveOutcome, 'id' | 'now' | 'remindEveryMs' | 'isFound'> {
  readonly snapshot: Snapshot;
  /** Whether what is due has been marked, for all receivers. */
  readonly isMarked: boolean;
  /** Whether the snapshot has something that is to be saved. */
  readonly isChanged: boolean;
  /** Whether its state could not be saved, so that what is sent may be sent again. */
  readonly mayRepeat: boolean;
  /** By receivers: the matters of which an alert could not be sent, so that those after it wait for the next run. */
  readonly failed: ReadonlyMap<string, ReadonlySet<string>>;
}

export interface OwingContext extends Pick<AlertContext, 'deployment' | 'links'> {
  readonly silencing: Silencing;
}

/** What a service owes a receiver next. */
export interface Debt {
  readonly next: Next;
  readonly alert: Alert;
  /** The `incidentId` of another incident, if a chat shows this one in the thread of that one; otherwise `null`. */
  readonly thread: string | null;
}

export function debtorOf({ id, now, remindEveryMs, isFound, snapshot }: SaveOutcome): Debtor {
  return {
    ...{ id, now, isFound, snapshot, isMarked: !isFound, isChanged: false },
    // That a service still fails is known only by asking it.
    ...{ remindEveryMs: isFound ? remindEveryMs : null, mayRepeat: snapshot.unsaved, failed: new Map() },
  };
}

/** Marks what is due to receivers. */
export function markedDebtor(debtor: Debtor, receivers: readonly string[], context: OwingContext): Debtor {
  const { state } = debtor.snapshot;
  const marked = receivers.reduce((next, receiver) => markDue(next, notifyContext(debtor, receiver, context)), state);
  return { ...withState(debtor, marked), isMarked: true, isChanged: marked !== state };
}

/** The next alert of a service for a receiver; `null` if there is none, or if all must wait. */
export function nextOwed(debtor: Debtor, receiver: string, context: OwingContext): Debt | null {
  const { state } = debtor.snapshot;
  if (state.incidents.length === 0) return null;
  const [next] = nextAlerts(state, notifyContext(debtor, receiver, context), debtor.failed.get(receiver));
  if (next === undefined) return null;
  const { thread } = notifiedOf(state, incidentOf(next).id, receiver);
  const alert = 'due' in next ? alertFor(next, debtor, context) : next.repeated.alert;
  const possiblyRepeated = alert.possiblyRepeated || debtor.mayRepeat;
  return { next, thread, alert: { ...alert, possiblyRepeated, silencesUnknown: !context.silencing.areKnown } };
}

/** Whether an alert that was not answered in a run before waits until it is sent again. */
export function pauses(debtor: Debtor, receiver: string, context: OwingContext): boolean {
  return !debtor.failed.has(receiver) && isPausing(debtor.snapshot.state, notifyContext(debtor, receiver, context));
}

/** How many incidents a service owes a receiver alerts about. */
export function countOwed({ snapshot: { state } }: Debtor, receiver: string): number {
  return state.incidents.filter(({ id }) => {
    const { due, over } = notifiedOf(state, id, receiver);
    return due !== null && over === null;
  }).length;
}

/** How an alert was sent: in the thread of a chat, when, and in which notification of several. */
export interface SentIn extends Pick<SentAlert, 'notification' | 'receiver'> {
  readonly threadId: string;
}

/** After an alert was sent. */
export function afterSending(
  debtor: Debtor,
  { next, alert }: Debt,
  { threadId, notification, receiver }: SentIn,
): Debtor {
  const { now } = debtor;
  const { state } = debtor.snapshot;
  const marked = markSent(state, next, { receiver, now, alert, thread: threadId });
  const one = sentAlert(alert, { incident: incidentOf(next).id, receiver, notification, sentAt: now });
  return { ...withState(debtor, { ...marked, sent: joinSent(state.sent, [one]) }), isChanged: true };
}

/** After an alert could not be sent; `isUnanswered`, if it may have arrived all the same. */
export function afterFailing(debtor: Debtor, receiver: string, { next, alert }: Debt, isUnanswered: boolean): Debtor {
  const matters = new Set([...(debtor.failed.get(receiver) ?? []), matterOf(incidentOf(next))]);
  const failing = { ...debtor, failed: new Map([...debtor.failed, [receiver, matters]]) };
  if (!isUnanswered) return failing;
  const tried = markTried(debtor.snapshot.state, next, { receiver, now: debtor.now, alert });
  return { ...withState(failing, tried), isChanged: true };
}

function withState(debtor: Debtor, state: ServiceState): Debtor {
  const { snapshot } = debtor;
  if (state === snapshot.state) return debtor;
  return { ...debtor, snapshot: { ...snapshot, state: settle(state), unsaved: true } };
}

function notifyContext(
  { id, now, remindEveryMs }: Debtor,
  receiver: string,
  { silencing: { silences } }: OwingContext,
): NotifyContext {
  const silenceFor: NotifyContext['silenceFor'] = ({ openedAt, over }) =>
    silenceOf(silences, { service: id, openedAt, isOver: over !== null }, now);
  return { receiver, now, remindEveryMs, silenceFor };
}

function alertFor(
  { due }: Extract<Next, { due: unknown }>,
  debtor: Debtor,
  { deployment, links }: OwingContext,
): Alert {
  const { id, now, snapshot } = debtor;
  const { about, conditions, withheld } = snapshot.state;
  const { incident, event } = due;
  const service: AlertedService = about ?? {
    id,
    statusUrl: '',
    environment: null,
    severity: 'critical',
    runbook: null,
  };
  const silenced = heldBackBy(withheld, incident, event, now);
  return alertOf(due, { deployment, links, service, conditions, silenced, timings: timingsFor(due, snapshot.state) });
}

/** Those of the latest check, if it is what the alert is about. */
function timingsFor({ event, incident }: DueAlert, { latest, removedAt }: ServiceState): AlertContext['timings'] {
  if (latest === null || removedAt !== null) return null;
  const isAbout = incident.kind !== 'outage' || (event === 'resolved') === (latest.kind === 'healthy');
  return isAbout ? latest.timings : null;
}
