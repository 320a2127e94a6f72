/** The link to the details of a service. */

import type { Child } from 'hono/jsx';
import { type Address, addressPath } from '../../core/documents/address';

interface ServiceLinkProps {
  /** `null` for a service without details: it has left the config. */
  readonly address: Address | null;
  readonly id: string;
  readonly children?: Child;
}

export function ServiceLink({ address, id, children }: ServiceLinkProps) {
  return address === null ? children : <a href={addressPath({ ...address, service: id })}>{children}</a>;
}
