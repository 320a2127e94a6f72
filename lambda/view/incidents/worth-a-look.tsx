/** The section "Worth a look", below the services: a quiet line for each kind, which waits for nobody. */

import { addressPath, START } from '../../core/documents/address';
import type { DeploymentDocument } from '../../core/documents/deployment-document';
import type { LookDocument, LookedService } from '../../core/documents/worth-a-look';
import { roughDuration } from '../../core/words/duration';
import { StateIcon } from '../parts/state-marks';

/** The most services that a line names. */
const NAMED = 6;

interface LookProps {
  readonly look: readonly LookDocument[];
  readonly deployment: DeploymentDocument;
}

/** Draws the lines; nothing if there are none. */
export function WorthALook({ look, deployment }: LookProps) {
  if (look.length === 0) return null;
  const now = Date.parse(deployment.at);
  return (
    <section class="look-list" id="worth-a-look" aria-labelledby="look-title">
      <h2 id="look-title">
        Worth a look <span class="count">{look.length}</span>
      </h2>
      <ul class="card">
        {look.map(({ title, since, services }) => (
          <li>
            <StateIcon state="degraded" />
            <strong>{title}</strong>
            <span class="what">
              {services.slice(0, NAMED).map((service, index) => (
                <>
                  {index > 0 && ', '}
                  <Looked of={service} />
                </>
              ))}
              {services.length > NAMED && ` and ${services.length - NAMED} more`}
            </span>
            <span class="figure">{roughDuration(now - Date.parse(since))}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Draws `search (101 min of 43 min)`, with a link to its incident, or else to the service. */
function Looked({ of: { service, incident, found } }: { readonly of: LookedService }) {
  const to = incident === null ? { ...START, service } : { ...START, of: 'incidents' as const, service, incident };
  return (
    <>
      <a href={addressPath(to)}>{service}</a>
      {found !== null && ` (${found})`}
    </>
  );
}
