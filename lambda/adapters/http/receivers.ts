/** The receivers and the pulses of a config: what is sent by HTTP. */

import type { Config } from '../../core/config/config';
import type { PulseConfig } from '../../core/config/pulse';
import { busRegion, EVENTS_SERVICE, type EventBus, isPosted, type ReceiverConfig } from '../../core/config/receivers';
import type { ReadSecret } from '../../core/config/secrets';
import { type Beat, createBeat } from '../../core/deliver/pulses';
import type { Receiver } from '../../core/deliver/receiver';
import type { Clock } from '../../core/words/clock';
import { receiverForm } from '../../receivers/receivers';
import { createReceiver, type PostReceiverOptions } from './post-receiver';
import { createPulseSender, type PulseOptions } from './send-pulse';

type Environment = Readonly<Record<string, string | undefined>>;

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

/** The region of a bus; `null` if neither the config nor the environment names one. */
function regionOfBus(bus: EventBus, { AWS_REGION, AWS_DEFAULT_REGION }: Environment): string | null {
  return busRegion(bus) ?? (AWS_REGION || AWS_DEFAULT_REGION || null);
}

/** The receiver with the address of its bus, and how requests to it are signed. Throws if its region is not known. */
function withBusAddress(receiver: ReceiverConfig, bus: EventBus, environment: Environment): ReceiverConfig {
  const region = regionOfBus(bus, environment);
  if (region === null) throw new Error(`the region of the event bus of ${receiver.id} is unknown`);
  return {
    ...receiver,
    settings: {
      url: { kind: 'literal', value: eventsAddress(region, environment) },
      bus: { kind: 'literal', value: bus.bus },
    },
    access: { headers: {}, auth: { kind: 'sigv4', service: EVENTS_SERVICE, region, resource: null } },
  };
}

/**
 * Source: AWS General Reference, "Amazon EventBridge endpoints and quotas": `events.REGION.amazonaws.com`. Another address is set as for all AWS
 * SDKs. Source: AWS SDKs and Tools Reference Guide, "Service-specific endpoints": `AWS_ENDPOINT_URL_EVENTBRIDGE`.
 */
function eventsAddress(region: string, { AWS_ENDPOINT_URL_EVENTBRIDGE, AWS_ENDPOINT_URL }: Environment): string {
  const set = AWS_ENDPOINT_URL_EVENTBRIDGE || AWS_ENDPOINT_URL;
  if (set) return set;
  return `https://events.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}/`;
}
