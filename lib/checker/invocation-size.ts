/** What one invocation needs: it follows from the number of services. */

import type { Config } from '../../lambda/core/config/config';
import { longestCheckMs, outputsMs } from '../../lambda/core/invoke/invocation';

/** The longest time for an invocation, in whole seconds as Lambda counts; a config that needs more is refused. */
export function timeoutSeconds(config: Config, shards: number): number {
  return Math.ceil((longestCheckMs(config, shards) + outputsMs(shards)) / 1_000);
}
