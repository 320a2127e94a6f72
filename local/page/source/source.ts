/** The data that the page's server needs from a watch. */

import type { Address } from '../../../lambda/core/documents/address';
import type { Known } from '../../../lambda/core/documents/facts/known';

export interface Source {
  /** What is known at this moment, without any buckets: the last checks are in the states. */
  known(): Known;
  /**
   * Resolves to what is known for what an address shows, once the histories of its time have been read, or can't be. It costs little: the
   * buckets of a service are made when they are first asked for. Never rejects.
   */
  find(address: Address): Promise<Known>;
  /** What keeps the watcher from its work, in words; `null` if nothing does. */
  trouble(): string | null;
  /** Calls `listener` whenever there is news, until the function that is returned is called. */
  subscribe(listener: () => void): () => void;
}
