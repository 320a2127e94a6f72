/** The group of the config that services have in common. */

import type { Service } from '../config/config';

/** The group of each service that has one, by its id. */
export function groupsOf(
  services: readonly (Pick<Service, 'id'> & Partial<Pick<Service, 'group'>>)[],
): ReadonlyMap<string, string> {
  return new Map(services.flatMap(({ id, group }) => (group ? [[id, group]] : [])));
}

/** `null` if they have none, or not the same one. `groups` has the group of each service that has one. */
export function sharedGroup(ids: readonly string[], groups: ReadonlyMap<string, string>): string | null {
  const [first, ...others] = ids.map((id) => groups.get(id) ?? null);
  return first !== undefined && others.every((group) => group === first) ? first : null;
}
