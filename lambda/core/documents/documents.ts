/** The documents that the page and programs ask for, whatever they are made of. */

import { type Address, START } from './address';
import type { DeploymentFacts } from './facts/deployment-facts';
import { allKept } from './facts/incident-records';
import { type IncidentDocument, incidentDocuments } from './incident-document';
import { type GivenFilter, readIncidentFilter } from './incident-filter';
import { type PageDocument, pageDocument } from './page-document';
import { type PresentDocument, presentDocument } from './present-document';
import { type ServiceDocument, serviceDocuments } from './service-document';

/** Each resolves once all is read, to what makes the document: that takes a while, and whoever shares the process says when. */
export interface Documents {
  readonly page: (address: Address) => Promise<Make<PageDocument>>;
  /** All services in the config's order, with the availability of 90 days. */
  readonly services: () => Promise<Make<readonly ServiceDocument[]>>;
  /** How all services are now, without their past. */
  readonly present: () => Promise<Make<PresentDocument>>;
  /** Open incidents first, then the latest first; a sentence that names what is wrong with the filter. */
  readonly incidents: (given: GivenFilter) => Promise<Make<readonly IncidentDocument[] | string>>;
}

export type Make<Document> = () => Document;

/** Resolves to what is known for what an address shows. */
export type Find = (address: Address) => Promise<DeploymentFacts>;

/** Nothing rejects, unless `find` does. */
export function documentsFrom(find: Find): Documents {
  return {
    page: async (address) => {
      const known = await find(address);
      return () => pageDocument(known, address);
    },
    services: async () => {
      const known = await find({ ...START, range: '90d' });
      return () => [...serviceDocuments(known)];
    },
    present: async () => {
      const known = await find(START);
      return () => presentDocument(known);
    },
    incidents: async (given) => {
      const known = await find({ ...START, of: 'incidents', service: given.service ?? null });
      return () => wantedIncidents(known, given);
    },
  };
}

function wantedIncidents(known: DeploymentFacts, given: GivenFilter): readonly IncidentDocument[] | string {
  const kept = allKept(known);
  const ids = new Set([...known.services.map(({ service }) => service.id), ...kept.map(({ id }) => id)]);
  const filter = readIncidentFilter(given, { ids: [...ids], now: known.now });
  if (typeof filter === 'string') return filter;
  const states = kept.map(({ id, state }) => [id, state] as const);
  return [...incidentDocuments(states, known.now, filter)];
}
