/** Episodes: outages that follow each other closely. */

import { byBeginning, type End, type Incident } from './incident';

/** An outage that opens within this time after the end of the outage before belongs to the same episode, in milliseconds. */
export const EPISODE_GAP_MS = 30 * 60_000;

export interface Episode {
  /** How often the service failed up to and with this outage, relapses included, as far as outages are stored. */
  readonly times: number;
  /** When the first of them opened, in milliseconds since 1970. */
  readonly since: number;
}

/** The episode of an outage, up to this outage. `incidents` are all that are stored of its service. */
export function episodeOf(
  outage: Pick<Incident, 'id' | 'openedAt' | 'failures'>,
  incidents: readonly Incident[],
): Episode {
  const before = incidents
    .filter(isRealAndOver)
    .filter(({ id, openedAt }) => id !== outage.id && openedAt <= outage.openedAt)
    .sort(byBeginning);
  let { failures: times, openedAt: since } = outage;
  for (const earlier of before.toReversed()) {
    if (since - earlier.over.at > EPISODE_GAP_MS) break;
    times += earlier.failures;
    since = Math.min(since, earlier.openedAt);
  }
  return { times, since };
}

function isRealAndOver(incident: Incident): incident is Incident & { readonly over: End } {
  return incident.kind === 'outage' && incident.over !== null && incident.over.why !== 'duplicate';
}
