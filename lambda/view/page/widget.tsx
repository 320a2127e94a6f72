/** The view as a custom widget of a CloudWatch dashboard: no script, and pop-ups in place of addresses. */

import { raw } from 'hono/html';
import type { Known } from '../../core/documents/facts/known';
import { byUrgency, type Listing } from '../../core/documents/facts/listing';
import { type Span, serviceOf } from '../../core/documents/facts/service-view';
import { allKept, storiesOf } from '../../core/documents/facts/stories';
import { openTogether } from '../../core/documents/facts/story-now';
import { toldIn } from '../../core/documents/facts/told';
import type { LinkTarget } from '../controls/link-target';
import { ListingControls } from '../controls/listing-controls';
import { LINES, OpenIncidents } from '../incidents/open-incidents';
import { PastIncidents } from '../incidents/records';
import { Problems } from '../parts/problems';
import { STYLE } from '../parts/style';
import { Details, DetailsHead } from '../services/details';
import { MANY, ServiceList } from '../services/service-list';
import { SilenceRecords } from '../services/silences';
import { Checked, Legend, Summary } from './overview';

const RECORDS = 3;

export interface WidgetSurface {
  /** The ARN of the Lambda that a pop-up asks for a service's details with `{ "service": id }`. */
  readonly endpoint: string;
  readonly theme: 'light' | 'dark';
  /** The time that the dashboard shows, in milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
}

/** What a widget shows: a page of the services, or the details of one. */
export type WidgetContent =
  | { readonly kind: 'listing'; readonly known: Known; readonly listing: Listing }
  | { readonly kind: 'service'; readonly known: Known; readonly id: string };

/** HTML text with its own style. */
export function renderWidget(content: WidgetContent, { endpoint, theme, from, to }: WidgetSurface): string {
  const span: Span = { kind: 'time', from, to };
  const target = { kind: 'widget', endpoint } as const;
  return (
    <div class={`sw widget ${theme}`}>
      {/* CloudWatch's own style of links and lists would change the layout. */}
      <div class="cwdb-no-default-styles" />
      <style>{raw(STYLE)}</style>
      {content.kind === 'listing' ? (
        <WidgetOverview known={content.known} listing={content.listing} span={span} target={target} />
      ) : (
        <WidgetDetails known={content.known} id={content.id} span={span} />
      )}
    </div>
  ).toString();
}

interface WidgetOverviewProps {
  readonly known: Known;
  readonly listing: Listing;
  readonly span: Span;
  readonly target: Extract<LinkTarget, { kind: 'widget' }>;
}

/** The overview without the parts that need addresses, of one page of the services. */
function WidgetOverview({ known, listing, span, target }: WidgetOverviewProps) {
  const stories = storiesOf(allKept(known));
  const open = openTogether(known, stories);
  // A row has no address to point at.
  const told = { ...toldIn(open.slice(0, LINES).flat()), places: new Set<string>() };
  return (
    <>
      <Summary known={known} target={target} />
      <p>
        {known.deployment}, <Checked known={known} isStored />
      </p>
      <Problems known={known} />
      <OpenIncidents known={known} groups={open} target={target} controls={null} />
      <ListingControls known={known} listing={listing} target={target} />
      <ServiceList
        {...{ known, span, target, folds: false, isDense: false, told, controls: null }}
        services={byUrgency(known, listing.services)}
        isGrouped={known.services.length >= MANY && listing.find === ''}
      />
      <Legend />
      <SilenceRecords silences={known.silences} known={known} />
      <div class="columns">
        <PastIncidents known={known} stories={stories} span={span} target={target} most={RECORDS} />
      </div>
    </>
  );
}

interface WidgetDetailsProps {
  readonly known: Known;
  readonly id: string;
  readonly span: Span;
}

function WidgetDetails({ known, id, span }: WidgetDetailsProps) {
  const service = serviceOf(known, id);
  if (!service) return <p>There is no service "{id}" in this deployment.</p>;
  return (
    <>
      <DetailsHead known={known} service={service} />
      <Problems known={known} />
      <Details known={known} service={service} span={span} target={{ kind: 'nowhere' }} />
    </>
  );
}
