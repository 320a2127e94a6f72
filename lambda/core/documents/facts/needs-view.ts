/** The dependencies and dependents of services, for views. */

import { dependentsOf, type Needs, needsOf } from '../../config/needs';
import type { State } from '../state';
import type { RelatedService, ViewContext } from './deployment-facts';
import { stateOf } from './service-view';

/** A service that another needs. */
export interface NeededDocument {
  readonly service: string;
  /** Its current state. */
  readonly state: State;
}

/** Returns the services that a service needs, in the config's order. */
export function neededDocuments(context: ViewContext, id: string): readonly NeededDocument[] {
  const { services, needs } = relationsIn(context);
  return (needs.get(id) ?? []).map((service) => {
    const needed = services.get(service);
    return { service, state: needed === undefined ? 'unknown' : stateOf(context, needed) };
  });
}

/** Returns, for each needed service, the ids of the services that need it. */
export function dependentsIn(context: ViewContext): Needs {
  return relationsIn(context).dependents;
}

interface Relations {
  readonly services: ReadonlyMap<string, RelatedService>;
  readonly needs: Needs;
  readonly dependents: Needs;
}

function relationsIn(context: ViewContext): Relations {
  const { services } = context;
  const before = found.get(services);
  if (before !== undefined) return before;
  const needs = needsOf(services.map(({ service }) => service));
  const relations = {
    services: new Map(services.map((related) => [related.service.id, related] as const)),
    needs,
    dependents: dependentsOf(needs),
  };
  found.set(services, relations);
  return relations;
}

/** A cache, since each part of a view needs this for all services. */
const found = new WeakMap<ViewContext['services'], Relations>();
