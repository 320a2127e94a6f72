/** The open incidents that a view shows above its services, so that the rows of the services can lead to them. */

import type { OpenIncident } from '../../core/documents/incident-details';
import type { IncidentGroup, IncidentMember } from '../../core/documents/incident-list';

export interface ShownAbove {
  /** The names of the problems: a service and its problem. */
  readonly problems: ReadonlySet<string>;
  /** The services whose rows can link to their incident. */
  readonly places: ReadonlySet<string>;
}

export const NOTHING_ABOVE: ShownAbove = { problems: new Set(), places: new Set() };

type About = Pick<IncidentMember, 'kind' | 'reason'>;

export function shownAbove(groups: readonly IncidentGroup<OpenIncident>[]): ShownAbove {
  const members = groups.flatMap((group) => group.members);
  const also = groups.flatMap(({ details }) =>
    details.flatMap((one) => one.also.map((other) => incidentName(one.service, other))),
  );
  return {
    problems: new Set([...members.map((member) => incidentName(member.service, member)), ...also]),
    places: new Set(members.map(({ service }) => service)),
  };
}

export function isShownAbove({ problems }: ShownAbove, service: string, about: About): boolean {
  return problems.has(incidentName(service, about));
}

/** The id of the element in which the first incident of a service begins. */
export function placeOf(service: string): string {
  return `open-${service}`;
}

/** Returns the name of a problem. A service has only one outage at a time, so its reason is left out. */
function incidentName(service: string, { kind, reason }: About): string {
  return kind === 'outage' ? `${service} outage` : `${service} ${kind} ${reason}`;
}
