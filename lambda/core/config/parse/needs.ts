/** The faults of `needs`: what a service needs, which may be another service of the config alone, and never itself, whatever the way. */

import { unknownServices } from './cross-checks';
import type { ConfigDocument } from './document';
import type { ConfigFault } from './fault';
import { rawServices } from './raw-services';

/** A service that another needs, by its place in the list of that. */
interface Need {
  /** The index of the service that needs it. */
  readonly from: number;
  readonly place: number;
  /** The index of the service that is needed. */
  readonly to: number;
}

export function needsFaults(document: ConfigDocument): ConfigFault[] {
  const services = rawServices(document);
  const lists = services.map(({ needs }, index) => [['services', index, 'needs'], needs] as const);
  return [...unknownServices(document, lists), ...cycleFaults(document)];
}

/** Each need that leads back to a service that is on its way: without it there would be no cycle. */
function cycleFaults(document: ConfigDocument): ConfigFault[] {
  const ids = rawServices(document).map(({ id }) => String(id));
  const needs = knownNeeds(document, ids);
  const left = new Set<number>();
  const faults: ConfigFault[] = [];
  for (const first of needs.keys()) {
    const way: { readonly service: number; next: number }[] = [];
    const enter = (service: number) => way.push({ service, next: 0 });
    if (!left.has(first)) enter(first);
    for (let last = way.at(-1); last !== undefined; last = way.at(-1)) {
      const need = needs[last.service]?.[last.next];
      last.next += 1;
      if (need === undefined) {
        left.add(last.service);
        way.pop();
        continue;
      }
      const start = way.findIndex(({ service }) => service === need.to);
      if (start >= 0)
        faults.push(cycleFault(document, need, [...way.slice(start).map(({ service }) => service), need.to], ids));
      else if (!left.has(need.to)) enter(need.to);
    }
  }
  return faults;
}

function cycleFault(
  document: ConfigDocument,
  { from, place, to }: Need,
  cycle: readonly number[],
  ids: readonly string[],
): ConfigFault {
  const expected =
    from === to
      ? 'expected another service: nothing needs itself'
      : `expected no cycle: ${cycle.map((index) => ids[index]).join(' needs ')}`;
  return document.fault(['services', from, 'needs', place], expected);
}

/** By the index of each service: those of its needs that are services. Of several with the same id, which is a fault too, the first counts. */
function knownNeeds(document: ConfigDocument, ids: readonly string[]): readonly (readonly Need[])[] {
  const indexes = new Map(ids.map((id, index) => [id, index] as const).reverse());
  return rawServices(document).map(({ needs }, from) =>
    (Array.isArray(needs) ? needs : []).flatMap((id: unknown, place): Need[] => {
      const to = indexes.get(String(id));
      return to === undefined ? [] : [{ from, place, to }];
    }),
  );
}
