/** The progress of an outage's recovery. */

import type { AlertPolicy } from '../config/config';
import { episodeOf } from '../incident/episode';
import { openOutage } from '../incident/incident';
import { runsUntilRecovered } from '../incident/recovery';
import type { ServiceState } from '../state/service-state';
import { iso } from './words/format';

export interface RecoveryDocument {
  /** Healthy runs in a row so far, and how many resolve the outage. */
  readonly runs: number;
  readonly of: number;
  /** How often it failed recently, including this outage, and since when: ISO 8601 in UTC with milliseconds. */
  readonly failures: number;
  readonly failingSince: string;
}

/** Returns `null` if no outage is recovering, or if the service has left the config. `now` and `intervalMs` in milliseconds. */
export function recoveryDocument(
  state: ServiceState,
  policy: AlertPolicy | null,
  { now, intervalMs }: { readonly now: number; readonly intervalMs: number },
): RecoveryDocument | null {
  const outage = openOutage(state);
  if (policy === null || outage === null || outage.recovery === null) return null;
  const { times, since } = episodeOf(outage, state.incidents);
  return {
    runs: outage.recovery.runs,
    of: runsUntilRecovered(outage, state, { policy, intervalMs, now }),
    failures: times,
    failingSince: iso(since),
  };
}
