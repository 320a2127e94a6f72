/** Keeps names whose server hangs from holding up other services, and the end of the process. */

import type { Config } from '../config/config';

/** Idle threads cost next to nothing, but there is a limit. */
const MOST_THREADS = 256;

/** The variables that libuv and the C library read from the environment when a name is first resolved; later changes come too late. */
export interface LookupEnvironment {
  readonly UV_THREADPOOL_SIZE: string;
  readonly RES_OPTIONS: string;
}

/**
 * Names are resolved on libuv's thread pool, of which lookups may use half: with its default of four threads, two
 * names whose server hangs would hold up all others. And a lookup outlives the attempt that it was made for: the C library
 * gives up after ten seconds or, if so configured, once no attempt waits any more; it doubles its second with each try
 * (resolv.conf(5), of a single name server). `shards` is the number of processes that the services are spread over.
 */
export function lookupEnvironment(
  { services, concurrency }: Pick<Config, 'services' | 'concurrency'>,
  shards: number,
): LookupEnvironment {
  const lookups = Math.min(Math.ceil(services.length / shards), concurrency);
  const seconds = Math.max(...services.map(({ timeoutMs }) => timeoutMs)) / 1_000;
  return {
    UV_THREADPOOL_SIZE: String(Math.min(MOST_THREADS, Math.max(4, 2 * lookups))),
    RES_OPTIONS: `timeout:1 attempts:${Math.ceil(Math.log2(seconds + 1))}`,
  };
}
