/** How far the recovery of an outage has come, in words. */

import { episodeOf } from '../../incident/episode';
import { type IncidentState, openOutage } from '../../incident/incident';
import { type Patience, runsUntilWell } from '../../incident/well-for-good';
import { describeDuration } from '../../words/duration';
import { plural } from './format';

/** `recovering: 3 of 8 healthy runs, it failed 3 times in 20 min`; `null` if no outage recovers. */
export function recoveryWords(state: Pick<IncidentState, 'incidents'>, patience: Patience): string | null {
  const outage = openOutage(state);
  if (outage === null || outage.recovery === null) return null;
  const needed = runsUntilWell(outage, state, patience);
  const { times, since } = episodeOf(outage, state.incidents);
  const often = times > 1 ? `, it failed ${times} times in ${describeDuration(Math.max(0, patience.now - since))}` : '';
  return `recovering: ${outage.recovery.runs} of ${plural(needed, 'healthy run')}${often}`;
}
