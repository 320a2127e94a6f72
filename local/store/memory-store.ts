/** States in memory: for the demo, which starts empty each time, and for commands that only read. */

import type { HistoryItem, HistoryStore, ItemKey } from '../../lambda/core/history/history-items';
import { nextRevision, refusedSave, type StateStore, type StoredState } from '../../lambda/core/state/store';
import { storedForm } from '../../lambda/core/state/stored-state';

/** `before` are the states that it has at first. */
export function createMemoryStore(before: readonly StoredState[] = []): LocalStore {
  const stored = new Map(before.map((state) => [state.service, state]));
  return {
    load: async () => [...stored.values()],
    save: async (service, state, expected) => {
      const found = stored.get(service)?.revision ?? null;
      if (found !== expected) return refusedSave(expected, found);
      stored.set(service, { service, revision: nextRevision(expected), state: storedForm(state) });
      return 'saved';
    },
  };
}

export interface LocalStore extends StateStore {
  /** All states, including those of services that were removed from the config. */
  load(): Promise<readonly StoredState[]>;
}

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
