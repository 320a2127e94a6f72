/** Any incident in a few lines, and the links to it and to all incidents. */

import { addressPath, START } from '../../core/documents/address';
import type { DeploymentDocument } from '../../core/documents/deployment-document';
import type { IncidentDetails } from '../../core/documents/incident-details';
import type { IncidentDocument } from '../../core/documents/incident-document';
import { plural } from '../../core/documents/words/format';
import { describeDuration } from '../../core/words/duration';
import { type LinkTarget, ServiceLink } from '../controls/link-target';
import { Time } from '../parts/time';
import { IncidentMark, Notified } from './story-parts';

interface IncidentProps {
  readonly deployment: DeploymentDocument;
  readonly incident: IncidentDetails;
  readonly target: LinkTarget;
}

/** A past incident in two lines, or an open incident in a list. */
export function IncidentLine({ deployment, incident, target }: IncidentProps) {
  const { service, open, openedAt, resolvedAt, kind, failedRuns, message, durationSeconds } = incident;
  const now = Date.parse(deployment.at);
  return (
    <li class={open ? 'open' : 'over'}>
      <p class="head">
        <span class="badge">{open ? 'open' : 'resolved'}</span>{' '}
        <ServiceLink target={incident.configured ? target : NOWHERE} id={service}>
          {service}
        </ServiceLink>{' '}
        <IncidentMark incident={incident} /> <strong class="length">{describeDuration(durationSeconds * 1_000)}</strong>{' '}
        <More target={target} incident={incident} />
      </p>
      <p class="reason">{message}</p>
      <p class="when">
        <Time at={Date.parse(openedAt)} now={now} /> to{' '}
        {resolvedAt === null ? 'now' : <Time at={Date.parse(resolvedAt)} now={now} />}
        {kind === 'outage' && `, ${plural(failedRuns, 'failed check')}`}
      </p>
      <Notified deployment={deployment} incident={incident} />
    </li>
  );
}

/** A service that was removed has no details. */
export const NOWHERE: LinkTarget = { kind: 'nowhere' };

interface MoreProps {
  readonly target: LinkTarget;
  readonly incident: IncidentDocument;
}

/** The link to an incident's own page; a widget has none. */
export function More({ target, incident: { service, id } }: MoreProps) {
  if (target.kind !== 'page') return null;
  return (
    <a class="more" href={addressPath({ ...START, of: 'incidents', service, incident: id })}>
      Details
    </a>
  );
}

/** The link to the list of all stored incidents, after a text; a widget has none. */
export function AllIncidents({ target, service }: { readonly target: LinkTarget; readonly service: string | null }) {
  if (target.kind !== 'page') return null;
  return (
    <>
      : <a href={addressPath({ ...START, of: 'incidents', service })}>all incidents</a>
    </>
  );
}
