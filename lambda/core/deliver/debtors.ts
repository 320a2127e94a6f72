/** The services of a run, and what each of them owes its receivers while alerts are sent. */

import { type Incident, matterOf } from '../incident/incident';
import { type Alert, type AlertContext, type AlertedService, alertOf } from '../message/alert';
import type { DueAlert } from '../message/due-alert';
import { type SentAlert, sentAlert } from '../message/sent-alert';
import { EVERYTHING, incidentOf, isPausing, type Next, type NotifyContext, nextAlerts } from '../notify/due';
import { markBusy, markDue, markSent, markTried, passOver, withSent } from '../notify/mark';
import { isOwed, notifiedOf } from '../notify/notified';
import { heldBackBy, withAcks } from '../notify/withheld';
import { ackOf, type SilencedIncident, silenceOf } from '../silence/silence';
import { ackDocument } from '../silence/silence-document';
import type { Silencing } from '../silence/silencing';
import type { Advanced } from '../state/advance-facts';
import { mustSave, type ServiceState } from '../state/service-state';
import { settle } from '../state/settle';
import type { Snapshot } from '../state/snapshot';
import type { Receiver } from './receiver';

export interface Debtor extends Pick<Advanced, 'id' | 'now' | 'remindEveryMs'> {
  /** What the run has found, and what receivers were notified of since. */
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

/** Who is notified, and of what. */
export type Addressee = Pick<Receiver, 'id' | 'filter'>;

/** What a service owes a receiver next. */
export interface Debt {
  readonly next: Next;
  readonly alert: Alert;
  /** The `incidentId` of another incident, if a chat shows this one in the thread of that one; otherwise `null`. */
  readonly thread: string | null;
}

/** If nothing was found, nothing becomes due; what is owed is sent all the same. */
export function debtorOf({ id, now, remindEveryMs, before, next }: Advanced): Debtor {
  const about = { id, now, failed: new Map() };
  if (next === null) {
    // That a service still fails is known only by asking it.
    const unfound = { remindEveryMs: null, isMarked: true, isChanged: false };
    return { ...about, ...unfound, snapshot: before, mayRepeat: before.unsaved };
  }
  const unsaved = before.unsaved || mustSave(id, before.state, next, now);
  const found = { remindEveryMs, isMarked: false, isChanged: unsaved, mayRepeat: false };
  return { ...about, ...found, snapshot: { ...before, state: next, unsaved } };
}

/** Marks what is due to receivers, what they are not notified of, and who is on it. */
export function markedDebtor(debtor: Debtor, receivers: readonly Addressee[], context: OwingContext): Debtor {
  const { id, now } = debtor;
  const { state } = debtor.snapshot;
  const due = receivers.reduce((next, receiver) => {
    const notify = notifyContext(debtor, receiver, context);
    return passOver(markDue(next, notify), notify);
  }, state);
  const marked = withAcks(due, id, context.silencing, now);
  return { ...withState(debtor, marked), isMarked: true, isChanged: debtor.isChanged || marked !== state };
}

/** The next alert of a service for a receiver; `null` if there is none, or if all must wait. */
export function nextOwed(debtor: Debtor, receiver: Addressee, context: OwingContext): Debt | null {
  const { state } = debtor.snapshot;
  if (state.incidents.length === 0) return null;
  const notify = notifyContext(debtor, receiver, context);
  // What its filter leaves out is passed over once the service has a verdict again.
  const next = nextAlerts(state, notify, debtor.failed.get(receiver.id)).find(
    (one) => !('due' in one) || notify.filter.events.includes(one.due.event),
  );
  if (next === undefined) return null;
  const { thread } = notifiedOf(state, incidentOf(next).id, receiver.id);
  const alert = 'due' in next ? alertFor(next, debtor, context) : next.repeated.alert;
  const possiblyRepeated = alert.possiblyRepeated || debtor.mayRepeat;
  return { next, thread, alert: { ...alert, possiblyRepeated, silencesUnknown: !context.silencing.areKnown } };
}

/** Whether an alert that was not answered in a run before waits until it is sent again. */
export function pauses(debtor: Debtor, receiver: Addressee, context: OwingContext): boolean {
  return !debtor.failed.has(receiver.id) && isPausing(debtor.snapshot.state, notifyContext(debtor, receiver, context));
}

/** How many incidents a service owes a receiver alerts about. */
export function countOwed({ snapshot: { state } }: Debtor, receiver: string): number {
  return state.incidents.filter(({ id }) => isOwed(notifiedOf(state, id, receiver))).length;
}

/** How an alert was sent: in the thread of a chat, when, and in which notification of several. */
export interface SentIn extends Pick<SentAlert, 'notification'> {
  readonly receiver: Addressee;
  readonly threadId: string;
}

/** After an alert was sent. */
export function afterSending(
  debtor: Debtor,
  { next, alert }: Debt,
  { threadId, notification, receiver }: SentIn,
  context: OwingContext,
): Debtor {
  const { now } = debtor;
  const { state } = debtor.snapshot;
  const marked = markSent(state, next, { receiver: receiver.id, now, alert, thread: threadId });
  const kept = withSent(marked, incidentOf(next), receiver.id, sentAlert(alert, { notification, sentAt: now }));
  return { ...withState(debtor, passOver(kept, notifyContext(debtor, receiver, context))), isChanged: true };
}

/** After an alert could not be sent; `isUnanswered`, if it may have arrived all the same. */
export function afterFailing(debtor: Debtor, receiver: string, { next, alert }: Debt, isUnanswered: boolean): Debtor {
  const matters = new Set([...(debtor.failed.get(receiver) ?? []), matterOf(incidentOf(next))]);
  const failing = { ...debtor, failed: new Map([...debtor.failed, [receiver, matters]]) };
  if (!isUnanswered) return failing;
  const tried = markTried(debtor.snapshot.state, next, { receiver, now: debtor.now, alert });
  return { ...withState(failing, tried), isChanged: true };
}

/** After a receiver has asked to be sent nothing more. `until` and `now`, the time of its answer, in milliseconds since 1970. */
export function afterAskedToWait(debtor: Debtor, receiver: string, { next }: Debt, until: number, now: number): Debtor {
  const state = markBusy(debtor.snapshot.state, next, { receiver, now, until });
  return { ...withState(debtor, state), isChanged: true };
}

function withState(debtor: Debtor, state: ServiceState): Debtor {
  const { snapshot } = debtor;
  if (state === snapshot.state) return debtor;
  return { ...debtor, snapshot: { ...snapshot, state: settle(state), unsaved: true } };
}

function notifyContext(
  { id, now, remindEveryMs }: Debtor,
  { id: receiver, filter = EVERYTHING }: Addressee,
  { silencing: { silences } }: OwingContext,
): NotifyContext {
  return {
    ...{ receiver, now, remindEveryMs },
    silenceFor: (incident) => silenceOf(silences, silenceable(id, incident), now),
    ackFor: (incident) => ackOf(silences, silenceable(id, incident), now),
    filter: { ...filter, wants: (incident) => filter.wants({ ...incident, service: id }) },
  };
}

function silenceable(
  service: string,
  { openedAt, noticedAt, over }: Pick<Incident, 'openedAt' | 'noticedAt' | 'over'>,
): SilencedIncident {
  return { service, openedAt, noticedAt, isOver: over !== null };
}

function alertFor(
  { due }: Extract<Next, { due: unknown }>,
  debtor: Debtor,
  { deployment, links, silencing: { silences } }: OwingContext,
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
  const ack = ackOf(silences, silenceable(id, incident), now);
  return alertOf(due, {
    ...{ deployment, links, service, conditions, silenced, timings: timingsFor(due, snapshot.state) },
    ack: ack && ackDocument(ack),
  });
}

/** Those of the latest check, if it is what the alert is about. */
function timingsFor({ event, incident }: DueAlert, { latest, removedAt }: ServiceState): AlertContext['timings'] {
  if (latest === null || removedAt !== null) return null;
  const isAbout = incident.kind !== 'outage' || (event === 'resolved') === (latest.kind === 'healthy');
  return isAbout ? latest.timings : null;
}
