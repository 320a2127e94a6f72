/** The page of all services: an outage first, then those that need attention, then the healthy ones. */

import { Controls, NoneShown, Pages } from '../controls/controls';
import type { LinkTarget } from '../controls/link-target';
import type { PageControls } from '../controls/service-controls';
import { PastIncidents } from '../incidents/records';
import { OpenStories } from '../incidents/story';
import { type Address, START } from '../known/address';
import type { Known } from '../known/known';
import { choose } from '../known/listing';
import { isRecovering, spanOf, stateOf } from '../known/service-view';
import { Piece } from '../parts/pieces';
import { Problems } from '../parts/problems';
import { ServiceLine } from '../services/service-line';
import { ServiceList, type ServiceListProps, ServiceRows, TightRows } from '../services/service-list';
import { SilenceRecords } from '../services/silences';
import { allKept, storiesOf } from '../story/stories';
import { Legend, Summary } from './overview';

const RECORDS = 10;
/** From this many services on, a healthy one is a line. */
const MANY = 20;

/** Of more rows each is a line too, as far as its texts are short: what else is known of a service stands on its own page. */
const MOST_TALL = 10;

interface PageOverviewProps {
  readonly known: Known;
  readonly address: Address;
  readonly controls: PageControls | null;
}

export function PageOverview({ known, address, controls }: PageOverviewProps) {
  const target: LinkTarget = { kind: 'page', address };
  const { services, found, page, pages } = choose(known, address);
  const stories = storiesOf(allKept(known));
  const isDense = known.services.length >= MANY;
  const { sort, find, group, show, severity } = address;
  const span = spanOf(address.range, known.now);
  const isNarrowed = show !== START.show || severity !== null;
  return (
    <>
      <Piece>
        <Summary known={known} />
      </Piece>
      <main>
        <Problems known={known} />
        <Piece>
          <OpenStories known={known} stories={stories} target={target} />
        </Piece>
        <section aria-labelledby="services-title">
          <div class="toolbar">
            <h2 id="services-title">Services</h2>
            <Controls known={known} address={address} found={found} />
          </div>
          <Piece>
            <ServiceList
              {...{ known, services, target, List: isDense ? DenseList : ServiceRows }}
              folds={isDense && !isNarrowed}
              span={span}
              isGrouped={sort === START.sort && find === '' && group === null}
            />
          </Piece>
          {found === 0 && <NoneShown address={address} />}
          <Pages address={address} page={page} pages={pages} />
          <Legend />
        </section>
        <SilenceRecords silences={known.silences} known={known} controls={controls} />
        <div class="columns">
          <Piece>
            <PastIncidents known={known} stories={stories} span={span} target={target} most={RECORDS} />
          </Piece>
        </div>
      </main>
    </>
  );
}

/** Those that are healthy are lines, below the others. */
function DenseList({ known, services, span, target }: ServiceListProps) {
  const isLine = (service: ServiceListProps['services'][number]) =>
    stateOf(known, service) === 'healthy' && !isRecovering('healthy', service);
  const lines = services.filter(isLine);
  const rows = services.filter((one) => !isLine(one));
  const Rows = rows.length > MOST_TALL ? TightRows : ServiceRows;
  const hasAims = lines.some(({ service }) => service.objective !== null);
  return (
    <>
      <Rows known={known} services={rows} span={span} target={target} />
      {lines.length > 0 && (
        <>
          <p class="lines-head">
            {lines.length} healthy: response times as p50 / p95, the checks, the version
            {hasAims && ', the budget'}
          </p>
          <ul class={`services lines${hasAims ? ' aims' : ''}`}>
            {lines.map((service) => (
              <ServiceLine known={known} service={service} span={span} target={target} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}
