/** States kept in memory: for the demo, which begins anew each time, and for commands that only look. */

import { nextRevision, refusedSave } from '../../lambda/core/state/revision';
import type { StoredState } from '../../lambda/core/state/store';
import { storedForm } from '../../lambda/core/state/stored-state';
import type { LocalStore } from './local-store';

/** `before` is what it holds at first. */
export function createMemoryStore(before: readonly StoredState[] = []): LocalStore {
  const stored = new Map(before.map((one) => [one.service, one]));
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
