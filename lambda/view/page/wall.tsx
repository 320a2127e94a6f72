/** The wallboard: all services at once for a screen that nobody scrolls, the worst first. */

import { addressPath, START } from '../../core/documents/address';
import { glanceOf, shownAs } from '../../core/documents/facts/glance';
import type { Known, KnownService } from '../../core/documents/facts/known';
import { byUrgency } from '../../core/documents/facts/listing';
import { sinceOf, stateOf } from '../../core/documents/facts/service-view';
import { shownWord } from '../../core/documents/state';
import { describeDuration } from '../../core/words/duration';
import { Problems } from '../parts/problems';
import { Shape } from '../parts/state-marks';
import { Squares } from '../services/service-grid';
import { Checked, Summary } from './overview';
import { columnsFor, MOST_NAMED } from './wall-style';

/** The fewer there are, the larger is what each says. */
const SIZES = [
  ['huge', 20],
  ['large', 50],
  ['medium', 120],
  ['small', MOST_NAMED],
] as const;

export function Wall({ known }: { readonly known: Known }) {
  const services = byUrgency(known, known.services);
  const size = SIZES.find(([, most]) => services.length <= most)?.[0] ?? 'squares';
  return (
    <>
      <Summary known={known} target={{ kind: 'nowhere' }}>
        <Checked known={known} />
      </Summary>
      <main>
        <Problems known={known} />
        <ul class={`tiles ${size} ${size === 'squares' ? 'grid' : ''} c${columnsFor(services.length)}`}>
          {size === 'squares' ? (
            <Squares known={known} services={services} />
          ) : (
            services.map((service) => <Tile known={known} service={service} />)
          )}
        </ul>
      </main>
    </>
  );
}

interface TileProps {
  readonly known: Known;
  readonly service: KnownService;
}

/** Its colour is beside a shape, and a word if it is not healthy. */
function Tile({ known, service }: TileProps) {
  const { id, severity } = service.service;
  const shown = shownAs(known, service);
  const glance = glanceOf(shown);
  const since = sinceOf(stateOf(known, service), service);
  const minor = severity === 'info' && glance === 'down' ? ' minor' : '';
  return (
    <li class={`tile ${glance}${minor}`} data-service={id} data-state={shown}>
      <a href={addressPath({ ...START, service: id })} title={`${id}: ${shownWord(shown)}`}>
        <strong>
          <Shape state={shown} />
          {id}
        </strong>
        {shown !== 'healthy' && (
          <span>
            {shownWord(shown)}
            {since !== null && ` for ${describeDuration(Math.max(0, known.now - since))}`}
          </span>
        )}
      </a>
    </li>
  );
}
