/** The items of histories that were read last, so that a page that is drawn again needs no disk. */

import type { HistoryItem, ItemKey } from '../../lambda/core/history/history-items';

export interface ItemCache {
  /** The items of a service; `null` if one of them is not cached. An item that does not exist is cached without buckets. */
  all(service: string, keys: readonly ItemKey[]): readonly HistoryItem[] | null;
  /** Adds an item, or replaces it, and returns it. */
  add(service: string, item: HistoryItem): HistoryItem;
}

/** Holds items with at most `mostBuckets` buckets; an item without any counts as one. The least recently used item is dropped first. */
export function createItemCache(mostBuckets: number): ItemCache {
  // A map keeps its order.
  const items = new Map<string, HistoryItem>();
  let held = 0;
  const take = (name: string) => {
    const item = items.get(name);
    if (item && items.delete(name)) held -= bucketCount(item);
    return item;
  };
  const put = (name: string, item: HistoryItem) => {
    items.set(name, item);
    held += bucketCount(item);
  };
  return {
    all: (service, keys) => {
      const found: HistoryItem[] = [];
      for (const key of keys) {
        const name = cacheKey(service, key);
        const item = take(name);
        if (item === undefined) return null;
        put(name, item);
        found.push(item);
      }
      return found;
    },
    add: (service, item) => {
      const name = cacheKey(service, item.key);
      take(name);
      put(name, item);
      for (const oldest of items.keys()) {
        if (held <= mostBuckets) break;
        take(oldest);
      }
      return item;
    },
  };
}

function cacheKey(service: string, key: ItemKey): string {
  return `${service} ${key}`;
}

function bucketCount({ buckets }: HistoryItem): number {
  return Math.max(1, buckets.length);
}
