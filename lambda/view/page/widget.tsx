/** The view as a custom widget of a CloudWatch dashboard: no script, and pop-ups in place of addresses. */

import { raw } from 'hono/html';
import type { DeploymentDocument } from '../../core/documents/deployment-document';
import type { OverviewDocument, PageDocument, ServicePageDocument } from '../../core/documents/page-document';
import type { LinkTarget } from '../controls/link-target';
import { ListingControls } from '../controls/listing-controls';
import { OpenIncidents } from '../incidents/open-incidents';
import { PastIncidents } from '../incidents/records';
import { shownAbove } from '../incidents/shown-above';
import { Problems } from '../parts/problems';
import { Details, DetailsHead } from '../services/details';
import { MANY, ServiceList } from '../services/service-list';
import { SilenceRecords } from '../services/silences';
import { Checked, Legend, Summary } from './overview';
import { VIEW_STYLE } from './view-style';

export interface WidgetSurface {
  /** The ARN of the Lambda that a pop-up asks for a service's details with `{ "service": id }`. */
  readonly endpoint: string;
  readonly theme: 'light' | 'dark';
  /** A part of the names of the listed services; empty for all. */
  readonly find: string;
}

/** HTML text with its own style, of all services or of one service. */
export function renderWidget({ deployment, content }: PageDocument, { endpoint, theme, find }: WidgetSurface): string {
  return (
    <div class={`sw widget ${theme}`}>
      {/* CloudWatch's own style of links and lists would change the layout. */}
      <div class="cwdb-no-default-styles" />
      <style>{raw(VIEW_STYLE)}</style>
      {content.page === 'overview' && (
        <WidgetOverview content={content} deployment={deployment} find={find} target={{ kind: 'widget', endpoint }} />
      )}
      {content.page === 'service' && <WidgetDetails content={content} deployment={deployment} />}
    </div>
  ).toString();
}

interface WidgetOverviewProps {
  readonly find: string;
  readonly content: OverviewDocument;
  readonly deployment: DeploymentDocument;
  readonly target: Extract<LinkTarget, { kind: 'widget' }>;
}

/** The overview without the parts that need addresses, for one page of the services. */
function WidgetOverview({ content, deployment, find, target }: WidgetOverviewProps) {
  const { open, past, rows } = content;
  // A widget's row has no address to link to.
  const above = { ...shownAbove(open.groups), places: new Set<string>() };
  return (
    <>
      <Summary deployment={deployment} target={target} overview={content} />
      <p>
        {deployment.deployment}, <Checked deployment={deployment} isStored />
      </p>
      <Problems problems={deployment.problems} />
      <OpenIncidents list={open} deployment={deployment} target={target} controls={null} />
      <ListingControls deployment={deployment} overview={content} find={find} target={target} />
      <ServiceList
        rows={rows}
        deployment={deployment}
        target={target}
        above={above}
        controls={null}
        folds={false}
        isDense={false}
        isGrouped={deployment.services.length >= MANY && find === ''}
      />
      <Legend rows={rows} />
      <div class="below">
        <PastIncidents list={past} deployment={deployment} target={target} />
        <SilenceRecords silences={deployment.silences} planned={deployment.planned} deployment={deployment} />
      </div>
    </>
  );
}

interface WidgetDetailsProps {
  readonly content: ServicePageDocument;
  readonly deployment: DeploymentDocument;
}

function WidgetDetails({ content: { id, shown }, deployment }: WidgetDetailsProps) {
  if (shown === null) return <p>There is no service "{id}" in this deployment.</p>;
  return (
    <>
      <DetailsHead
        service={shown.service}
        above={shownAbove(shown.open.groups)}
        target={{ kind: 'nowhere' }}
        now={Date.parse(deployment.at)}
      />
      <Problems problems={deployment.problems} />
      <Details content={shown} deployment={deployment} target={{ kind: 'nowhere' }} controls={null} />
    </>
  );
}
