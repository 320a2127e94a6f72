/** What the core asks of the outside, as function types; adapters fulfil them. */

import type { Observation } from './observation';
import type { ProbeRequest } from './probe-request';

/**
 * Sends one request and tells what it saw within `timeoutMs`. Resolves for every sick target.
 * When `signal` is aborted it ends early, as if its time had run out.
 */
export type Probe = (request: ProbeRequest, signal?: AbortSignal) => Promise<Observation>;

export interface Clock {
  /** Milliseconds since 1970. May step back when the system's clock is set. */
  now(): number;
  /** Milliseconds that only ever grow, from some start. */
  elapsed(): number;
  /** Waits; ends early, without an error, when `signal` is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}
