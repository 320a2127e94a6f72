/** Which other services people know to be failing, when they are notified of some. */

import type { ServiceState } from '../state/service-state';
import type { Group } from './groups';

/**
 * The ids of services with an open incident of the same kind, severity and environment as the group's that people were
 * notified of, the longest outage first. Those of the group are left out.
 */
export function alsoFailing(group: Group, states: ReadonlyMap<string, ServiceState>): readonly string[] {
  const { kind, severity, service } = group[0].owed.alert;
  const own = new Set(group.map((one) => one.service));
  return [...states]
    .flatMap(([id, { open, notified, outbox }]) => {
      if (own.has(id)) return [];
      const known = open.find(
        (incident) =>
          incident.kind === kind &&
          incident.severity === severity &&
          incident.environment === service.environment &&
          notified.some((one) => one.incident === incident.id) &&
          // Its beginning is still owed: people don't know of it yet.
          !outbox.some(({ alert, incident: of }) => of === incident.id && alert.event === 'opened'),
      );
      return known ? [{ id, openedAt: known.openedAt }] : [];
    })
    .sort((left, right) => left.openedAt - right.openedAt)
    .map(({ id }) => id);
}
