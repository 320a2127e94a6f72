/** States kept in memory: for the demo, which begins anew each time. */

import type { IncidentStore, StoredState } from '../lambda/core/ports';
import type { ServiceState } from '../lambda/core/service-state';

export function createMemoryStore(): IncidentStore {
  const stored = new Map<string, StoredState & { readonly state: ServiceState }>();
  return {
    load: async () => [...stored.values()],
    save: async (service, state, expected) => {
      if ((stored.get(service)?.revision ?? null) !== expected) return 'conflict';
      stored.set(service, { service, revision: (expected ?? 0) + 1, state });
      return 'saved';
    },
  };
}
