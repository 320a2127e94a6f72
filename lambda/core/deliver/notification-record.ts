/** The port that keeps which services a notification was about: a button on its card can name the notification alone. */

import type { Notification } from '../message/notification';
import { notificationId } from '../message/notification';
import type { Clock } from '../words/clock';
import { messageOf, type RunFailure } from '../words/run-failure';

/** The records of one deployment. Both calls reject if the store can't be reached. */
export interface NotificationRecords {
  /** Keeps the ids of the services until `expiresAt`, in milliseconds since 1970. */
  keep(id: string, services: readonly string[], expiresAt: number): Promise<void>;
  /** `null` if nothing is known of a notification of this id, or not any more at `now`, in milliseconds since 1970. */
  read(id: string, now: number): Promise<readonly string[] | null>;
}

/** For how long the buttons of a card know its services, in milliseconds. */
export const RECORD_KEPT_MS = 30 * 86_400_000;

/** Keeps the record of several alerts; one alone names its service itself. Never rejects: what failed is the result. */
export async function keepRecord(
  notification: Notification,
  records: Pick<NotificationRecords, 'keep'>,
  clock: Pick<Clock, 'now'>,
): Promise<readonly RunFailure[]> {
  const services = notification.alerts.map(({ service }) => service.id);
  if (services.length === 1) return [];
  try {
    await records.keep(notificationId(notification), services, clock.now() + RECORD_KEPT_MS);
    return [];
  } catch (error) {
    const message = `the services of a notification can't be kept, so the buttons on its card do nothing: ${messageOf(error)}`;
    return [{ output: 'store', service: null, message }];
  }
}
