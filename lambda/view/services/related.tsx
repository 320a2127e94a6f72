/** The services that a service needs, and the services that need it. */

import { type Address, addressPath, START } from '../../core/documents/address';
import type { DeploymentDocument } from '../../core/documents/deployment-document';
import type { ServiceDocument } from '../../core/documents/service-document';
import { plural } from '../../core/documents/words/format';
import { cleanText } from '../../core/words/clean-text';
import { ID_LIMIT } from '../../core/words/ids';
import { ServiceLink } from '../controls/service-link';
import { StateMark } from '../parts/state-marks';

interface RelatedProps {
  readonly service: ServiceDocument;
  readonly address: Address;
}

/** How many dependents are named; the others are listed elsewhere. */
const NAMED = 12;

/** Draws the dependencies and dependents of a service; nothing if there are none. */
export function Related({ service, address }: RelatedProps) {
  const { needs, neededBy } = service;
  if (needs.length + neededBy.length === 0) return null;
  return (
    <div class="related">
      {needs.length > 0 && (
        <p>
          Needs <Needs service={service} address={address} />
        </p>
      )}
      {neededBy.length > 0 && (
        <p>
          Needed by <NeededBy service={service} address={address} />
        </p>
      )}
    </div>
  );
}

function Needs({ service: { needs }, address }: RelatedProps) {
  return (
    <>
      {needs.map(({ service, state }, index) => (
        <>
          {index > 0 && ', '}
          <ServiceLink address={address} id={service}>
            {service}
          </ServiceLink>{' '}
          <StateMark state={state} />
        </>
      ))}
    </>
  );
}

function NeededBy({ service: { service: id, neededBy }, address }: RelatedProps) {
  const more = neededBy.length - NAMED;
  return (
    <>
      {neededBy.slice(0, NAMED).map((service, index) => (
        <>
          {index > 0 && ', '}
          <ServiceLink address={address} id={service}>
            {service}
          </ServiceLink>
        </>
      ))}
      {more > 0 && ` and ${more} more`}:{' '}
      <a href={addressPath({ ...START, needs: id })}>list {plural(neededBy.length, 'service')}</a>
    </>
  );
}

interface WhatNeedsProps {
  /** An address can contain anything. */
  readonly id: string;
  readonly deployment: DeploymentDocument;
  readonly address: Address;
}

/** Draws the heading of a list of a service's dependents, with the service's state. */
export function WhatNeeds({ id, deployment, address }: WhatNeedsProps) {
  const needed = deployment.services.find(({ service }) => service === id);
  if (needed === undefined) return <>Services that need {cleanText(id, ID_LIMIT)}</>;
  return (
    <>
      Services that need{' '}
      <ServiceLink address={address} id={id}>
        {id}
      </ServiceLink>{' '}
      <StateMark state={needed.shown} />
    </>
  );
}
