/** The shards of a deployment: each invocation of the checker asks the services of a shard. What people read calls them parts. */

import type { Config } from './config';

/** One of so many shards: the services that follow each other in the config, so that those of a system are mostly in one. */
export interface Shard {
  /** Counted from 0. */
  readonly index: number;
  /** How many there are. */
  readonly count: number;
}

/** The whole deployment in a single invocation. */
export const WHOLE: Shard = { index: 0, count: 1 };

/** The config with the services of a shard. None has more than one service more than another. */
export function shardOf(config: Config, { index, count }: Shard): Config {
  const { length } = config.services;
  const begin = (of: number) => Math.floor((of * length) / count);
  return { ...config, services: config.services.slice(begin(index), begin(index + 1)) };
}
