/** When an outage is over: its service has recovered, so that no relapse is expected. */

import type { AlertPolicy } from '../config/config';
import { elapsedMs } from '../words/clock';
import { EPISODE_GAP_MS } from './episode';
import type { Incident, IncidentList } from './incident';

/** Outages within half an hour of what came next count for how long a recovery takes; no recovery takes longer, in milliseconds. */
const EPISODE_MS = EPISODE_GAP_MS;

export interface RecoveryContext {
  readonly policy: Pick<AlertPolicy, 'successThreshold'>;
  readonly intervalMs: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The part of an outage that its recovery depends on. */
type RecoveringOutage = Pick<Incident, 'openedAt' | 'relapses' | 'recovery'>;

/**
 * How many healthy runs in a row end an outage: `successThreshold`, twice as many for each relapse, and for each outage that ended, before it
 * began to recover, as long as each is within half an hour of what came next; but never more than `successThreshold`, or what fits in 30
 * minutes, whichever is larger.
 */
export function runsUntilRecovered(
  outage: RecoveringOutage,
  { incidents }: IncidentList,
  { policy: { successThreshold }, intervalMs, now }: RecoveryContext,
): number {
  const longest = Math.max(successThreshold, Math.floor(EPISODE_MS / intervalMs));
  return Math.min(longest, successThreshold * 2 ** timesBefore(outage, incidents, outage.recovery?.since ?? now));
}

/** Until when a recovering outage is watched; `null` until it has been healthy for `successThreshold` runs. */
export function watchedUntil(
  outage: RecoveringOutage,
  state: IncidentList,
  recovering: RecoveryContext,
): number | null {
  const { recovery } = outage;
  if (recovery === null || recovery.runs < recovering.policy.successThreshold) return null;
  return recovery.since + (runsUntilRecovered(outage, state, recovering) - 1) * recovering.intervalMs;
}

/** How often a service relapsed, or recovered, without half an hour between these times, the last of them before `since`. */
function timesBefore({ openedAt, relapses }: RecoveringOutage, incidents: readonly Incident[], since: number): number {
  const spans = [
    { from: openedAt, until: openedAt, times: 0 },
    ...relapses.map((at) => ({ from: at, until: at, times: 1 })),
    ...incidents.flatMap(({ kind, openedAt: from, over }) =>
      kind === 'outage' && over?.why === 'well' ? [{ from, until: over.at, times: 1 }] : [],
    ),
  ].sort((left, right) => right.until - left.until);
  let times = 0;
  let next = since;
  for (const span of spans) {
    if (elapsedMs(span.until, next) >= EPISODE_MS) break;
    times += span.times;
    next = Math.min(next, span.from);
  }
  return times;
}

/** Whether a recovering outage is over. If a process died and its runs were not counted, the time alone decides. */
export function hasRecovered(outage: RecoveringOutage, state: IncidentList, recovering: RecoveryContext): boolean {
  if (outage.recovery === null) return false;
  const { since, runs } = outage.recovery;
  if (runs >= runsUntilRecovered(outage, state, recovering)) return true;
  return runs >= recovering.policy.successThreshold && elapsedMs(since, recovering.now) >= EPISODE_MS;
}
