/** Where rows of services link to: the open incidents that are shown above them. */

import type { OpenIncident } from '../../core/documents/incident-details';
import type { IncidentGroup } from '../../core/documents/incident-list';

/** The services with an incident that is shown above the list. */
export type ShownAbove = ReadonlySet<string>;

export function shownAbove(groups: readonly IncidentGroup<OpenIncident>[]): ShownAbove {
  return new Set(groups.flatMap(({ members }) => members.map(({ service }) => service)));
}

/** Returns the id of the element in which the first incident of a service begins. */
export function placeOf(service: string): string {
  return `open-${service}`;
}
