/** The wallboard: all services at once for a screen that nobody scrolls, the worst first. */

import { addressPath, START } from '../../core/documents/address';
import type { DeploymentDocument, ServiceBrief } from '../../core/documents/deployment-document';
import { shownWord, summaryStateOf } from '../../core/documents/state';
import { describeDuration } from '../../core/words/duration';
import { Problems } from '../parts/problems';
import { StateIcon } from '../parts/state-marks';
import { Squares } from '../services/service-grid';
import { Checked, Summary } from './overview';
import { columnsFor, MOST_NAMED } from './wall-style';

/** The size of a tile's text by the number of services: the fewer services, the larger. */
const SIZES = [
  ['huge', 20],
  ['large', 50],
  ['medium', 120],
  ['small', MOST_NAMED],
] as const;

export function Wall({ deployment }: { readonly deployment: DeploymentDocument }) {
  const { services, at } = deployment;
  const size = SIZES.find(([, most]) => services.length <= most)?.[0] ?? 'squares';
  return (
    <>
      <Summary deployment={deployment} target={{ kind: 'nowhere' }}>
        <Checked deployment={deployment} />
      </Summary>
      <main>
        <Problems problems={deployment.problems} />
        <ul class={`tiles ${size} ${size === 'squares' ? 'grid' : ''} c${columnsFor(services.length)}`}>
          {size === 'squares' ? (
            <Squares services={services} />
          ) : (
            services.map((service) => <Tile service={service} now={Date.parse(at)} />)
          )}
        </ul>
      </main>
    </>
  );
}

interface TileProps {
  readonly service: ServiceBrief;
  readonly now: number;
}

/** A tile has a shape beside its colour, and a word if the service is not healthy. */
function Tile({ service: { service, severity, shown, stateSince }, now }: TileProps) {
  const summaryState = summaryStateOf(shown);
  const minor = severity === 'info' && summaryState === 'down' ? ' minor' : '';
  return (
    <li class={`tile ${summaryState}${minor}`} data-service={service} data-state={shown}>
      <a href={addressPath({ ...START, service })} title={`${service}: ${shownWord(shown)}`}>
        <strong>
          <StateIcon state={summaryState} />
          {service}
        </strong>
        {shown !== 'healthy' && (
          <span>
            {shownWord(shown)}
            {stateSince !== null && ` for ${describeDuration(Math.max(0, now - Date.parse(stateSince)))}`}
          </span>
        )}
      </a>
    </li>
  );
}
