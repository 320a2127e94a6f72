/** What one invocation needs, which follows from how many services it asks. */

import type { Config } from '../lambda/core/config';
import { longestCheckMs, OUTPUTS_MS } from '../lambda/core/invocation';

/** The longest that an invocation may take, in whole seconds as Lambda counts; a config that needs more is refused. */
export function timeoutSeconds(config: Config, shards: number): number {
  return Math.ceil((longestCheckMs(config, shards) + OUTPUTS_MS) / 1_000);
}

/**
 * Names are resolved on libuv's threads, of which lookups may use one half: with its default of four, two names whose
 * server hangs would hold up all others. Idle threads cost next to nothing.
 */
export function threadPoolSize({ services, concurrency }: Config, shards: number): number {
  const lookups = Math.min(Math.ceil(services.length / shards), concurrency);
  return Math.min(256, Math.max(4, 2 * lookups));
}
