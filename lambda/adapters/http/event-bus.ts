/** Where the events for an event bus are put, and what signs them. */

import { busRegion, EVENTS_SERVICE, type EventBus, type ReceiverConfig } from '../../core/config/receivers';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The region of a bus; `null` if neither the config nor the environment names one. */
export function regionOfBus(bus: EventBus, { AWS_REGION, AWS_DEFAULT_REGION }: Environment): string | null {
  return busRegion(bus) ?? (AWS_REGION || AWS_DEFAULT_REGION || null);
}

/** The receiver with the address of its bus, and how requests to it are signed. Throws if its region is not known. */
export function withBusAddress(receiver: ReceiverConfig, bus: EventBus, environment: Environment): ReceiverConfig {
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
