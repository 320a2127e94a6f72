/** The page of all services: how many are down, the open incidents beside all services at once, and then each service. */

import { type Address, START } from '../../core/documents/address';
import type { Known } from '../../core/documents/facts/known';
import { choose } from '../../core/documents/facts/listing';
import { spanOf } from '../../core/documents/facts/service-view';
import { allKept, storiesOf } from '../../core/documents/facts/stories';
import { openTogether } from '../../core/documents/facts/story-now';
import { toldIn } from '../../core/documents/facts/told';
import { ActForm } from '../controls/acts';
import { Controls, NoneShown, Pages } from '../controls/controls';
import type { LinkTarget } from '../controls/link-target';
import type { PageControls } from '../controls/service-controls';
import { LINES, OpenIncidents } from '../incidents/open-incidents';
import { PastIncidents } from '../incidents/records';
import { Problems } from '../parts/problems';
import { ServiceGrid } from '../services/service-grid';
import { MANY, ServiceList } from '../services/service-list';
import { SilenceRecords } from '../services/silences';
import { Legend, Summary } from './overview';

const RECORDS = 10;

interface PageOverviewProps {
  readonly known: Known;
  readonly address: Address;
  readonly controls: PageControls | null;
}

export function PageOverview({ known, address, controls }: PageOverviewProps) {
  const target: LinkTarget = { kind: 'page', address };
  const { services, found, page, pages } = choose(known, address);
  const stories = storiesOf(allKept(known));
  const open = openTogether(known, stories);
  const isDense = known.services.length >= MANY;
  const { sort, find, group, show, severity } = address;
  const span = spanOf(address.range, known.now);
  const isNarrowed = show !== START.show || severity !== null;
  return (
    <>
      <Summary known={known} target={target} />
      <main>
        <Problems known={known} />
        <ActForm controls={controls} address={address} />
        <div class={open.length > 0 ? 'beside' : undefined}>
          <OpenIncidents known={known} groups={open} target={target} controls={controls} />
          <ServiceGrid known={known} />
        </div>
        <section aria-labelledby="services-title">
          <div class="toolbar">
            <h2 id="services-title">Services</h2>
            <Controls known={known} address={address} found={found} />
          </div>
          <ServiceList
            {...{ known, services, target, span, controls, isDense }}
            told={toldIn(open.slice(0, LINES).flat())}
            folds={!isNarrowed}
            isGrouped={isDense && sort === START.sort && find === '' && group === null}
          />
          {found === 0 && <NoneShown address={address} />}
          <Pages address={address} page={page} pages={pages} />
          <Legend />
        </section>
        <SilenceRecords silences={known.silences} known={known} controls={controls} />
        <div class="columns">
          <PastIncidents known={known} stories={stories} span={span} target={target} most={RECORDS} />
        </div>
      </main>
    </>
  );
}
