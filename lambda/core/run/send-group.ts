/** Sends a group of alerts to a receiver. */

import type { Group } from '../deliver/groups';
import { isBusyError, isUnanswered, isUnfit, type NotificationSink } from '../deliver/notification-sink';
import { bareAlert } from '../message/alert';
import type { Notification } from '../message/notification';
import { errorMessage } from '../words/run-failure';

/** The answer to a group. `notification` is what was sent last. */
export type Answer = AcceptedAnswer | SplitAnswer | GivenUpAnswer | FailedAnswer;

/** The receiver was notified. */
export interface AcceptedAnswer {
  readonly kind: 'accepted';
  readonly group: Group;
  readonly notification: Notification;
  /** Why the first form was refused, if it was sent without its service's texts; `null` if it was sent unchanged. */
  readonly fault: string | null;
}

/** The group was refused for its content: each of its alerts is sent alone. */
export interface SplitAnswer {
  readonly kind: 'split';
  readonly group: Group;
}

/** An alert was refused for its content even without its service's texts: it would always be refused. */
export interface GivenUpAnswer {
  readonly kind: 'given-up';
  readonly group: Group;
  readonly notification: Notification;
  readonly fault: string;
}

/** The receiver was not notified, or may not have been. */
export interface FailedAnswer {
  readonly kind: 'failed';
  readonly group: Group;
  readonly fault: string;
  /** Whether it may have arrived anyway. */
  readonly isUnanswered: boolean;
  /** Whether the receiver has asked for a pause. */
  readonly isBusy: boolean;
  /** Until when, in milliseconds since 1970; `null` if it did not say. */
  readonly busyUntil: number | null;
}

/** Never rejects. */
export async function sendGroup(group: Group, notification: Notification, send: NotificationSink): Promise<Answer> {
  try {
    await send(notification);
    return { kind: 'accepted', group, notification, fault: null };
  } catch (error) {
    if (!isUnfit(error)) return failedAnswer(group, error);
    if (group.length > 1) return { kind: 'split', group };
    return sendBare(group, notification, errorMessage(error), send);
  }
}

async function sendBare(
  group: Group,
  { alerts, ...rest }: Notification,
  firstFault: string,
  send: NotificationSink,
): Promise<Answer> {
  const notification: Notification = { ...rest, alerts: [bareAlert(alerts[0])] };
  try {
    await send(notification);
    return { kind: 'accepted', group, notification, fault: firstFault };
  } catch (error) {
    if (!isUnfit(error)) return failedAnswer(group, error);
    return { kind: 'given-up', group, notification, fault: errorMessage(error) };
  }
}

function failedAnswer(group: Group, error: unknown): FailedAnswer {
  const isBusy = isBusyError(error);
  return {
    kind: 'failed',
    group,
    fault: errorMessage(error),
    isUnanswered: isUnanswered(error),
    isBusy,
    busyUntil: isBusy ? error.until : null,
  };
}

/** Returns the answer for a receiver that did not answer: the alerts may have arrived. */
export function noAnswer(group: Group, fault: string): FailedAnswer {
  return { kind: 'failed', group, fault, isUnanswered: true, isBusy: false, busyUntil: null };
}
