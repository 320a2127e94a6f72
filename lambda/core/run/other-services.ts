/** Between *advance* and *mark*: each outage learns what other services do. Pure; it needs the checks of all services. */

import { createOthersFailing, type FailingService } from '../incident/clues/others-failing';
import { openOutage, withIncident } from '../incident/incident';
import type { ServiceState } from '../state/service-state';
import type { Advanced } from './advance';
import type { RunContext } from './run-context';

/** The services of a batch, each outage that fails with what others do. `earlier` are the services of the batch before. */
export function withOthersFailing(
  advanced: readonly Advanced[],
  earlier: readonly Advanced[],
  { groups }: RunContext,
): readonly Advanced[] {
  if (!advanced.some(({ next }) => isOutageFailing(next))) return advanced;
  const all = [...earlier, ...advanced].map(({ id, before, next }) => ({ id, state: next ?? before.state }));
  const failing = all.flatMap(({ id, state }) => failingService(id, state, groups.get(id) ?? null) ?? []);
  const healthyAt = new Set(
    all.flatMap(({ state: { latest } }) => (latest?.kind === 'healthy' ? (latest.remoteAddress ?? []) : [])),
  );
  const othersOf = createOthersFailing(failing, healthyAt);
  return advanced.map((service) => {
    const outage = service.next && openOutage(service.next);
    if (service.next === null || !outage?.failing) return service;
    const own = failingService(service.id, service.next, groups.get(service.id) ?? null);
    const others = own && othersOf(outage.openedAt, own);
    return { ...service, next: withIncident(service.next, { ...outage, others }) };
  });
}

function isOutageFailing(state: ServiceState | null): boolean {
  return state !== null && openOutage(state)?.failing != null;
}

function failingService(id: string, state: ServiceState, group: string | null): FailingService | null {
  const since = (openOutage(state)?.failing ?? state.pending)?.since;
  if (since === undefined || state.latest === null || state.latest.kind === 'healthy') return null;
  return { id, since, address: state.latest.remoteAddress ?? null, group };
}
