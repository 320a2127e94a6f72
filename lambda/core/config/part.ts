/** The parts of a deployment: each invocation of the checker asks the services of a part. */

import type { Config } from './config';

/** The part of a deployment's services that an invocation has: those whose place in the config, divided by `shards`, leaves the remainder `shard`. */
export interface Part {
  readonly shard: number;
  readonly shards: number;
}

/** The whole deployment in a single invocation. */
export const WHOLE: Part = { shard: 0, shards: 1 };

/** The config with the services of a part. */
export function shardOf(config: Config, { shard, shards }: Part): Config {
  return { ...config, services: config.services.filter((_, index) => index % shards === shard) };
}
