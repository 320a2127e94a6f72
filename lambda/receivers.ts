/** The receivers of a config. */

import { createReceiver, type PostReceiverOptions } from './adapters/http/post-receiver';
import type { ReceiverConfig } from './core/config/receivers';
import type { ReadSecret } from './core/config/secrets';
import type { Receiver } from './core/deliver/receiver';
import { RECEIVER_FORMS } from './core/forms/receivers/receiver-forms';
import type { Clock } from './core/words/clock';

export function openReceivers(
  receivers: readonly ReceiverConfig[],
  readSecret: ReadSecret,
  clock: Clock,
  options: PostReceiverOptions = {},
): readonly Receiver[] {
  return receivers.map((one) => createReceiver(one, RECEIVER_FORMS[one.kind], readSecret, clock, options));
}
