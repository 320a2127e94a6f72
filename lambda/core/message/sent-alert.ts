/** The stored part of a sent alert, so that people can see what they were notified of. */

import * as v from 'valibot';
import { larger } from '../fields/join';
import { alertEvent, count, id, instant, LONGEST, line, verdict } from '../fields/stored-value';
import { ALERT_EVENTS } from '../words/codes';
import type { Alert } from './alert';
import { type Notification, notificationId } from './notification';
import { summaryOf } from './summary';

const summary = line(LONGEST.summary);

const sentAlertSchema = v.object({
  id,
  event: alertEvent,
  verdict,
  summary,
  /** The time of the event, in milliseconds since 1970. */
  at: instant,
  /** The id and the summary of its notification, if that had several alerts; `null` if it was sent alone. */
  notification: v.nullable(v.object({ id, summary })),
  /** When the receiver accepted it. */
  sentAt: instant,
});
export type SentAlert = Readonly<v.InferOutput<typeof sentAlertSchema>>;

/** The first and the last alert about an incident sent to a receiver, and their number; the alerts between them are not stored. A single alert is both. */
export const sentAlertsSchema = v.object({ first: sentAlertSchema, last: sentAlertSchema, count });
type SentAlerts = Readonly<v.InferOutput<typeof sentAlertsSchema>>;

/** Returns the part of a notification that is stored with each alert, made once for all; `null` if it has a single alert. */
export function sentTogether(notification: Notification): SentAlert['notification'] {
  if (notification.alerts.length === 1) return null;
  return { id: notificationId(notification), summary: summaryOf(notification) };
}

/** Returns the stored part of an alert. `sentAt` in milliseconds since 1970. */
export function sentAlert(
  { id, event, verdict, summary, at }: Alert,
  { notification, sentAt }: Pick<SentAlert, 'notification' | 'sentAt'>,
): SentAlert {
  return { id, event, verdict, summary, at: Date.parse(at), notification, sentAt };
}

/** Adds an alert. `before` is `null` if the receiver got no alert about the incident yet. */
export function withSentAlert(before: SentAlerts | null, alert: SentAlert): SentAlerts {
  const { first, last } = joinSentAlerts(before, { first: alert, last: alert, count: 1 });
  return { first, last, count: (before?.count ?? 0) + 1 };
}

/** Joins two records: the earlier first and the later last alert. Alerts that only another process sent are not counted. */
export function joinSentAlerts(left: SentAlerts | null, right: SentAlerts): SentAlerts;
export function joinSentAlerts(left: SentAlerts | null, right: SentAlerts | null): SentAlerts | null;
export function joinSentAlerts(left: SentAlerts | null, right: SentAlerts | null): SentAlerts | null {
  if (left === null || right === null || left === right) return left ?? right;
  return {
    first: larger(left.first, right.first, (alert) => -rankOf(alert)),
    last: larger(left.last, right.last, rankOf),
    count: Math.max(left.count, right.count),
  };
}

/** Returns a rank by time, then by event: a run may send the opening and the recovery of an incident at the same time. */
export function rankOf({ sentAt, event }: SentAlert): number {
  return sentAt + ALERT_EVENTS.indexOf(event) / ALERT_EVENTS.length;
}
