/** The receivers of a config. */

import type { ReceiverConfig } from '../../core/config/receivers';
import type { ReadSecret } from '../../core/config/secrets';
import type { Receiver } from '../../core/deliver/receiver';
import { RECEIVER_FORMS } from '../../core/message/receivers/receiver-forms';
import type { Clock } from '../../core/words/clock';
import { createReceiver, type PostReceiverOptions } from './post-receiver';

export function openReceivers(
  receivers: readonly ReceiverConfig[],
  readSecret: ReadSecret,
  clock: Clock,
  options: PostReceiverOptions = {},
): readonly Receiver[] {
  return receivers.map((receiver) =>
    createReceiver(receiver, RECEIVER_FORMS[receiver.kind], readSecret, clock, options),
  );
}
