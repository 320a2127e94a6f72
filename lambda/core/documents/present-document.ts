/** How all services of a deployment are now, without their past: what programs read that keep a past of their own. */

import { openIncidents } from '../incident/incident';
import { type DeploymentDocument, deploymentDocument } from './deployment-document';
import type { DeploymentFacts } from './facts/deployment-facts';
import { allKept } from './facts/incident-records';
import { type IncidentDocument, incidentDocument } from './incident-document';
import { type ServiceDocument, serviceDocument } from './service-document';

export interface PresentDocument {
  readonly deployment: DeploymentDocument;
  /** In the config's order; the availability of 90 days is `null`. */
  readonly services: readonly ServiceDocument[];
  /** Those that are open, of services that have left the config too. */
  readonly incidents: readonly IncidentDocument[];
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
