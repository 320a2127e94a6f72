/** Incidents that follow each other closely are one episode: the service did not recover for good between them. */

import { isSameThing, type PastIncident } from './incident';

/** An incident that opens within this time after the end of the last one belongs to the same episode. */
export const EPISODE_GAP_MS = 30 * 60_000;

export interface Episode {
  /** How many incidents it has up to this one, as far as past incidents are kept. */
  readonly times: number;
  /** When the first of them opened, in milliseconds since 1970. */
  readonly since: number;
}

/** The episode of an incident, up to this incident. `past` is in the order in which the incidents ended. */
export function episodeOf(
  incident: Pick<PastIncident, 'id' | 'kind' | 'reason' | 'openedAt'>,
  past: readonly PastIncident[],
): Episode {
  const own = past.findIndex(({ id }) => id === incident.id);
  const before = (own < 0 ? past : past.slice(0, own)).filter((one) => isSameThing(one, incident));
  let times = 1;
  let since = incident.openedAt;
  for (const one of before.toReversed()) {
    if (since - one.resolvedAt > EPISODE_GAP_MS) break;
    // Two incidents at the same time are duplicates: the service failed once.
    if (one.resolvedAt <= since) times++;
    since = Math.min(since, one.openedAt);
  }
  return { times, since };
}
