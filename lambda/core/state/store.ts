/** The port that stores the states of services. */

import type { ServiceState } from './service-state';

/** A state as it is in the store. */
export interface StoredState {
  readonly service: string;
  /** Grows by one with each save; `null` if it is not valid: then the next save starts again at 1. */
  readonly revision: number | null;
  /** As read; `readState` turns it into a state. */
  readonly state: unknown;
}

/** The states of one deployment. Both calls reject if the store can't be reached or read. */
export interface StateStore {
  /** All states, including those of services that were removed from the config. */
  load(): Promise<readonly StoredState[]>;
  /**
   * Saves the state of one service, with the revision `expected + 1` (or 1), if the stored revision is still `expected`
   * (`null`: there is no valid one). If the store has a newer revision, another run was faster: nothing changes, and this
   * resolves to `conflict`. If it has any other revision, nothing changes, and this rejects.
   */
  save(service: string, state: ServiceState, expected: number | null): Promise<'saved' | 'conflict'>;
}
