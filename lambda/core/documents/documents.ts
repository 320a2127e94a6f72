/** What the page and programs ask for, as documents, whatever they are made of. */

import { type Address, START } from './address';
import type { Known } from './facts/known';
import { allKept } from './facts/stories';
import { type IncidentDocument, incidentDocuments } from './incident-document';
import { type GivenFilter, readIncidentFilter } from './incident-filter';
import { type PageDocument, pageDocument } from './page-document';
import { type ServiceDocument, serviceDocuments } from './service-document';

export interface Documents {
  readonly page: (address: Address) => Promise<PageDocument>;
  /** All services in the config's order, with the availability of 90 days. */
  readonly services: () => Promise<readonly ServiceDocument[]>;
  /** Open incidents first, then the latest first; a sentence that names what is wrong with the filter. */
  readonly incidents: (given: GivenFilter) => Promise<readonly IncidentDocument[] | string>;
}

/** Resolves to what is known for what an address shows. */
export type Find = (address: Address) => Promise<Known>;

/** When documents are made; by default at once. */
export type InTurn = <T>(make: () => T) => T | Promise<T>;

/** Nothing rejects, unless `find` does. */
export function documentsFrom(find: Find, inTurn: InTurn = (make) => make()): Documents {
  return {
    page: async (address) => {
      const known = await find(address);
      return inTurn(() => pageDocument(known, address));
    },
    services: async () => {
      const known = await find({ ...START, range: '90d' });
      return inTurn(() => [...serviceDocuments(known)]);
    },
    incidents: async (given) => {
      const known = await find({ ...START, of: 'incidents', service: given.service ?? null });
      return inTurn(() => wantedIncidents(known, given));
    },
  };
}

function wantedIncidents(known: Known, given: GivenFilter): readonly IncidentDocument[] | string {
  const kept = allKept(known);
  const ids = new Set([...known.services.map(({ service }) => service.id), ...kept.map(({ id }) => id)]);
  const filter = readIncidentFilter(given, { ids: [...ids], now: known.now });
  if (typeof filter === 'string') return filter;
  const states = kept.map(({ id, state }) => [id, state] as const);
  return [...incidentDocuments(states, known.now, filter)];
}
