/** The page of all services: a headline, the open incidents, the services, the past incidents and planned maintenance. */

import { type Address, LISTED, queryOf, START } from '../../core/documents/address';
import type { DeploymentDocument } from '../../core/documents/deployment-document';
import type { OverviewDocument } from '../../core/documents/page-document';
import { isYoung } from '../charts/record';
import { ActForm } from '../controls/acts';
import { Pages } from '../controls/controls';
import type { PageControls } from '../controls/page-controls';
import { OpenIncidents } from '../incidents/open-incidents';
import { PastIncidents } from '../incidents/records';
import { shownAbove } from '../incidents/shown-above';
import { WorthALook } from '../incidents/worth-a-look';
import { Problems } from '../parts/problems';
import { WhatNeeds } from '../services/related';
import { ServiceGrid } from '../services/service-grid';
import { ServiceList } from '../services/service-list';
import { SilenceRecords } from '../services/silences';
import { NoneFound, Toolbar } from '../services/toolbar';
import { Legend, Summary } from './overview';

/** From this many services on, groups are rows. */
const MANY = 20;

interface PageOverviewProps {
  readonly content: OverviewDocument;
  readonly deployment: DeploymentDocument;
  readonly address: Address;
  readonly controls: PageControls | null;
}

export function PageOverview({ content, deployment, address, controls }: PageOverviewProps) {
  const { rows, found, open, inMaintenance, look, past, at, pages } = content;
  const { needs } = address;
  const isFirstHour = address.range === START.range && rows.length > 0 && rows.every(({ past }) => isYoung(past));
  const { length } = deployment.services;
  // A filter or an order crosses the groups.
  const isWhole = queryOf({ ...address, range: START.range, find: '', page: 1 }).length === 0;
  return (
    <main id="content">
      <Summary deployment={deployment} address={address} overview={content}>
        <ServiceGrid deployment={deployment} />
      </Summary>
      <Problems problems={deployment.problems} />
      <ActForm controls={controls} address={address} />
      <OpenIncidents list={open} deployment={deployment} address={address} controls={controls} />
      <OpenIncidents
        list={inMaintenance}
        title="Maintenance"
        deployment={deployment}
        address={address}
        controls={controls}
      />
      <section class="all-services" aria-labelledby="services-title">
        <Toolbar
          deployment={deployment}
          address={address}
          found={found}
          hasAll={length <= LISTED}
          hasRanges={!isFirstHour}
        >
          {needs === null ? 'Services' : <WhatNeeds id={needs} deployment={deployment} address={address} />}
        </Toolbar>
        <ServiceList
          rows={rows}
          deployment={deployment}
          address={address}
          controls={controls}
          above={shownAbove([...open.groups, ...inMaintenance.groups])}
          isGrouped={length >= MANY && isWhole}
        />
        <NoneFound address={address} found={found} />
        <Pages address={address} page={at} pages={pages} />
        <Legend rows={rows} />
      </section>
      <WorthALook look={look} deployment={deployment} />
      <div class="below">
        <PastIncidents list={past} deployment={deployment} />
        <SilenceRecords
          silences={deployment.silences}
          planned={deployment.planned}
          deployment={deployment}
          controls={controls}
        />
      </div>
    </main>
  );
}
