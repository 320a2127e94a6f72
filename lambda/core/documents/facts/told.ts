/** What the open incidents of a view tell already, so that the rows of the services need not tell it again. */

import { type About, matterOf } from '../../incident/incident';
import type { Story } from './stories';

export interface Told {
  /** A service and one of its matters each. */
  readonly matters: ReadonlySet<string>;
  /** The services of which a story can be pointed at. */
  readonly places: ReadonlySet<string>;
}

export const NOTHING_TOLD: Told = { matters: new Set(), places: new Set() };

export function toldIn(stories: readonly Story[]): Told {
  return {
    matters: new Set(stories.map(({ id, incident }) => nameOf(id, incident))),
    places: new Set(stories.map(({ id }) => id)),
  };
}

export function isTold({ matters }: Told, service: string, about: About): boolean {
  return matters.has(nameOf(service, about));
}

/** The id of the element in which the first story of a service begins. */
export function placeOf(service: string): string {
  return `open-${service}`;
}

function nameOf(service: string, about: About): string {
  return `${service} ${matterOf(about)}`;
}
