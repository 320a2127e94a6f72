/** What a run asks the store for. */

import type { StateQuery } from '../../../lambda/core/state/store';
import { NOW } from './observations';

/** The services of a config, all of which are asked by one run. */
export function askedFor(services: readonly string[], rest: Partial<StateQuery> = {}): StateQuery {
  return { services, configured: services, shard: 0, now: NOW, ...rest };
}
