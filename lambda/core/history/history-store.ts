/** The port that stores histories. */

import type { HistoryItem, ItemKey, ItemPart } from './history-items';

/** The histories of the services of one deployment. Both calls end within a time limit, and reject if the store can't be reached. */
export interface HistoryStore {
  /** The items that exist, by the ids of services; of a service without any there may be no entry. */
  read(wanted: ReadonlyMap<string, readonly ItemKey[]>): Promise<ReadonlyMap<string, readonly HistoryItem[]>>;
  /** Puts parts into the items of a service; other parts of them stay. */
  write(service: string, parts: readonly ItemPart[]): Promise<void>;
}
