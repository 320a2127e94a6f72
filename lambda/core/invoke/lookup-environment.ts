/** Settings so that a name server that hangs does not hold up other services, or the end of the process. */

import type { Config } from '../config/config';

/** Threads for the names of receivers, pulses and AWS. */
const OTHERS = 4;

/** Idle threads cost almost nothing; this limits them anyway. */
const MOST_THREADS = 256;

/** The environment variables of libuv and the C library. They are read when a name is first resolved; later changes have no effect. */
export interface LookupEnvironment {
  readonly UV_THREADPOOL_SIZE: string;
  readonly RES_OPTIONS: string;
}

/**
 * Returns the settings for the names of the services. Names are resolved on libuv's thread pool, of which lookups may use half: with its default of four threads, two
 * names whose server hangs would hold up all others. A lookup outlives its attempt: over UDP the C library gives up after ten
 * seconds or, if so configured, once no attempt waits any more; it doubles its second with each try (resolv.conf(5), with a
 * single name server). Over TCP it may never give up. Each name has one lookup at a time (`sharedLookup`), so a thread for each
 * name is enough. `shards` is the number of processes that the services are spread over.
 */
export function lookupEnvironment({ services }: Pick<Config, 'services'>, shards: number): LookupEnvironment {
  const urls = services.flatMap(({ auth, statusUrl }) =>
    auth?.kind === 'oauth2' ? [statusUrl, auth.tokenUrl] : [statusUrl],
  );
  const names = new Set(urls.map((url) => new URL(url).hostname)).size;
  const lookups = Math.ceil(names / shards) + OTHERS;
  const seconds = Math.max(...services.map(({ timeoutMs }) => timeoutMs)) / 1_000;
  return {
    UV_THREADPOOL_SIZE: String(Math.min(MOST_THREADS, 2 * lookups)),
    RES_OPTIONS: `timeout:1 attempts:${Math.ceil(Math.log2(seconds + 1))}`,
  };
}
