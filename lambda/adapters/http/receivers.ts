/** The receivers and the pulses of a config: what is sent by HTTP. */

import type { Config } from '../../core/config/config';
import type { PulseConfig } from '../../core/config/pulse';
import { isPosted } from '../../core/config/receivers';
import type { ReadSecret } from '../../core/config/secrets';
import { type Beat, createBeat } from '../../core/deliver/pulses';
import type { Receiver } from '../../core/deliver/receiver';
import { RECEIVER_FORMS } from '../../core/message/receivers/receiver-forms';
import type { Clock } from '../../core/words/clock';
import { createReceiver, type PostReceiverOptions } from './post-receiver';
import { createPulseSender, type PulseOptions } from './send-pulse';

export function openReceivers(
  { receivers, intervalMs }: Pick<Config, 'receivers' | 'intervalMs'>,
  readSecret: ReadSecret,
  clock: Clock,
  options: PostReceiverOptions = {},
): readonly Receiver[] {
  return receivers
    .filter(isPosted)
    .map((receiver) =>
      createReceiver(receiver, RECEIVER_FORMS[receiver.kind], readSecret, clock, { intervalMs, ...options }),
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
