/** The port that stores histories. */

import type { HistoryItem, ItemKey, ItemUpdate } from './history-items';

/** The histories of the services of one deployment. Both calls end within a time limit, and reject if the store can't be reached. */
export interface HistoryStore {
  /** The items that exist, by the ids of services; of a service without any there may be no entry. */
  read(wanted: ReadonlyMap<string, readonly ItemKey[]>): Promise<ReadonlyMap<string, readonly HistoryItem[]>>;
  /**
   * Writes items of a service, each with the revision `expected + 1` (or 1), if its revision is still `expected`. `false` if one is not, so
   * that some of the items, or all, have stayed as they are.
   */
  write(service: string, updates: readonly ItemUpdate[]): Promise<boolean>;
}
