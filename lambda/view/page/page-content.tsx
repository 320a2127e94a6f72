/** The content of the page at an address. */

import { type Address, addressPath, START } from '../../core/documents/address';
import type { DeploymentDocument } from '../../core/documents/deployment-document';
import { INCIDENTS_KEPT } from '../../core/documents/incident-list';
import type { PageDocument, ServicePageDocument } from '../../core/documents/page-document';
import { cleanText } from '../../core/words/clean-text';
import { ID_LIMIT } from '../../core/words/ids';
import { isYoung } from '../charts/record';
import { ActForm } from '../controls/acts';
import { RangeChoices } from '../controls/controls';
import type { PageControls } from '../controls/page-controls';
import { IncidentList } from '../incidents/incident-list';
import { IncidentPage } from '../incidents/incident-page';
import { Problems } from '../parts/problems';
import { ReportPage } from '../report/report';
import { Details, DetailsHead } from '../services/details';
import { PageOverview } from './page-overview';
import { Wall } from './wall';

interface ContentProps {
  readonly document: PageDocument;
  readonly address: Address;
  readonly controls: PageControls | null;
}

export function Content({ document, address, controls }: ContentProps) {
  const { deployment, content } = document;
  switch (content.page) {
    case 'wall':
      return <Wall deployment={deployment} rows={content.rows} />;
    case 'overview':
      return <PageOverview content={content} deployment={deployment} address={address} controls={controls} />;
    case 'service':
      return <ServicePage content={content} document={document} address={address} controls={controls} />;
    case 'incidents':
      return <IncidentList content={content} deployment={deployment} address={address} />;
    case 'report':
      return <ReportPage content={content} deployment={deployment} />;
    case 'incident':
      return content.shown === null ? (
        <NoIncident />
      ) : (
        <IncidentPage deployment={deployment} shown={content.shown} address={address} controls={controls} />
      );
  }
}

/** Draws the page of a missing incident. Old incidents make room for new ones, so a link may lead to one that is no longer stored. */
function NoIncident() {
  return (
    <>
      <nav class="crumbs" aria-label="Breadcrumb">
        <a href={addressPath({ ...START, of: 'incidents' })}>Incidents</a>
      </nav>
      <main id="content" class="incident">
        <h1>{NO_INCIDENT}</h1>
        <p>The last {INCIDENTS_KEPT} incidents of each service are stored.</p>
      </main>
    </>
  );
}

export const NO_INCIDENT = 'This incident is no longer stored, or never existed';

function ServicePage({ content, document, address, controls }: ContentProps & { content: ServicePageDocument }) {
  const { id, shown } = content;
  const { deployment } = document;
  const path = <Path id={shown === null ? cleanText(id, ID_LIMIT) : id} address={address} />;
  if (shown === null) {
    return (
      <main id="content" class="of-service">
        {path}
        <header class="title">
          <h1>{noService(id)}</h1>
          <p class="about">It may no longer be in the config, which has:</p>
        </header>
        <ServiceLinks deployment={document.deployment} address={address} />
      </main>
    );
  }
  const { service } = shown;
  return (
    <main id="content" class="of-service">
      {path}
      <ActForm controls={controls} address={address} />
      <DetailsHead
        service={service}
        hasOpen={shown.open.count > 0}
        controls={controls}
        address={address}
        now={Date.parse(deployment.at)}
      />
      <Problems problems={deployment.problems} />
      <Details content={shown} deployment={deployment} address={address} controls={controls}>
        {(address.range !== START.range || !isYoung(shown.history.whole)) && (
          <nav class="ranges" aria-label="Time shown">
            <RangeChoices address={address} />
          </nav>
        )}
      </Details>
    </main>
  );
}

/** `Overview / ledger`. */
function Path({ id, address }: { readonly id: string; readonly address: Address }) {
  return (
    <nav class="path" aria-label="Breadcrumb">
      <a href={addressPath({ ...address, service: null })}>Overview</a> / {id}
    </nav>
  );
}

interface ServiceLinksProps extends Pick<ContentProps, 'address'> {
  readonly deployment: DeploymentDocument;
}

/** Draws links to the details of each service, with the rest of the address unchanged. */
export function ServiceLinks({ deployment, address }: ServiceLinksProps) {
  return (
    <ul class="names">
      {deployment.services.map(({ service }) => (
        <li>
          <a href={addressPath({ ...address, service })}>{service}</a>
        </li>
      ))}
    </ul>
  );
}

/** Returns the message for an unknown id. An address can contain anything. */
export function noService(id: string): string {
  return `There is no service "${cleanText(id, 80)}"`;
}
