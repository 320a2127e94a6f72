/** The documents for the page and for programs, whatever their source. */

import { openIncidents } from '../incident/incident';
import { type Address, START } from './address';
import { type DeploymentDocument, deploymentDocument } from './deployment-document';
import type { DeploymentFacts } from './facts/deployment-facts';
import { allKept } from './facts/incident-records';
import { type IncidentDocument, incidentDocument, incidentDocuments } from './incident-document';
import { type GivenFilter, readIncidentFilter } from './incident-filter';
import { type PageDocument, pageDocument } from './page-document';
import { type ServiceDocument, serviceDocument, serviceDocuments } from './service-document';

/** Each resolves, once its data is read, to a function that makes the document. That takes a while, so the caller decides when. */
export interface Documents {
  readonly page: (address: Address) => Promise<Make<PageDocument>>;
  /** The status of all services, in brief. */
  readonly deployment: () => Promise<Make<DeploymentDocument>>;
  /** All services in the config's order, with their availability over 90 days. */
  readonly services: () => Promise<Make<readonly ServiceDocument[]>>;
  /** The status of all services, without history. */
  readonly present: () => Promise<Make<PresentDocument>>;
  /** Open incidents first, then the latest first; or a sentence that says what is wrong with the filter. */
  readonly incidents: (given: GivenFilter) => Promise<Make<readonly IncidentDocument[] | string>>;
}

/** The status of all services, without history, for programs that store their own history. */
export interface PresentDocument {
  readonly deployment: DeploymentDocument;
  /** In the config's order; availability is `null`. */
  readonly services: readonly ServiceDocument[];
  /** The open incidents, including those of services that have left the config. */
  readonly incidents: readonly IncidentDocument[];
}

export type Make<Document> = () => Document;

/** Resolves to the facts for an address. */
export type Find = (address: Address) => Promise<DeploymentFacts>;

/** Returns the documents. They reject only if `find` does. */
export function documentsFrom(find: Find): Documents {
  return {
    deployment: async () => {
      const known = await find(START);
      return () => deploymentDocument(known);
    },
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

export function presentDocument(known: DeploymentFacts): PresentDocument {
  return {
    deployment: deploymentDocument(known),
    services: known.services.map((service) => serviceDocument(known, service, null)),
    incidents: allKept(known).flatMap(({ id, state }) =>
      openIncidents(state).map((incident) => incidentDocument(id, state, incident, known.now)),
    ),
  };
}
