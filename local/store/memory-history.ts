/** Histories kept in memory: for the demo, which begins anew each time. */

import type { HistoryItem, ItemKey } from '../../lambda/core/history/history-items';
import type { HistoryStore } from '../../lambda/core/history/history-store';

export function createMemoryHistory(): HistoryStore {
  const stored = new Map<string, Map<ItemKey, HistoryItem>>();
  return {
    read: async (wanted) => {
      const itemsOf = (service: string, keys: readonly ItemKey[]) =>
        keys.flatMap((key) => stored.get(service)?.get(key) ?? []);
      return new Map([...wanted].map(([service, keys]) => [service, itemsOf(service, keys)]));
    },
    write: async (service, parts) => {
      const items = stored.get(service) ?? new Map<ItemKey, HistoryItem>();
      if (parts.some(({ key, part, before }) => !isSame(items.get(key)?.parts.get(part), before))) return false;
      for (const { key, part, bytes } of parts) {
        items.set(key, { key, parts: new Map([...(items.get(key)?.parts ?? []), [part, bytes]]) });
      }
      stored.set(service, items);
      return true;
    },
  };
}

function isSame(some: Uint8Array | undefined, others: Uint8Array | null): boolean {
  return some?.length === others?.length && (some ?? []).every((byte, index) => byte === others?.[index]);
}
