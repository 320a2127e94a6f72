/** Decides by the votes of several regions whether a service is down, or only unreachable from one place. */

import type { RegionVote } from '../../words/regions/region-views';

/**
 * Returns whether more places reached the service than not, and one found it healthy: then it is only partly unreachable. A tie is an outage.
 */
export function isPartlyUnreachable(votes: readonly RegionVote[]): boolean {
  const reached = votes.filter((vote) => vote === 'healthy' || vote === 'reached').length;
  const unreachable = votes.filter((vote) => vote === 'unreachable').length;
  return reached > unreachable && votes.includes('healthy');
}

/** Returns whether the votes decide, whatever the `missing` ones will be. */
export function isDecided(votes: readonly RegionVote[], missing: number): boolean {
  const withMissing = (vote: RegionVote) => [...votes, ...new Array<RegionVote>(missing).fill(vote)];
  return isPartlyUnreachable(withMissing('healthy')) === isPartlyUnreachable(withMissing('unreachable'));
}
