/** The port of states on a laptop, where all services are those of one run. */

import type { StateStore, StoredState } from '../../lambda/core/state/store';

export interface LocalStore extends StateStore {
  /** All states, including those of services that were removed from the config. */
  load(): Promise<readonly StoredState[]>;
}
