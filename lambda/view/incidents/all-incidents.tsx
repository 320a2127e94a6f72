/** Where links beside incidents lead: to all incidents, or nowhere. */

import { addressPath, START } from '../../core/documents/address';
import type { LinkTarget } from '../controls/link-target';

/** A service that was removed has no details. */
export const NOWHERE: LinkTarget = { kind: 'nowhere' };

/** The link to the list of all stored incidents, after a text; a widget has none. */
export function AllIncidents({ target, service }: { readonly target: LinkTarget; readonly service: string | null }) {
  if (target.kind !== 'page') return null;
  return (
    <>
      : <a href={addressPath({ ...START, of: 'incidents', service })}>all incidents</a>
    </>
  );
}
