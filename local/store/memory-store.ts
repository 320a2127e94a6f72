/** States kept in memory: for the demo, which begins anew each time. */

import { nextRevision, refusedSave } from '../../lambda/core/state/revision';
import type { ServiceState } from '../../lambda/core/state/service-state';
import type { StoredState } from '../../lambda/core/state/store';
import type { LocalStore } from './local-store';

export function createMemoryStore(): LocalStore {
  const stored = new Map<string, StoredState & { readonly state: ServiceState }>();
  return {
    load: async () => [...stored.values()],
    save: async (service, state, expected) => {
      const found = stored.get(service)?.revision ?? null;
      if (found !== expected) return refusedSave(expected, found);
      stored.set(service, { service, revision: nextRevision(expected), state });
      return 'saved';
    },
  };
}
