/** The data that the page's server needs from a watch. */

import type { Range } from '../../../lambda/core/documents/address';
import type { Known } from '../../../lambda/core/documents/facts/known';
import type { ServiceState } from '../../../lambda/core/state/service-state';

export interface Source {
  /** What is known at this moment, without any buckets: the last checks are in the states. */
  known(): Known;
  /**
   * Resolves once the histories of a range have been read, or can't be; the function then returns what is known at the moment of
   * its call. It costs little: the buckets of a service are made when they are first asked for.
   */
  knownOver(range: Range): Promise<() => Known>;
  /** All states that are kept, also of services that have left the config, by service. */
  states(): ReadonlyMap<string, ServiceState>;
  /** What keeps the watcher from its work, in words; `null` if nothing does. */
  trouble(): string | null;
  /** The run that is under way, until it has ended, however it ends; `null` if there is none. */
  running(): Promise<void> | null;
  /** Calls `listener` whenever there is news, until the function that is returned is called. */
  subscribe(listener: () => void): () => void;
}
