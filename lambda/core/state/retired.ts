/** The state of a service that was removed from the config. */

import type { ServiceState } from './service-state';
import { isSettled } from './settle';

const DAY_MS = 86_400_000;
/** How long the state of a removed service is stored. */
export const RETIRED_KEPT_MS = 400 * DAY_MS;

/** Returns when a state may be deleted, in milliseconds since 1970; `null` for a service in the config. */
export function expiryOf({ removedAt }: ServiceState): number | null {
  return removedAt === null ? null : removedAt + RETIRED_KEPT_MS;
}

/** Whether nothing is left to do for a removed service: its incidents are over, and no alert about them is pending. */
export function isDoneWith(state: ServiceState): boolean {
  return state.removedAt !== null && state.incidents.every((incident) => isSettled(incident, state));
}
