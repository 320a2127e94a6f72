/** The shards of a deployment: each invocation of the checker checks the services of one shard. Texts for people call them parts. */

import type { Config } from './config';

/** One of several shards: consecutive services in the config, so that related services are mostly in the same one. */
export interface Shard {
  /** Counted from 0. */
  readonly index: number;
  /** How many there are. */
  readonly count: number;
}

/** The whole deployment in a single invocation. */
export const WHOLE: Shard = { index: 0, count: 1 };

/** Returns the config with only the services of a shard. Sizes of shards differ by at most one. */
export function shardOf(config: Config, { index, count }: Shard): Config {
  const { length } = config.services;
  const begin = (of: number) => Math.floor((of * length) / count);
  return { ...config, services: config.services.slice(begin(index), begin(index + 1)) };
}
