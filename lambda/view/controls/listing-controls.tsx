/** The controls of a widget that lists many services: a search, and links to the other pages. */

import { raw } from 'hono/html';
import type { DeploymentDocument } from '../../core/documents/deployment-document';
import type { OverviewDocument } from '../../core/documents/page-document';
import { plural } from '../../core/documents/words/format';
import { WIDGET_ROWS } from '../../core/words/limits';
import type { LinkTarget } from './link-target';

interface ListingProps {
  readonly deployment: DeploymentDocument;
  readonly overview: OverviewDocument;
  /** A part of the services' names; empty for any. */
  readonly find: string;
  readonly target: Extract<LinkTarget, { kind: 'widget' }>;
}

/** Nothing if all services fit on a page. CloudWatch passes the fields of a form on. */
export function ListingControls({ deployment, overview, find, target: { endpoint } }: ListingProps) {
  if (deployment.services.length <= WIDGET_ROWS) return null;
  const { at: page, pages, found } = overview;
  return (
    <form class="listing">
      <input type="search" name="find" value={find} placeholder="find a service" aria-label="Find a service" />
      {/* With a single field, the Enter key would send the form, and so leave the dashboard (HTML Standard, "Implicit submission"). */}
      <input type="text" hidden />
      <Choice endpoint={endpoint} text="Find" />
      <span class="found">
        {find === '' ? plural(found, 'service') : `${plural(found, 'service')} with "${find}"`}, page {page} of {pages}
      </span>
      {page > 1 && <Choice endpoint={endpoint} text="Previous" page={page - 1} />}
      {page < pages && <Choice endpoint={endpoint} text="Next" page={page + 1} />}
    </form>
  );
}

/** CloudWatch applies a `cwdb-action` to the element before it. */
function Choice({
  endpoint,
  text,
  page = 1,
}: {
  readonly endpoint: string;
  readonly text: string;
  readonly page?: number;
}) {
  return (
    <>
      <button type="button">{text}</button>
      <cwdb-action action="call" display="widget" endpoint={endpoint}>
        {raw(JSON.stringify({ page }))}
      </cwdb-action>
    </>
  );
}
