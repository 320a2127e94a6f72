/** The receivers and the pulses of a config: what is sent by HTTP. */

import type { Config } from '../../core/config/config';
import type { PulseConfig } from '../../core/config/pulse';
import { isPosted, type ReceiverConfig } from '../../core/config/receivers';
import type { ReadSecret } from '../../core/config/secrets';
import { type Beat, createBeat } from '../../core/deliver/pulses';
import type { Receiver } from '../../core/deliver/receiver';
import type { Clock } from '../../core/words/clock';
import { receiverForm } from '../../receivers/receivers';
import { type Environment, regionOfBus, withBusAddress } from './event-bus';
import { createReceiver, type PostReceiverOptions } from './post-receiver';
import { createPulseSender, type PulseOptions } from './send-pulse';

export function openReceivers(
  { receivers, intervalMs }: Pick<Config, 'receivers' | 'intervalMs'>,
  readSecret: ReadSecret,
  clock: Clock,
  { environment = {}, ...options }: PostReceiverOptions & { readonly environment?: Environment } = {},
): readonly Receiver[] {
  return receivers
    .filter(isPosted)
    .map((receiver) =>
      createReceiver(
        receiver.bus === undefined ? receiver : withBusAddress(receiver, receiver.bus, environment),
        receiverForm(receiver),
        readSecret,
        clock,
        { intervalMs, ...options },
      ),
    );
}

/** The id of a receiver whose event bus is in no region that is known; `null` if there is none. */
export function unknownRegion({ receivers }: Pick<Config, 'receivers'>, environment: Environment): string | null {
  const isUnknown = ({ bus }: ReceiverConfig) => bus !== undefined && regionOfBus(bus, environment) === null;
  return receivers.find(isUnknown)?.id ?? null;
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
