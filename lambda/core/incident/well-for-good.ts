/** When an outage is over: its service is well for good, so that no relapse is expected. */

import type { AlertPolicy } from '../config/config';
import { elapsedMs } from '../words/elapsed';
import { EPISODE_GAP_MS } from './episode';
import type { Incident, IncidentState } from './incident';

/** Outages and relapses of the last half hour count for how long a recovery takes; no recovery takes longer, in milliseconds. */
const EPISODE_MS = EPISODE_GAP_MS;

export interface Patience {
  readonly policy: Pick<AlertPolicy, 'successThreshold'>;
  readonly intervalMs: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * How many healthy runs in a row end an outage: `successThreshold`, twice as many for each relapse, and for each outage that ended, in
 * the half hour before it began to recover; but never more than `successThreshold`, or what fits in 30 minutes, whichever is larger.
 */
export function runsUntilWell(
  outage: Pick<Incident, 'relapses' | 'recovery'>,
  { incidents }: Pick<IncidentState, 'incidents'>,
  { policy: { successThreshold }, intervalMs, now }: Patience,
): number {
  const { relapses, recovery } = outage;
  const recoversSince = recovery?.since ?? now;
  const isRecent = (at: number) => elapsedMs(at, recoversSince) < EPISODE_MS;
  const ends = incidents.filter(({ kind, over }) => kind === 'outage' && over?.why === 'well' && isRecent(over.at));
  const doublings = relapses.filter(isRecent).length + ends.length;
  const longest = Math.max(successThreshold, Math.floor(EPISODE_MS / intervalMs));
  return Math.min(longest, successThreshold * 2 ** doublings);
}

/** Whether an outage that recovers is over. If runs were not counted, since a process died, the time alone ends it. */
export function isWellForGood(
  outage: Pick<Incident, 'relapses' | 'recovery'>,
  state: Pick<IncidentState, 'incidents'>,
  patience: Patience,
): boolean {
  if (outage.recovery === null) return false;
  const { since, runs } = outage.recovery;
  if (runs >= runsUntilWell(outage, state, patience)) return true;
  return runs >= patience.policy.successThreshold && elapsedMs(since, patience.now) >= EPISODE_MS;
}
