/** A receiver: somebody who is notified. */

import type { NotificationRecords } from './notification-record';
import type { NotificationSink } from './notification-sink';

export interface Receiver {
  /** Names it in the states: what it knows is kept under this name. */
  readonly id: string;
  readonly send: NotificationSink;
  /** Where the services of a notification are kept for the buttons on its card; missing if nobody asks for them. */
  readonly records?: Pick<NotificationRecords, 'keep'>;
}

/** The id of the receiver that every deployment has: its topic, or what stands for that on a laptop. */
export const TOPIC = 'sns';
