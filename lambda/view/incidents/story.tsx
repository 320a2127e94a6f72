/** The links from an incident to its own page, and to all incidents. */

import { addressPath, START } from '../../core/documents/address';
import type { IncidentDocument } from '../../core/documents/incident-document';
import type { LinkTarget } from '../controls/link-target';

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
