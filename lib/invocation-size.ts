/** What one invocation needs, which follows from how many services it asks. */

import { type Config, worstCaseMs } from '../lambda/core/config';

/** What writing the state, sending the alerts and publishing may take besides, each call being bounded. */
const OUTPUTS_MS = 15_000;
/** Two runs must not overlap: one ends before the next begins. */
const MARGIN_MS = 1_000;
/** Lambda's own limit. */
const LONGEST_MS = 900_000;

/** The longest that an invocation may take, in whole seconds as Lambda counts. */
export function timeoutSeconds({ services, concurrency, intervalMs }: Config, shards: number): number {
  const slowest = Math.max(...services.map(({ timeoutMs, retry }) => worstCaseMs(timeoutMs, retry)));
  const waves = Math.ceil(services.length / shards / concurrency);
  const wanted = waves * slowest + OUTPUTS_MS;
  return Math.floor(Math.min(wanted, intervalMs - MARGIN_MS, LONGEST_MS) / 1_000);
}

/**
 * Names are resolved on libuv's threads, of which lookups may use one half: with its default of four, two names whose
 * server hangs would hold up all others. Idle threads cost next to nothing.
 */
export function threadPoolSize({ services, concurrency }: Config, shards: number): number {
  const lookups = Math.min(Math.ceil(services.length / shards), concurrency);
  return Math.min(256, Math.max(4, 2 * lookups));
}
