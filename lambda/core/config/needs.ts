/** The services that each service needs to work. */

import type { ConfiguredService } from './config';

/** The ids of what each service needs that needs anything. */
export type Needs = ReadonlyMap<string, readonly string[]>;

export function needsOf(services: readonly ConfiguredService[]): Needs {
  return new Map(services.flatMap(({ id, needs = [] }) => (needs.length === 0 ? [] : [[id, needs] as const])));
}

/** The ids of the services that need each service that is needed. */
export function dependentsOf(needs: Needs): Needs {
  const dependents = new Map<string, string[]>();
  for (const [id, needed] of needs) {
    for (const each of new Set(needed)) {
      const known = dependents.get(each);
      if (known === undefined) dependents.set(each, [id]);
      else known.push(id);
    }
  }
  return dependents;
}
