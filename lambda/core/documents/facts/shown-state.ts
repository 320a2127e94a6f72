/** The states of services at a glance: each service has exactly one, so that the counts add up to all of them. */

import { isFailing, type Shown, SUMMARY_STATES, type SummaryState, summaryStateOf } from '../state';
import type { DeploymentFacts, ServiceWithState, ViewContext } from './deployment-facts';
import { isRecovering, silencesOn, stateOf } from './service-view';

/** Returns the state to show: only a failing service is shown as silenced or in maintenance. */
export function shownAs(known: ViewContext, service: ServiceWithState): Shown {
  const before = found.get(known) ?? new Map<ServiceWithState, Shown>();
  found.set(known, before);
  const shown = before.get(service) ?? find(known, service);
  before.set(service, shown);
  return shown;
}

/** A cache, since each part of a view needs this for all services. */
const found = new WeakMap<ViewContext, Map<ServiceWithState, Shown>>();

function find(known: ViewContext, service: ServiceWithState): Shown {
  const state = stateOf(known, service);
  if (state === 'healthy') return isRecovering(state, service) ? 'recovering' : state;
  const [silence] = isFailing(state) ? silencesOn(known, service) : [];
  if (!silence) return state;
  return silence.planned ? 'maintenance' : 'silenced';
}

/** Returns the number of services in each state, the worst first, without states that no service is in. */
export function countSummaryStates(
  known: DeploymentFacts,
): readonly (readonly [summaryState: SummaryState, count: number])[] {
  const counts = new Map<SummaryState, number>();
  for (const service of known.services) {
    const summaryState = summaryStateOf(shownAs(known, service));
    counts.set(summaryState, (counts.get(summaryState) ?? 0) + 1);
  }
  return SUMMARY_STATES.flatMap((summaryState) => {
    const count = counts.get(summaryState);
    return count === undefined ? [] : [[summaryState, count] as const];
  });
}
