/** Bounds what a state keeps: incidents about which nothing is open or owed any more are made small, and the oldest of them are dropped. */

import { type Incident, problemOf, SETTLED_KEPT } from '../incident/incident';
import { INCIDENT } from '../incident/incident-fields';
import { isOwed, type NotifiedOfAll, type NotifyState, recordsOf } from '../notify/notified';
import { withoutEnded } from './fields/fields';

export interface Settling extends NotifyState {
  /** The beginning of the newest incident of each matter that is not kept any more: none of that matter that is older comes back. */
  readonly forgotten: Readonly<Record<string, number>>;
}

/** Call this after incidents, or what receivers know of them, have changed. */
export function settle<State extends Settling>(state: State): State {
  const lastOutage = state.incidents.findLast(({ kind }) => kind === 'outage');
  const incidents = state.incidents.map((one) => {
    if (!isSettled(one, state)) return one;
    const small = one.settled ? one : withoutEnded({ ...one, settled: true }, INCIDENT);
    const isBare = small.clues.length === 0 && small.others === null;
    return one === lastOutage || isBare ? small : { ...small, clues: [], others: null };
  });
  const dropped = incidents.filter((one) => one.settled && isSettled(one, state)).slice(0, -SETTLED_KEPT);
  const forgotten = dropped.reduce(withForgotten, state.forgotten);
  return withoutForgotten({ ...state, incidents: incidents.filter((one) => !dropped.includes(one)), forgotten });
}

/** Whether an incident is over, and no receiver of the config is owed an alert about it. */
export function isSettled(incident: Incident, state: NotifyState): boolean {
  return incident.over !== null && recordsOf(state, incident.id).every(([, record]) => !isOwed(record));
}

/**
 * Without what was dropped before, and what receivers knew of that. What is owed again, since another process knew more, stays: also what is
 * owed to a receiver that has left the config, for of two states that are joined only one may know that. It is dropped when its state settles.
 */
export function withoutForgotten<State extends Settling>(state: State): State {
  const isForgotten = (one: Incident) =>
    one.settled &&
    one.openedAt <= (state.forgotten[problemOf(one)] ?? Number.NEGATIVE_INFINITY) &&
    isSettled(one, { ...state, receivers: null });
  const incidents = state.incidents.filter((one) => !isForgotten(one));
  return { ...state, incidents, notified: recordsAbout(incidents, state.notified) };
}

function withForgotten(forgotten: Settling['forgotten'], incident: Incident): Settling['forgotten'] {
  const matter = problemOf(incident);
  const known = forgotten[matter] ?? Number.NEGATIVE_INFINITY;
  return incident.openedAt > known ? { ...forgotten, [matter]: incident.openedAt } : forgotten;
}

/** Those of incidents that are kept. */
function recordsAbout(incidents: readonly Incident[], notified: NotifiedOfAll): NotifiedOfAll {
  const known = incidents.flatMap(({ id }) => (notified[id] === undefined ? [] : [[id, notified[id]] as const]));
  return known.length === Object.keys(notified).length ? notified : Object.fromEntries(known);
}
