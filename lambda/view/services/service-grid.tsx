/** All services at once: a square each, the worst first. */

import { raw } from 'hono/html';
import { addressPath, START } from '../../core/documents/address';
import type { DeploymentDocument, ServiceBrief } from '../../core/documents/deployment-document';
import { summaryStateOf } from '../../core/documents/state';
import { plural } from '../../core/documents/words/format';

/** The size of the squares: the more services, the smaller, so that all are visible at once. */
const SIZES = [
  ['large', 22],
  ['medium', 61],
  ['small', 241],
  ['tiny', 1_201],
] as const;

export function ServiceGrid({ deployment: { services } }: { readonly deployment: DeploymentDocument }) {
  if (services.length < 2) return null;
  const size = SIZES.find(([, below]) => services.length < below)?.[0] ?? 'dust';
  return (
    <div class="all">
      <ul class={`grid ${size}`} aria-label="All services">
        <Squares services={services} />
      </ul>
      <p>
        {plural(services.length, 'service')}
        {services.some(({ shown }) => shown !== 'healthy') && ', worst first'}
      </p>
    </div>
  );
}

/** Draws squares as plain text: for thousands, elements take too long. An id has only letters, digits, dots and dashes. */
function Squares({ services }: { readonly services: readonly ServiceBrief[] }) {
  return raw(services.map(squareOf).join(''));
}

function squareOf({ service: id, severity, shown }: ServiceBrief): string {
  const minor = severity === 'info' && summaryStateOf(shown) === 'down' ? ' minor' : '';
  // Each is reached by keyboard in its row.
  return `<li><a class="${summaryStateOf(shown)}${minor}" href="${addressPath({ ...START, service: id })}" tabindex="-1" title="${id}: ${summaryStateOf(shown)}"></a></li>`;
}
