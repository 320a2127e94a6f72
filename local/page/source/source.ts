/** The data that the page's server needs from a watch. */

import type { Address } from '../../../lambda/core/documents/address';
import type { DeploymentFacts } from '../../../lambda/core/documents/facts/deployment-facts';

export interface Source {
  /** The facts at this moment, without any buckets: the last checks are in the states. */
  known(): DeploymentFacts;
  /**
   * Resolves to the facts for an address, once the histories of its time have been read, or the reading has failed. It costs little: the
   * buckets of a service are made when they are first needed. Never rejects.
   */
  find(address: Address): Promise<DeploymentFacts>;
  /** The problem that keeps the watcher from its work, in words; `null` if there is none. */
  trouble(): string | null;
  /** Calls `listener` whenever there is news, until the returned function is called. */
  subscribe(listener: () => void): () => void;
}
