/** The port for a phase after a run, such as publishing what the run found. */

import type { ServiceState } from '../state/service-state';
import type { RunFailure } from '../words/run-failure';

export interface AfterRunResult {
  /** Whether it rewrote everything, which takes long. */
  readonly isWritten: boolean;
  readonly failures: readonly RunFailure[];
}

export type ServiceStates = ReadonlyMap<string, ServiceState>;

/** Gets the states of the services that the run checked. Never rejects. */
export type AfterRun = (known: ServiceStates) => Promise<AfterRunResult>;

/** The time limit for it in an invocation, in milliseconds. No alert waits for that. */
export const AFTER_RUN_MS = 5_000;
