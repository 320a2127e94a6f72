/** All stored incidents, open and past, and their filters: a form that works without a script. */

import { type Address, timeText } from '../../core/documents/address';
import type { DeploymentDocument } from '../../core/documents/deployment-document';
import { INCIDENTS_KEPT } from '../../core/documents/incident-list';
import type { IncidentsPageDocument } from '../../core/documents/page-document';
import { plural } from '../../core/documents/words/format';
import { INCIDENT_KINDS } from '../../core/words/codes';
import { Option, Pages } from '../controls/controls';
import { Problems } from '../parts/problems';
import { Records } from './records';

interface IncidentListProps {
  readonly content: IncidentsPageDocument;
  readonly deployment: DeploymentDocument;
  readonly address: Address;
}

export function IncidentList({ content, deployment, address }: IncidentListProps) {
  const { service, kind, since } = address;
  const { services, incidents, pages, at } = content;
  return (
    <>
      <header class="summary">
        <h1>
          {plural(incidents.count, 'incident')}
          {incidents.open > 0 && `, ${incidents.open} open`}
        </h1>
        <p class="when">Of each service the open ones and its last {INCIDENTS_KEPT} are kept.</p>
      </header>
      <main>
        <Problems problems={deployment.problems} />
        <form method="get" action="/incidents" class="filters">
          <label>
            service{' '}
            <select name="service">
              <Option value="" text="all" isChosen={service === null} />
              {services.map((id) => (
                <Option value={id} text={id} isChosen={id === service} />
              ))}
            </select>
          </label>
          <label>
            kind{' '}
            <select name="kind">
              <Option value="" text="all" isChosen={kind === null} />
              {INCIDENT_KINDS.map((listed) => (
                <Option value={listed} text={listed} isChosen={listed === kind} />
              ))}
            </select>
          </label>
          <label>
            since (UTC) <input type="date" name="since" value={since === null ? '' : timeText(since).slice(0, 10)} />
          </label>
          <button type="submit">Show</button>
        </form>
        <div class="columns">
          <section class="records" aria-label="Incidents">
            {incidents.count === 0 && <p class="none">{noneFound(address)}</p>}
            <Records
              groups={incidents.groups}
              deployment={deployment}
              target={{ kind: 'page', address: { ...address, page: 1 } }}
            />
            <Pages address={address} page={at} pages={pages} />
          </section>
        </div>
      </main>
    </>
  );
}

function noneFound({ service, kind, since }: Address): string {
  const isAll = service === null && kind === null && since === null;
  return isAll ? 'None yet. An incident is listed here as soon as it opens.' : 'None of these.';
}
