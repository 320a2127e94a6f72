/** Holds back the incident of a budget from receivers that know the outages that spent it. */

import { type Incident, openIncidents } from '../incident/incident';
import { behindPeriodsOf } from './behind';
import type { NotifyContext } from './due';
import type { HeldAlerts } from './held-alerts';
import { type Notified, type NotifyState, notifiedOf, recordsOf } from './notified';

/**
 * Whether a receiver is not notified of the incident of a budget, since it was or will be notified of all outages that spent it: the cost of an
 * outage is no news. If it does not know an outage, the budget would be used too fast for all that it knows. An outage that is not
 * kept any more counts as unknown: an alert may come twice, never not at all.
 */
export function isHeldBackByOutages(
  { spentBy }: Pick<Incident, 'spentBy'>,
  state: NotifyState & HeldAlerts,
  { receiver, filter }: Pick<NotifyContext, 'receiver' | 'filter'>,
): boolean {
  if (spentBy.length === 0) return false;
  return spentBy.every((id) => {
    const outage = outageOf(id, state);
    if (outage === undefined) return false;
    if (duplicatesOf(outage, state).some((same) => isNotified(notifiedOf(state, same, receiver)))) return true;
    if (!filter.wants(outage)) return false;
    // It was notified of what the service needs.
    if (wasBehind(id, state)) return true;
    // Who is notified only after a time is not needed for what others know.
    return filter.afterMs > 0 && isKnown(outage, state);
  });
}

/** Whether no receiver is notified of the incident of a budget, since receivers were notified of the outages that spent it. */
export function isHeldBackFromAll({ id, spentBy }: Incident, state: NotifyState & HeldAlerts): boolean {
  if (spentBy.length === 0 || recordsOf(state, id).some(([, record]) => isNotified(record))) return false;
  return spentBy.every((spender) => {
    const outage = outageOf(spender, state);
    return outage !== undefined && (isKnown(outage, state) || wasBehind(spender, state));
  });
}

function wasBehind(id: string, { heldAlerts }: NotifyState & HeldAlerts): boolean {
  return behindPeriodsOf(heldAlerts, id).length > 0;
}

function outageOf(id: string, { incidents }: NotifyState): Incident | undefined {
  return incidents.find((incident) => incident.kind === 'outage' && incident.id === id);
}

/** The open incidents, without those of budgets of which no receiver is notified: nobody needs to silence or acknowledge these. */
export function unexplainedIncidents(state: NotifyState & HeldAlerts): readonly Incident[] {
  return openIncidents(state).filter((incident) => !isHeldBackFromAll(incident, state));
}

/** Whether any receiver was notified of an outage, or will be. */
function isKnown(outage: Incident, state: NotifyState): boolean {
  return duplicatesOf(outage, state).some((id) => recordsOf(state, id).some(([, record]) => isNotified(record)));
}

/** The ids of an outage: its own, and those of its duplicates, of which a receiver may have been notified in its place. */
function duplicatesOf({ id, over }: Incident, { incidents }: NotifyState): readonly string[] {
  if (over !== null) return over.of === undefined ? [id] : [id, over.of];
  return incidents
    .filter((incident) => incident.kind === 'outage' && incident.over === null)
    .map((incident) => incident.id);
}

/** Whether a receiver was notified of an incident, or is about to be; the incident may only have been counted. */
function isNotified({ due, opened, over }: Notified): boolean {
  return due !== null || opened !== null || over !== null;
}
