/** A service that owes alerts, while a run sends them. */

import { SENT_KEPT, type SentAlert, sentAlert } from '../message/sent-alert';
import { knownIdOf } from '../notify/notified';
import { silenceOf } from '../silence/silence';
import type { Silencing } from '../silence/silencing';
import { isDue, type Owed, settle, unansweredAt } from '../state/outbox';
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
  /** Whether an alert could not be sent: those after it wait for the next run. */
  readonly stopped: boolean;
  readonly silencing: Silencing;
}

export function debtorOf(service: string, snapshot: Snapshot, now: number, silencing: Silencing): Debtor {
  return { service, now, mayRepeat: snapshot.unsaved, snapshot, isChanged: false, stopped: false, silencing };
}

/** The next alert that goes out; `null` if there is none, or if it must wait. */
export function nextOwed(debtor: Debtor): Owed | null {
  const { snapshot, now, stopped, mayRepeat, silencing } = debtor;
  const [next] = snapshot.state.outbox;
  if (stopped || next === undefined || !isDue(next, now) || isSilenced(next, debtor)) return null;
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

/** What was owed before a silence began waits for its end, in its order. What became due later, `notify` has decided. */
function isSilenced({ incident, alert }: Owed, { service, now, snapshot, silencing }: Debtor): boolean {
  const isOver = snapshot.state.outbox.some((owed) => owed.incident === incident && owed.alert.event === 'resolved');
  return silenceOf(silencing.silences, { service, openedAt: Date.parse(alert.at), isOver }, now) !== null;
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
export function afterFailing(debtor: Debtor, isUnanswered: boolean): Debtor {
  const { snapshot, now } = debtor;
  if (!isUnanswered) return { ...debtor, stopped: true };
  const { state } = snapshot;
  const outbox = state.outbox.map((owed, index) => (index === 0 ? unansweredAt(owed, now) : owed));
  const unanswered = { ...snapshot, unsaved: true, state: { ...state, outbox } };
  return { ...debtor, stopped: true, isChanged: true, snapshot: unanswered };
}
