/** What the open incidents of a view tell already, so that the rows of the services need not tell it again. */

import type { IncidentGroup, IncidentMember } from '../../core/documents/incident-list';

export interface Told {
  /** A service and what one of its incidents is about. */
  readonly matters: ReadonlySet<string>;
  /** The services whose incident can be pointed at. */
  readonly places: ReadonlySet<string>;
}

export const NOTHING_TOLD: Told = { matters: new Set(), places: new Set() };

type About = Pick<IncidentMember, 'kind' | 'reason'>;

export function toldIn(groups: readonly Pick<IncidentGroup, 'members'>[]): Told {
  const members = groups.flatMap((group) => group.members);
  return {
    matters: new Set(members.map((member) => nameOf(member.service, member))),
    places: new Set(members.map(({ service }) => service)),
  };
}

export function isTold({ matters }: Told, service: string, about: About): boolean {
  return matters.has(nameOf(service, about));
}

/** The id of the element in which the first incident of a service begins. */
export function placeOf(service: string): string {
  return `open-${service}`;
}

/** A service has one outage at a time, whatever its reason. */
function nameOf(service: string, { kind, reason }: About): string {
  return kind === 'outage' ? `${service} outage` : `${service} ${kind} ${reason}`;
}
