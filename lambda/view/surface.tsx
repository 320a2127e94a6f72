/** Where a view is shown: on a page, whose details have addresses, or in a widget, whose details pop up. */

import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import { type Address, addressPath } from './address';

export type Surface =
  | { readonly kind: 'page'; readonly address: Address }
  | {
      readonly kind: 'widget';
      /** The ARN of the Lambda that a pop-up asks for a service's details with `{ "service": id }`. */
      readonly endpoint: string;
    };

interface ServiceLinkProps {
  readonly surface: Surface;
  readonly id: string;
  readonly children?: Child;
}

/** Leads to the details of a service. */
export function ServiceLink({ surface, id, children }: ServiceLinkProps) {
  if (surface.kind === 'page') return <a href={addressPath({ ...surface.address, service: id })}>{children}</a>;
  // CloudWatch applies a `cwdb-action` to the element before it; an anchor without `href` takes the keyboard by `tabindex`.
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useValidAnchor: what AWS's own samples use, and so what is known to work */}
      <a class="popup" tabindex={0} role="button">
        {children}
      </a>
      <cwdb-action action="call" display="popup" endpoint={surface.endpoint}>
        {raw(JSON.stringify({ service: id }).replaceAll('<', '\\u003c'))}
      </cwdb-action>
    </>
  );
}
