/** A service that owes alerts, while a run sends them. */

import { SENT_KEPT, type SentAlert, sentAlert } from '../message/sent-alert';
import { knownIdOf } from '../notify/notified';
import { silenceOf } from '../silence/silence';
import type { Silencing } from '../silence/silencing';
import { isAboutSame, isDue, type Owed, settle, unansweredAt } from '../state/outbox';
import type { Snapshot } from '../state/snapshot';

export interface Debtor {
  readonly service: string;
  /** The time of its check, in milliseconds since 1970. */
  readonly now: number;
  /** Whether its state could not be saved, so that what is sent may be sent again. */
  readonly mayRepeat: boolean;
  readonly snapshot: Snapshot;
  /** Whether the snapshot has something that is to be saved. */
  readonly isChanged: boolean;
  /** The alerts that could not be sent: those after them about the same thing wait for the next run. */
  readonly failed: readonly Owed[];
  /** Whether the run has no more time for sending. */
  readonly isLate: boolean;
  readonly silencing: Silencing;
}

export function debtorOf(service: string, snapshot: Snapshot, now: number, silencing: Silencing): Debtor {
  const begun = { isChanged: false, failed: [], isLate: false };
  return { service, now, mayRepeat: snapshot.unsaved, snapshot, ...begun, silencing };
}

/**
 * The next alert that goes out; `null` if there is none, or if all must wait. Alerts about one thing go out in their order: people
 * must not be notified of an end before its beginning. Those about another thing do not wait for them, and an outage goes first: if the
 * topic is slow, one alert may take all the time that a run has for sending.
 */
export function nextOwed(debtor: Debtor): Owed | null {
  const { snapshot, isLate, mayRepeat, silencing } = debtor;
  const { outbox } = snapshot.state;
  if (isLate) return null;
  const ready = outbox.filter(
    (owed) => outbox.find((other) => isAboutSame(other, owed)) === owed && !mustWait(owed, debtor),
  );
  const next = ready.find(({ alert }) => alert.kind === 'outage') ?? ready[0];
  if (next === undefined) return null;
  if (!mayRepeat && silencing.areKnown) return next;
  return {
    ...next,
    alert: {
      ...next.alert,
      possiblyRepeated: next.alert.possiblyRepeated || mayRepeat,
      silencesUnknown: !silencing.areKnown,
    },
  };
}

/** Whether the first of the alerts about a thing must wait, and so all of them. */
function mustWait(first: Owed, debtor: Debtor): boolean {
  const { now, failed, snapshot } = debtor;
  if (failed.some((owed) => isAboutSame(owed, first))) return true;
  if (!isDue(first, now) && !hasOutageSince(first, debtor)) return true;
  // What a silence does not cover goes out after what came before it.
  return snapshot.state.outbox.every((owed) => !isAboutSame(owed, first) || isSilenced(owed, debtor));
}

/** Whether another outage has begun since an alert was sent without an answer: then that one is sent once more without a pause. */
function hasOutageSince(first: Owed, { snapshot }: Debtor): boolean {
  const isNews = ({ alert, incident }: Owed) =>
    alert.event === 'opened' && incident !== first.incident && Date.parse(alert.at) > first.triedAt;
  return (
    first.alert.kind === 'outage' && snapshot.state.outbox.some((owed) => isAboutSame(owed, first) && isNews(owed))
  );
}

/** What was owed before a silence began waits for its end. What became due later, `notify` has decided. */
function isSilenced({ alert }: Owed, { service, now, silencing }: Debtor): boolean {
  const incident = { service, openedAt: Date.parse(alert.at), isOver: alert.event === 'resolved' };
  return silenceOf(silencing.silences, incident, now) !== null;
}

/** How an alert was sent: in the thread of a chat, and the notification of several that it was part of. */
export interface SentIn extends Pick<SentAlert, 'notification'> {
  readonly threadId: string;
}

/** After its next alert was sent. */
export function afterSending(debtor: Debtor, { alert, incident }: Owed, { threadId, notification }: SentIn): Debtor {
  const { snapshot, now } = debtor;
  const { state, sentIds } = snapshot;
  const left = settle(state.outbox, new Set([alert.id]));
  // Later alerts of an incident go to the thread in which it began. Its own thread needs no mark.
  const began = alert.event === 'opened' && threadId !== alert.incidentId;
  const inThread = <One extends object>(one: One, id: string): One =>
    began && id === incident ? { ...one, thread: threadId } : one;
  return {
    ...debtor,
    isChanged: true,
    snapshot: {
      ...snapshot,
      unsaved: true,
      sentIds: [...sentIds, alert.id],
      state: {
        ...state,
        outbox: left.map((one) => inThread(one, one.incident)),
        notified: state.notified.map((one) => inThread(one, knownIdOf(one))),
        sent: [...state.sent, sentAlert(alert, notification, now)].slice(-SENT_KEPT),
      },
    },
  };
}

/** After its next alert could not be sent; `isUnanswered`, if it may have arrived all the same. */
export function afterFailing(debtor: Debtor, failing: Owed, isUnanswered: boolean): Debtor {
  const { snapshot, now } = debtor;
  const failed = [...debtor.failed, failing];
  if (!isUnanswered) return { ...debtor, failed };
  const { state } = snapshot;
  const outbox = state.outbox.map((owed) => (owed.alert.id === failing.alert.id ? unansweredAt(owed, now) : owed));
  return { ...debtor, failed, isChanged: true, snapshot: { ...snapshot, unsaved: true, state: { ...state, outbox } } };
}
