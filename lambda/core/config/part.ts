/** The parts of a deployment: each invocation of the checker asks the services of a part. */

import type { Config } from './config';

/** One of so many parts: the services that follow each other in the config, so that those of a system are mostly in one. */
export interface Part {
  /** Counted from 0. */
  readonly shard: number;
  readonly shards: number;
}

/** The whole deployment in a single invocation. */
export const WHOLE: Part = { shard: 0, shards: 1 };

/** The config with the services of a part. None has more than one service more than another. */
export function shardOf(config: Config, { shard, shards }: Part): Config {
  const { length } = config.services;
  const begin = (of: number) => Math.floor((of * length) / shards);
  return { ...config, services: config.services.slice(begin(shard), begin(shard + 1)) };
}
