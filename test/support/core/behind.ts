/** Services that need others, and whose outages are held back. */

import type { DeploymentFacts } from '../../../lambda/core/documents/facts/deployment-facts';
import type { HeldAlert } from '../../../lambda/core/notify/held-alerts';

export interface HeldTime {
  /** The id of the service that is needed. */
  readonly needed: string;
  readonly at: number;
  readonly until: number;
}

/** That the beginning of an incident was held back. */
export function heldAt(incident: string, { needed, at, until }: HeldTime): HeldAlert {
  return { incident, event: 'opened', at, hold: { kind: 'dependency', id: needed, until } };
}

/** The same facts, but a service needs others: its last outage is held back behind them, and nobody was notified of it. */
export function behind(known: DeploymentFacts, id: string, times: readonly HeldTime[]): DeploymentFacts {
  const services = known.services.map((one) => {
    const incident = one.state?.incidents.findLast(({ kind }) => kind === 'outage');
    if (one.service.id !== id || one.state === null || incident === undefined) return one;
    const heldAlerts = times.map((time) => heldAt(incident.id, time));
    const service = { ...one.service, needs: times.map(({ needed }) => needed) };
    return { ...one, service, state: { ...one.state, heldAlerts, notified: {} } };
  });
  return { ...known, services };
}
