/** All services at once: a square each, the worst first. */

import { raw } from 'hono/html';
import { addressPath, START } from '../../core/documents/address';
import { glanceOf, shownAs } from '../../core/documents/facts/glance';
import type { Known, KnownService } from '../../core/documents/facts/known';
import { byUrgency } from '../../core/documents/facts/listing';

/** The more there are, the smaller each is, so that all are seen at once. */
const SIZES = [
  ['large', 49],
  ['medium', 251],
  ['small', 801],
] as const;

export function ServiceGrid({ known }: { readonly known: Known }) {
  const services = byUrgency(known, known.services);
  const size = SIZES.find(([, below]) => services.length < below)?.[0] ?? 'tiny';
  return (
    <section class="all" aria-labelledby="all-title">
      <h2 id="all-title">All services</h2>
      <ul class={`grid ${size}`}>
        <Squares known={known} services={services} />
      </ul>
    </section>
  );
}

/** Squares without names. As text of its own: of thousands, elements take too long. An id is of letters, digits, dots and dashes alone. */
export function Squares({ known, services }: { readonly known: Known; readonly services: readonly KnownService[] }) {
  const squares = services.map((service) => {
    const { id, severity } = service.service;
    const shown = shownAs(known, service);
    const minor = severity === 'info' && glanceOf(shown) === 'down' ? ' minor' : '';
    // Each is reached by keyboard in its row.
    return `<li><a class="${glanceOf(shown)}${minor}" href="${addressPath({ ...START, service: id })}" tabindex="-1" title="${id}: ${shown}"></a></li>`;
  });
  return raw(squares.join(''));
}
