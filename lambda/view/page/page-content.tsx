/** What the page shows at an address. */

import { type Address, addressPath, START } from '../../core/documents/address';
import type { Known } from '../../core/documents/facts/known';
import { serviceOf, silenceable, spanOf } from '../../core/documents/facts/service-view';
import { storyAt } from '../../core/documents/facts/stories';
import { SETTLED_KEPT } from '../../core/incident/incident';
import { cleanText } from '../../core/words/clean-text';
import { OwnRangeForm, RangeChoices } from '../controls/controls';
import { type PageControls, ServiceControls } from '../controls/service-controls';
import { IncidentList } from '../incidents/incident-list';
import { IncidentPage } from '../incidents/incident-page';
import { Problems } from '../parts/problems';
import { Details, DetailsHead } from '../services/details';
import { PageOverview } from './page-overview';
import { Wall } from './wall';

interface ContentProps {
  readonly known: Known;
  readonly address: Address;
  readonly controls: PageControls | null;
}

export function Content({ known, address, controls }: ContentProps) {
  const { of, service, incident } = address;
  if (of === 'services') {
    if (address.isWall) return <Wall known={known} />;
    if (service === null) return <PageOverview known={known} address={address} controls={controls} />;
    return <ServicePage known={known} address={address} controls={controls} id={service} />;
  }
  if (service === null || incident === null) {
    return (
      <>
        <Back places={[ALL_SERVICES]} />
        <IncidentList known={known} address={address} />
      </>
    );
  }
  const story = storyAt(known, service, incident);
  return (
    <>
      <Back places={[ALL_SERVICES, ['All incidents', { ...START, of }]]} />
      {story === null ? (
        <NoIncident />
      ) : (
        <IncidentPage known={known} story={story} target={{ kind: 'page', address: START }} />
      )}
    </>
  );
}

const ALL_SERVICES = ['All services', START] as const;

function Back({ places }: { readonly places: readonly (readonly [name: string, address: Address])[] }) {
  return (
    <nav class="back" aria-label="Way back">
      {places.map(([name, address]) => (
        <>
          <a href={addressPath(address)}>← {name}</a>{' '}
        </>
      ))}
    </nav>
  );
}

/** Old incidents make room for new ones, so a link to one may outlive it. */
function NoIncident() {
  return (
    <main>
      <header class="summary">
        <h1>{NO_INCIDENT}</h1>
      </header>
      <p>Of each service the last {SETTLED_KEPT} incidents are kept.</p>
    </main>
  );
}

export const NO_INCIDENT = 'This incident is not kept any more, or never was';

function ServicePage({ known, address, controls, id }: ContentProps & { readonly id: string }) {
  const service = serviceOf(known, id);
  const back = <Back places={[['All services', { ...address, service: null }]]} />;
  if (!service) {
    return (
      <main>
        {back}
        <header class="summary">
          <h1>{noService(id)}</h1>
        </header>
        <p>The config names:</p>
        <ServiceLinks known={known} address={address} />
      </main>
    );
  }
  return (
    <>
      {back}
      <DetailsHead known={known} service={service} />
      <main>
        <Problems known={known} />
        <ServiceControls id={id} controls={controls} hasIncident={silenceable(service).incidentSince !== null} />
        <nav class="toolbar" aria-label="Time shown">
          <RangeChoices address={address} />
          <OwnRangeForm address={address} />
        </nav>
        <Details
          known={known}
          service={service}
          span={spanOf(address.range, known.now)}
          target={{ kind: 'page', address }}
          controls={controls}
        />
      </main>
    </>
  );
}

/** Links to the details of each service, with the rest of the address unchanged. */
export function ServiceLinks({ known, address }: Omit<ContentProps, 'controls'>) {
  return (
    <ul>
      {known.services.map(({ service: { id } }) => (
        <li>
          <a href={addressPath({ ...address, service: id })}>{id}</a>
        </li>
      ))}
    </ul>
  );
}

/** An address can hold anything. */
export function noService(id: string): string {
  return `There is no service "${cleanText(id, 80)}"`;
}
