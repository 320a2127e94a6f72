/** Whose knowledge of outages holds back the incident of the budget that they spent. */

import { type Incident, openIncidents } from '../incident/incident';
import type { NotifyContext } from './due';
import { type Notified, type NotifyState, notifiedOf, recordsOf } from './notified';

/**
 * Whether a receiver is not notified of the incident of a budget, since it was or will be notified of all outages that spent it: what one
 * outage has cost is no news. If it does not know one of them, the budget would be used too fast for all that it knows. An outage that is not
 * kept any more counts as unknown: an alert may come twice, never not at all.
 */
export function isHeldBack(
  { spentBy }: Pick<Incident, 'spentBy'>,
  state: NotifyState,
  { receiver, filter }: Pick<NotifyContext, 'receiver' | 'filter'>,
): boolean {
  if (spentBy.length === 0) return false;
  return spentBy.every((id) => {
    const outage = outageOf(id, state);
    if (outage === undefined) return false;
    if (sameOutages(outage, state).some((one) => isNotified(notifiedOf(state, one, receiver)))) return true;
    // Who is notified only after a time is not needed for what others know.
    return filter.afterMs > 0 && filter.wants(outage) && isKnown(outage, state);
  });
}

/** Whether no receiver is notified of the incident of a budget, since receivers were notified of the outages that spent it. */
export function isHeldBackFromAll({ id, spentBy }: Pick<Incident, 'id' | 'spentBy'>, state: NotifyState): boolean {
  if (spentBy.length === 0 || recordsOf(state, id).some(([, record]) => isNotified(record))) return false;
  return spentBy.every((spender) => {
    const outage = outageOf(spender, state);
    return outage !== undefined && isKnown(outage, state);
  });
}

function outageOf(id: string, { incidents }: NotifyState): Incident | undefined {
  return incidents.find((one) => one.kind === 'outage' && one.id === id);
}

/** The open incidents, without those of budgets of which no receiver is notified: there is nothing to silence, and nobody needs to be on them. */
export function unexplainedIncidents(state: NotifyState): readonly Incident[] {
  return openIncidents(state).filter((incident) => !isHeldBackFromAll(incident, state));
}

/** Whether any receiver was notified of an outage, or will be. */
function isKnown(outage: Incident, state: NotifyState): boolean {
  return sameOutages(outage, state).some((id) => recordsOf(state, id).some(([, record]) => isNotified(record)));
}

/** The ids of an outage: its own, and those of its duplicates, of which a receiver may have been notified in its place. */
function sameOutages({ id, over }: Incident, { incidents }: NotifyState): readonly string[] {
  if (over !== null) return over.of === undefined ? [id] : [id, over.of];
  return incidents.filter((one) => one.kind === 'outage' && one.over === null).map((one) => one.id);
}

/** Whether a receiver was notified of an incident, or is about to be; it may have been one of those that were only counted. */
function isNotified({ due, opened, over }: Notified): boolean {
  return due !== null || opened !== null || over !== null;
}
