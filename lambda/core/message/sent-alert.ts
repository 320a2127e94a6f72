/** The part of a sent alert that is kept, so that people can see what they were notified of. */

import type { EventKind, VerdictKind } from '../words/codes';
import { isJsonObject } from '../words/json';
import { readEvent, readInstant, readText, readVerdict } from '../words/stored-value';
import type { Alert } from './alert';
import { type Notification, notificationId } from './notification';
import { summaryOf } from './summary';

export interface SentAlert {
  readonly id: string;
  readonly event: EventKind;
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

/** `notification` is that of `sentTogether`; `now` in milliseconds since 1970. */
export function sentAlert(
  { id, event, verdict, summary, at }: Alert,
  notification: SentAlert['notification'],
  now: number,
): SentAlert {
  return { id, event, verdict, summary, notification, at: Date.parse(at), sentAt: now };
}

/** Reads one back, whichever version of the program wrote it; `null` if its event or its time is not known. */
export function readSent(raw: unknown): SentAlert | null {
  if (!isJsonObject(raw) || typeof raw.id !== 'string') return null;
  const [event, at] = [readEvent(raw.event), readInstant(raw.at)];
  if (event === null || at === null) return null;
  return {
    id: raw.id,
    event,
    verdict: readVerdict(raw.verdict),
    summary: readText(raw.summary) ?? '',
    notification: readNotification(raw.notification),
    at,
    sentAt: readInstant(raw.sentAt) ?? at,
  };
}

function readNotification(raw: unknown): SentAlert['notification'] {
  if (!isJsonObject(raw)) return null;
  const [id, summary] = [readText(raw.id), readText(raw.summary)];
  return id === null || summary === null ? null : { id, summary };
}
