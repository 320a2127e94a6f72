/** The part of a sent alert that is kept, so that people can see what they were notified of. */

import type { AlertEvent, VerdictKind } from '../words/codes';
import { joinLists, larger } from '../words/join';
import { isJsonObject } from '../words/json';
import { LONGEST, readEvent, readInstant, readLine, readVerdict } from '../words/stored-value';
import type { Alert } from './alert';
import { type Notification, notificationId } from './notification';
import { summaryOf } from './summary';

export interface SentAlert {
  readonly id: string;
  /** The incident's id, as its service counts it. */
  readonly incident: string;
  /** The id of the receiver that was notified. */
  readonly receiver: string;
  readonly event: AlertEvent;
  readonly verdict: VerdictKind;
  readonly summary: string;
  /** The time of the event, in milliseconds since 1970. */
  readonly at: number;
  /** The notification of several alerts that it was part of: its id, and what it said in one line; `null` if it went alone. */
  readonly notification: { readonly id: string; readonly summary: string } | null;
  /** The time of the run that sent it: later, if it could not be sent at once. */
  readonly sentAt: number;
}

/** How many sent alerts of a service are kept. */
export const SENT_KEPT = 10;

/** What is kept of a notification with each of its alerts: made once for all of them. `null` if there is only one. */
export function sentTogether(notification: Notification): SentAlert['notification'] {
  if (notification.alerts.length === 1) return null;
  return { id: notificationId(notification), summary: summaryOf(notification) };
}

/** `sentAt` in milliseconds since 1970. */
export function sentAlert(
  { id, event, verdict, summary, at }: Alert,
  sent: Pick<SentAlert, 'incident' | 'receiver' | 'notification' | 'sentAt'>,
): SentAlert {
  return { id, event, verdict, summary, at: Date.parse(at), ...sent };
}

/** What two states know of the alerts that were sent: the latest, oldest first. */
export function joinSent(left: readonly SentAlert[], right: readonly SentAlert[]): readonly SentAlert[] {
  return joinLists(left, right, { key: keyOf, order: byTime, most: SENT_KEPT, join: later });
}

function keyOf({ id, receiver }: SentAlert): string {
  return `${receiver} ${id}`;
}

function byTime(left: SentAlert, right: SentAlert): number {
  return left.sentAt - right.sentAt || (keyOf(left) < keyOf(right) ? -1 : 1);
}

function later(left: SentAlert, right: SentAlert): SentAlert {
  return larger(left, right, ({ sentAt }) => sentAt);
}

/** Reads one back, whichever version of the program wrote it; `null` if its event or its time is not known. */
export function readSent(raw: unknown): SentAlert | null {
  if (!isJsonObject(raw)) return null;
  const [id, incident, receiver] = [raw.id, raw.incident, raw.receiver].map((one) => readLine(one, LONGEST.id));
  const [event, at] = [readEvent(raw.event), readInstant(raw.at)];
  if (id == null || incident == null || receiver == null || event === null || at === null) return null;
  return {
    ...{ id, incident, receiver },
    event,
    verdict: readVerdict(raw.verdict),
    summary: readLine(raw.summary, LONGEST.summary) ?? '',
    notification: readNotification(raw.notification),
    at,
    sentAt: readInstant(raw.sentAt) ?? at,
  };
}

function readNotification(raw: unknown): SentAlert['notification'] {
  if (!isJsonObject(raw)) return null;
  const [id, summary] = [readLine(raw.id, LONGEST.id), readLine(raw.summary, LONGEST.summary)];
  return id === null || summary === null ? null : { id, summary };
}
