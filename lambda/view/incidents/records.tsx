/** The past incidents below all services, and below a single service; the newest first. */

import { addressPath, START } from '../../core/documents/address';
import type { DeploymentDocument } from '../../core/documents/deployment-document';
import type { PastIncidentsDocument } from '../../core/documents/incident-list';
import { IncidentLines } from './incident-lines';

interface PastProps {
  readonly list: PastIncidentsDocument;
  readonly deployment: DeploymentDocument;
  /** The service of the incidents; `null` for all services. */
  readonly service?: string | null;
}

export function PastIncidents({ list, deployment, service = null }: PastProps) {
  const { ever, groups, entries } = list;
  const left = entries - groups.length;
  return (
    <section class="records" id="incidents" aria-labelledby="incidents-title">
      <div class="toolbar">
        <h2 id="incidents-title">Past incidents</h2>
        {ever > 0 && <a href={addressPath({ ...START, of: 'incidents', service })}>All incidents</a>}
      </div>
      {groups.length === 0 && <p class="none">{ever === 0 ? 'None yet' : 'None in this period'}</p>}
      {groups.length > 0 && (
        <IncidentLines kind={service === null ? 'past' : 'of service'} groups={groups} deployment={deployment} />
      )}
      {left > 0 && service !== null && <p class="none">and {left} before these</p>}
    </section>
  );
}
