/** What a run asks the store for. */

import type { Asked } from '../../../lambda/core/state/store';
import { NOW } from './observations';

/** The services of a config, all of which are asked by one run. */
export function askedFor(services: readonly string[], rest: Partial<Asked> = {}): Asked {
  return { services, configured: services, shard: 0, now: NOW, ...rest };
}
