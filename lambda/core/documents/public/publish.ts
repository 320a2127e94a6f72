/** The port that publishes the public page. */

import type { ServiceState } from '../../state/service-state';
import type { RunFailure } from '../../words/run-failure';

export interface Published {
  /** Whether all files were written. */
  readonly isWritten: boolean;
  readonly failures: readonly RunFailure[];
}

export type ServiceStates = ReadonlyMap<string, ServiceState>;

/** Publishes the states after a run; states that the run doesn't have are read. Never rejects. */
export type Publish = (known: ServiceStates) => Promise<Published>;
