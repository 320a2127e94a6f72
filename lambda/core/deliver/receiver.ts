/** A receiver: somebody who is notified. */

import type { Incident } from '../incident/incident';
import type { Notification } from '../message/notification';
import type { ReceiverNotice } from '../message/receiver-notice';
import type { NotifyFilter } from '../notify/due';
import type { NotificationRecords } from './notification-record';
import type { NotificationSink } from './notification-sink';

/** Also asks for the id of the service, which may be that of the deployment itself. */
export interface ReceiverFilter extends Omit<NotifyFilter, 'wants'> {
  readonly wants: (incident: Pick<Incident, 'kind' | 'severity'> & { readonly service: string }) => boolean;
}

/** Notifies of what is wrong with another receiver. Rejects if it is not certain that it was accepted. */
export type NoticeSink = (notice: ReceiverNotice) => Promise<void>;

export interface Receiver {
  /** Names it in the states: what it knows is kept under this name. */
  readonly id: string;
  readonly send: NotificationSink;
  /** What it is notified of; everything at once if this is missing. */
  readonly filter?: ReceiverFilter;
  /** Whether it gets each alert by itself; otherwise what belongs together in one notification. */
  readonly sendsAlertsAlone?: true;
  /**
   * Whether alerts of several severities and environments stay apart: those of the topic, where a subscription's filter matches each attribute
   * of a message alone. If one message had a warning in production and a critical alert in staging, it would pass a filter for critical alerts in
   * production, though nothing in it does.
   */
  readonly isBySubject?: true;
  /** Whether it takes a notification of several alerts; if this is missing, it takes any. */
  readonly fits?: (notification: Notification) => boolean;
  /** Where the services of a notification are kept for the buttons on its card; missing if nobody asks for them. */
  readonly records?: Pick<NotificationRecords, 'keep'>;
  /** What a failed `send` means, after the name of the alert in a problem; missing if the alert can't be sent. */
  readonly failureWords?: string;
  /** Takes the alerts of the deployment itself; missing if it is notified of none. */
  readonly sendNotice?: NoticeSink;
}

/** The id of the receiver that every deployment has: its topic, or what stands for that on a laptop. */
export const TOPIC = 'sns';
