/** Keeps names whose server hangs from holding up other services, and the end of the process. */

import type { Config } from '../lambda/core/config';

/**
 * Names are resolved on libuv's thread pool, of which lookups may use one half: with its default of four threads, two
 * names whose server hangs would hold up all others. And the process can't end before its lookups have: the C library
 * gives up after ten seconds, or, told so, once no attempt waits any more; it doubles its second with each try.
 * Takes effect where nothing has used the pool or resolved a name so far, so call it before the first run.
 */
export function makeRoomForLookups({ services, concurrency }: Pick<Config, 'services' | 'concurrency'>): void {
  const lookups = Math.min(services.length, concurrency, 100);
  process.env.UV_THREADPOOL_SIZE ??= String(Math.max(4, 2 * lookups));
  const seconds = Math.max(...services.map(({ timeoutMs }) => timeoutMs)) / 1_000;
  process.env.RES_OPTIONS ??= `timeout:1 attempts:${Math.ceil(Math.log2(seconds + 1))}`;
}
