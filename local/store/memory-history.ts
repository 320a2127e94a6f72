/** Histories kept in memory: for the demo, which begins anew each time. */

import type { HistoryItem, ItemKey } from '../../lambda/core/history/history-items';
import type { HistoryStore } from '../../lambda/core/history/history-store';
import { nextRevision } from '../../lambda/core/state/revision';

export function createMemoryHistory(): HistoryStore {
  const stored = new Map<string, Map<ItemKey, HistoryItem>>();
  return {
    read: async (wanted) => {
      const itemsOf = (service: string, keys: readonly ItemKey[]) =>
        keys.flatMap((key) => stored.get(service)?.get(key) ?? []);
      return new Map([...wanted].map(([service, keys]) => [service, itemsOf(service, keys)]));
    },
    write: async (service, updates) => {
      const items = stored.get(service) ?? new Map<ItemKey, HistoryItem>();
      stored.set(service, items);
      if (updates.some(({ key, expected }) => (items.get(key)?.revision ?? null) !== expected)) return false;
      for (const { key, buckets, expected } of updates)
        items.set(key, { key, revision: nextRevision(expected), buckets });
      return true;
    },
  };
}
