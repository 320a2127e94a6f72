/** The parts of a deployment: each invocation of the checker asks the services of one. */

/** The part of a deployment's services that an invocation has: those whose place in the config, divided by `shards`, leaves the remainder `shard`. */
export interface Part {
  readonly shard: number;
  readonly shards: number;
}

/** The whole deployment in one invocation. */
export const WHOLE: Part = { shard: 0, shards: 1 };
