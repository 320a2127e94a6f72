/** The receivers and the pulses of a config. */

import type { PulseConfig } from '../../core/config/pulse';
import type { ReceiverConfig } from '../../core/config/receivers';
import type { ReadSecret } from '../../core/config/secrets';
import { type Beat, createBeat } from '../../core/deliver/pulses';
import type { Receiver } from '../../core/deliver/receiver';
import { RECEIVER_FORMS } from '../../core/message/receivers/receiver-forms';
import type { Clock } from '../../core/words/clock';
import { createReceiver, type PostReceiverOptions } from './post-receiver';
import { createPulseSender, type PulseOptions } from './send-pulse';

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

/** `null` if there are none. */
export function openPulses(
  pulses: readonly PulseConfig[],
  readSecret: ReadSecret,
  clock: Clock,
  options: PulseOptions = {},
): Beat | null {
  return pulses.length === 0 ? null : createBeat(pulses, createPulseSender(readSecret, clock, options));
}
