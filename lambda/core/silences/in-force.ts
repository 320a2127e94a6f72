/** Finds the silences and acknowledgements that are in force for a service at a given time. */

import { ackOf, isAck, isHolding, type Silence, type SilencedIncident, silenceOf } from './silence';

/** A service that may be silenced. */
export interface Silenceable {
  readonly id: string;
  /** Since when it has had an outage, open or pending, in milliseconds since 1970; `null` if it has none. */
  readonly failingSince: number | null;
  /** When its oldest open incident of any kind began; `null` if it has none. */
  readonly incidentSince: number | null;
}

/** A service without data may have been failing for a long time. */
export const MAY_HAVE_FAILED: Omit<Silenceable, 'id'> = {
  failingSince: Number.NEGATIVE_INFINITY,
  incidentSince: Number.NEGATIVE_INFINITY,
};

/**
 * Returns the silences in force for any of the services at `now`, in milliseconds since 1970, the last to end first. A silence
 * with `untilWell` is left out once none of them has an incident that it covers.
 */
export function inForce(
  silences: readonly Silence[],
  services: readonly Silenceable[],
  now: number,
): readonly Silence[] {
  return applicableSilences(
    silences.filter((silence) => !isAck(silence)),
    services,
    now,
  );
}

/** Returns the acknowledgements in force, in the same order. */
export function acksInForce(
  silences: readonly Silence[],
  services: readonly Silenceable[],
  now: number,
): readonly Silence[] {
  return applicableSilences(silences.filter(isAck), services, now);
}

function applicableSilences(
  all: readonly Silence[],
  services: readonly Silenceable[],
  now: number,
): readonly Silence[] {
  return all
    .filter((silence) => services.some((service) => coversAny(silence, service, now)))
    .sort((left, right) => right.until - left.until);
}

/** Whether a silence may still hold back anything at `now`: with `untilWell` it expires with its incidents. */
export function isNeeded(silence: Silence, services: readonly Silenceable[], now: number): boolean {
  return !silence.untilWell || services.some((service) => coversAny(silence, service, now));
}

/** Whether it covers any incident of a service: with `untilWell` it covers earlier incidents even if the service has failed again since. */
function coversAny(silence: Silence, { id, incidentSince }: Silenceable, now: number): boolean {
  return isHolding(silence, mainIncident({ id, failingSince: null, incidentSince }), now);
}

/**
 * Returns the first silence that holds back alerts at `now` about the outage of a service, or, if it has none, about its other
 * incidents; `null` if there is none.
 */
export function silenceOfService(silences: readonly Silence[], service: Silenceable, now: number): Silence | null {
  return silenceOf(silences, mainIncident(service), now);
}

/** Returns the newest acknowledgement in force at `now` for the outage of a service, or, if it has none, for its other incidents; `null` if there is none. */
export function ackOfService(silences: readonly Silence[], service: Silenceable, now: number): Silence | null {
  return ackOf(silences, mainIncident(service), now);
}

function mainIncident({ id, failingSince, incidentSince }: Silenceable): SilencedIncident {
  // A silence with `untilWell` does not cover an incident that has not opened yet.
  const openedAt = failingSince ?? incidentSince ?? Number.POSITIVE_INFINITY;
  return { service: id, openedAt, isOver: false };
}
