/** Where names of services lead to: on a page, whose details have addresses, or in a widget, whose details pop up. */

import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import { type Address, addressPath } from './address';

export type Surface =
  | { readonly kind: 'page'; readonly address: Address }
  | {
      readonly kind: 'widget';
      /** The ARN of the Lambda that a pop-up asks for a service's details with `{ "service": id }`. */
      readonly endpoint: string;
    }
  /** These are the details, or there are none. */
  | { readonly kind: 'nowhere' };

interface ServiceLinkProps {
  readonly surface: Surface;
  readonly id: string;
  readonly children?: Child;
}

/** Leads to the details of a service. */
export function ServiceLink({ surface, id, children }: ServiceLinkProps) {
  if (surface.kind === 'nowhere') return <>{children}</>;
  if (surface.kind === 'page') return <a href={addressPath({ ...surface.address, service: id })}>{children}</a>;
  // CloudWatch applies a `cwdb-action` to the element before it, whatever that is; a button is reached by keyboard too.
  return (
    <>
      <button type="button" class="popup">
        {children}
      </button>
      <cwdb-action action="call" display="popup" endpoint={surface.endpoint}>
        {raw(JSON.stringify({ service: id }).replaceAll('<', '\\u003c'))}
      </cwdb-action>
    </>
  );
}
