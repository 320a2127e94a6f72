/** What the core asks of the outside, as function types; adapters fulfil them. */

import type { Alert } from './alert';
import type { Service } from './config';
import type { MeasuredRun } from './metrics';
import type { Observation } from './observation';
import type { ProbeRequest } from './probe-request';
import type { ServiceState } from './service-state';

/**
 * Sends one request and tells what it saw within `timeoutMs`. Resolves for every sick target, and rejects when the checker
 * itself could not ask, for lack of files, ports or memory. When `signal` is aborted it ends early, as if its time had run
 * out.
 */
export type Probe = (request: ProbeRequest, signal?: AbortSignal) => Promise<Observation>;

/** Reads the secrets of a service anew. Resolves to the service with them, or to `null` where none has changed. Never rejects. */
export type RenewSecrets = (service: Service) => Promise<Service | null>;

export interface Clock {
  /** Milliseconds since 1970. May step back when the system's clock is set. */
  now(): number;
  /** Milliseconds that only ever grow, from some start. */
  elapsed(): number;
  /** Waits; ends early, without an error, when `signal` is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** A state as it lies in the store. */
export interface StoredState {
  readonly service: string;
  /** Grows by one with each save; `null` where it makes no sense: then the next save begins it anew. */
  readonly revision: number | null;
  /** As read: `readState` makes sense of it. */
  readonly state: unknown;
}

/** Where the states of one deployment are kept. Both calls reject when the store can't be reached, or read. */
export interface StateStore {
  /** All that is kept, also of services that have left the config. */
  load(): Promise<readonly StoredState[]>;
  /**
   * Saves the state of one service if the stored revision is still `expected` (`null`: there is none that makes sense),
   * as `expected + 1` (or 1). Resolves to `conflict`, with nothing changed, where the store holds a newer revision:
   * another run was faster. Rejects, with nothing changed, where it holds any other.
   */
  save(service: string, state: ServiceState, expected: number | null): Promise<'saved' | 'conflict'>;
}

/**
 * Sends one alert; rejects if it is not certain that it was taken: with an `UnansweredError` if it may have been, with
 * any other error if it was refused, or never reached anybody.
 */
export type AlertSink = (alert: Alert) => Promise<void>;

/** A request was sent, and no answer came: it may have been served. */
export class UnansweredError extends Error {
  override readonly name = 'UnansweredError';
}

/** Publishes what a run measured; rejects when not all of it was taken. */
export type MetricSink = (run: MeasuredRun) => Promise<void>;
