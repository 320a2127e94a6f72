/** Checks of all services together: unique ids, and no cycle of needs. */

import { type ReportFault, repeated } from '../../keys/compared';

type Services = readonly ({ readonly id?: string | undefined; readonly needs?: Needs } | undefined)[];
type Needs = readonly (string | undefined)[] | undefined;

export function checkServices(services: Services, report: ReportFault): void {
  for (const { index, first } of repeated(services.map((service) => service?.id))) {
    report([index, 'id'], `expected a unique id: services[${first}] already has this one`);
  }
  checkCycles(services, report);
}

/** Reports each need that leads back to a service on the way to it: without it there would be no cycle. */
function checkCycles(services: Services, report: ReportFault): void {
  // If several services have the same id, which is a fault too, the first counts.
  const indexes = new Map(services.map((service, index) => [service?.id, index] as const).reverse());
  const left = new Set<number>();
  for (const first of services.keys()) {
    const way: { readonly service: number; next: number }[] = left.has(first) ? [] : [{ service: first, next: 0 }];
    for (let last = way.at(-1); last !== undefined; last = way.at(-1)) {
      const { service, next } = last;
      const needs = services[service]?.needs ?? [];
      if (next === needs.length) {
        left.add(service);
        way.pop();
        continue;
      }
      last.next += 1;
      const id = needs[next];
      const needed = id === undefined ? undefined : indexes.get(id);
      if (needed === undefined || left.has(needed)) continue;
      const start = way.findIndex((each) => each.service === needed);
      if (start < 0) way.push({ service: needed, next: 0 });
      else report([service, 'needs', next], cycleFault([...way.slice(start).map((each) => each.service), needed]));
    }
  }

  function cycleFault(cycle: readonly number[]): string {
    if (cycle.length === 2) return 'expected another service: nothing needs itself';
    return `expected no cycle: ${cycle.map((index) => services[index]?.id).join(' needs ')}`;
  }
}
