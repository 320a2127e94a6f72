/** The target of links to services: on a page the address of the details, in a widget a pop-up with them. */

import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import { type Address, addressPath } from '../../core/documents/address';

export type LinkTarget =
  | { readonly kind: 'page'; readonly address: Address }
  | {
      readonly kind: 'widget';
      /** The ARN of the Lambda that a pop-up asks for a service's details with `{ "service": id }`. */
      readonly endpoint: string;
    }
  /** No link: this is the details' own view, or there are no details. */
  | { readonly kind: 'nowhere' };

interface ServiceLinkProps {
  readonly target: LinkTarget;
  readonly id: string;
  readonly children?: Child;
}

/** A link to the details of a service. */
export function ServiceLink({ target, id, children }: ServiceLinkProps) {
  if (target.kind === 'nowhere') return <>{children}</>;
  if (target.kind === 'page') return <a href={addressPath({ ...target.address, service: id })}>{children}</a>;
  // CloudWatch applies a `cwdb-action` to the element before it, whatever it is. A button can be reached by keyboard too.
  return (
    <>
      <button type="button" class="popup">
        {children}
      </button>
      <cwdb-action action="call" display="popup" endpoint={target.endpoint}>
        {raw(JSON.stringify({ service: id }).replaceAll('<', '\\u003c'))}
      </cwdb-action>
    </>
  );
}
