/** An alert that is re-sent: about an incident that is open, or was resolved lately, as it is now. */

import type { Alert } from './alert';
import type { ReceiverNotice } from './receiver-notice';

export interface StandingAlert {
  /** Its event is `opened` or `resolved`. */
  readonly alert: Alert;
  /** The config's group that its service belongs to; `null` if it has none. */
  readonly serviceGroup: string | null;
  /** The notice that it goes as, if it is of the deployment itself; otherwise `null`. */
  readonly notice: ReceiverNotice | null;
}
