/** Which other services a receiver knows to be failing, when it is notified of some. */

import { openOutage } from '../incident/incident';
import { notifiedOf } from '../notify/notified';
import { isFailing, type ServiceState } from '../state/service-state';
import type { Group } from './groups';

/**
 * The ids of services that fail now, with an open outage that the receiver was notified of, the longest outage first; `bySubject`, if it must be
 * of the same severity and environment as the group's. Those of the group are left out. None if the group is of no outages.
 */
export function alsoFailing(
  group: Group,
  states: ReadonlyMap<string, ServiceState>,
  receiver: string,
  bySubject: boolean,
): readonly string[] {
  const { kind, severity, service } = group[0].pending.alert;
  if (kind !== 'outage') return [];
  const own = new Set(group.map((one) => one.service));
  return [...states]
    .flatMap(([id, state]) => {
      const outage = isFailing(state) ? openOutage(state) : null;
      if (outage === null || own.has(id)) return [];
      const isAlike = !bySubject || (outage.severity === severity && outage.environment === service.environment);
      return isAlike && notifiedOf(state, outage.id, receiver).opened !== null ? [{ id, outage }] : [];
    })
    .sort((left, right) => left.outage.openedAt - right.outage.openedAt)
    .map(({ id }) => id);
}

/** How many services have an open outage and fail now, whether anybody was notified of it or not. */
export function countDown(states: ReadonlyMap<string, ServiceState>): number {
  return [...states.values()].filter((state) => isFailing(state) && openOutage(state) !== null).length;
}
