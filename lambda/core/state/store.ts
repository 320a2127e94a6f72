/** Where states are kept, as the core asks for it. */

import type { ServiceState } from './service-state';

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
