/** An alert as it stands now: what a receiver knows of an incident that is open, or has ended lately, said anew. */

import type { Alert } from './alert';
import type { ReceiverNotice } from './receiver-notice';

export interface StandingAlert {
  /** Of the event `opened` or `resolved`. */
  readonly alert: Alert;
  /** The group of the config that its service belongs to; `null` if it has none. */
  readonly serviceGroup: string | null;
  /** The notice that it goes as, if it is of the deployment itself; otherwise `null`. */
  readonly notice: ReceiverNotice | null;
}
