/** The port that stores histories. */

import type { HistoryItem, ItemKey, ItemPart } from './history-items';

/** The histories of the services of one deployment. Both calls end within a time limit, and reject if the store can't be reached. */
export interface HistoryStore {
  /** The items that exist, by the ids of services; of a service without any there may be no entry. */
  read(wanted: ReadonlyMap<string, readonly ItemKey[]>): Promise<ReadonlyMap<string, readonly HistoryItem[]>>;
  /**
   * Puts parts into the items of a service; other parts of them stay. `false` if what they replace was not as it was read any more, so
   * that some of the items, or all, have stayed as they are.
   */
  write(service: string, parts: readonly ItemPart[]): Promise<boolean>;
}
