/** Which silences hold at a moment, and which service each of them silences. */

import { type Silence, silenceOf } from './silence';

/** A service that may be silenced. */
export interface Silenceable {
  readonly id: string;
  /** Since when it has had an incident, open or pending, in milliseconds since 1970; `null` if it has none. */
  readonly failingSince: number | null;
}

/**
 * Those that silence one of some services at `now`, in milliseconds since 1970, the one that ends last first. A silence until
 * services are well is left out once none of them has an incident that it covers.
 */
export function inForce(
  silences: readonly Silence[],
  services: readonly Silenceable[],
  now: number,
): readonly Silence[] {
  return silences
    .filter((silence) => services.some((service) => silenceOfService([silence], service, now) !== null))
    .sort((left, right) => right.until - left.until);
}

/** Whether a silence still has something to hold back at `now`, or may have: one until services are well has not for ever. */
export function isNeeded(silence: Silence, services: readonly Silenceable[], now: number): boolean {
  return !silence.untilWell || services.some((service) => silenceOfService([silence], service, now) !== null);
}

/** The first silence because of which nobody is notified of a service at `now`; `null` if people are. */
export function silenceOfService(
  silences: readonly Silence[],
  { id, failingSince }: Silenceable,
  now: number,
): Silence | null {
  // What has not begun yet is not covered by a silence until services are well.
  const openedAt = failingSince ?? Number.POSITIVE_INFINITY;
  return silenceOf(silences, { service: id, openedAt, isOver: false }, now);
}
