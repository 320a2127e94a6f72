/** A receiver of notifications. */

import { type Notification, notificationId } from '../message/notification';
import type { ReceiverNotice } from '../message/receiver-notice';
import type { StandingAlert } from '../message/standing-alert';
import type { VersionChange } from '../message/version-change';
import type { FilteredIncident } from '../notify/behind';
import type { NotifyFilter } from '../notify/due';
import type { Clock } from '../words/clock';
import { errorMessage, type RunFailure } from '../words/run-failure';
import type { NotificationSink } from './notification-sink';

/** A filter that also sees the id of the service, which may be the id of the deployment itself. */
export interface ReceiverFilter extends Omit<NotifyFilter, 'wants'> {
  readonly wants: (incident: FilteredIncident) => boolean;
}

/** Notifies of what is wrong with another receiver. Rejects if it is not certain that it was accepted. */
export type NoticeSink = (notice: ReceiverNotice) => Promise<void>;

export interface Receiver {
  /** Names it in the states, where its records have this name. */
  readonly id: string;
  readonly send: NotificationSink;
  /** The alerts that it gets; all at once if this is missing. */
  readonly filter?: ReceiverFilter;
  /** The filter of each subscriber; missing if all subscribers get all alerts. */
  readonly audiences?: readonly ReceiverFilter['wants'][];
  /** Whether people read it: then it is notified that a service answers again before its outage is over. */
  readonly isForPeople?: true;
  /** Whether it gets each alert alone; otherwise alerts that belong together in a notification. */
  readonly sendsAlertsAlone?: true;
  /**
   * Whether alerts of several severities and environments stay apart: those of the topic, where a subscription's filter matches each attribute
   * of a message alone. If a message had a warning in production and a critical alert in staging, it would pass a filter for critical alerts in
   * production, though nothing in it does.
   */
  readonly isBySubject?: true;
  /** Whether it takes a notification of several alerts; if this is missing, it takes any. */
  readonly fits?: (notification: Notification) => boolean;
  /** Stores the services of a notification for the buttons on its card; missing if its card has none. */
  readonly records?: Pick<NotificationRecords, 'keep'>;
  /** The consequence of a failed `send`, after the name of the alert in a problem; missing if the alert can't be sent. */
  readonly failureWords?: string;
  /** Takes the alerts of the deployment itself; missing if it is notified of none. */
  readonly sendNotice?: NoticeSink;
  /** Re-sends open alerts to a receiver that expires them; missing for any other. Rejects if it is not certain that all were accepted. */
  readonly renew?: (alerts: readonly StandingAlert[]) => Promise<void>;
  /** Takes changes of version; missing unless it wants them. */
  readonly changes?: ChangeSink;
}

export interface ChangeSink {
  /** Whether it wants the version changes of a service. */
  readonly wants: (of: Pick<FilteredIncident, 'service' | 'severity'>) => boolean;
  /** The most changes in one request. */
  readonly most: number;
  /** Rejects as a `NotificationSink` does. */
  readonly send: (changes: readonly [VersionChange, ...VersionChange[]], limitMs: number) => Promise<void>;
}

/** The id of the receiver that every deployment has: its topic, or what stands for that on a laptop. */
export const TOPIC = 'sns';

/** The records of a deployment. Both calls reject if the store can't be reached. */
export interface NotificationRecords {
  /** Keeps the ids of the services until `expiresAt`, in milliseconds since 1970. */
  keep(id: string, services: readonly string[], expiresAt: number): Promise<void>;
  /** Returns `null` if there is no record with this id, or if it has expired at `now`, in milliseconds since 1970. */
  read(id: string, now: number): Promise<readonly string[] | null>;
}

/** How long the buttons of a card work, in milliseconds. */
export const RECORD_KEPT_MS = 30 * 86_400_000;

/** Keeps the record of several alerts; a single alert names its service itself. Never rejects: the result is the failures. */
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
    const message = `the services of a notification can't be stored, so the buttons on its card don't work: ${errorMessage(error)}`;
    return [{ output: 'store', service: null, message }];
  }
}
