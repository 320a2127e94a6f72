/** Which other services people know to be failing, when they are notified of some. */

import { asKnown } from '../notify/due-alert';
import type { ServiceState } from '../state/service-state';
import type { Group } from './groups';

/**
 * The ids of services with an open outage of the same severity and environment as the group's that people were
 * notified of, the longest outage first. Those of the group are left out. None if the group is of no outages.
 */
export function alsoFailing(group: Group, states: ReadonlyMap<string, ServiceState>): readonly string[] {
  const { kind, severity, service } = group[0].owed.alert;
  if (kind !== 'outage') return [];
  const own = new Set(group.map((one) => one.service));
  return [...states]
    .flatMap(([id, { open, notified, outbox }]) => {
      if (own.has(id)) return [];
      // As people know it: an incident may go on from an earlier one.
      const known = open.flatMap((incident) => {
        const record = notified.find((one) => one.incident === incident.id);
        return record && incident.kind === kind ? [asKnown(incident, record.continues)] : [];
      });
      const one = known.find(
        (incident) =>
          incident.severity === severity &&
          incident.environment === service.environment &&
          // Its beginning is still owed: people don't know of it yet.
          !outbox.some(({ alert, incident: of }) => of === incident.id && alert.event === 'opened'),
      );
      return one ? [{ id, openedAt: one.openedAt }] : [];
    })
    .sort((left, right) => left.openedAt - right.openedAt)
    .map(({ id }) => id);
}

/** How many services have an open outage, whether people know of it or not. */
export function countDown(states: ReadonlyMap<string, ServiceState>): number {
  return [...states.values()].filter(({ open }) => open.some(({ kind }) => kind === 'outage')).length;
}
