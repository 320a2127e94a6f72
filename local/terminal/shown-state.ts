/** Shows the state of a service by a mark, a word and a colour, each of which is enough alone. */

import {
  isFailing,
  STATE_MARKS,
  type State,
  SUMMARY_STATES,
  type SummaryState,
  shownWord,
  summaryStateOf,
} from '../../lambda/core/documents/state';
import { FAILURE_KINDS } from '../../lambda/core/words/codes';
import type { CheckedService, RunDocument } from '../documents/run-document';
import type { Colors } from './colors';

export const STATE_COLORS: Readonly<Record<SummaryState, keyof Colors>> = {
  down: 'red',
  unknown: 'amber',
  degraded: 'amber',
  recovering: 'amber',
  silenced: 'dim',
  maintenance: 'dim',
  healthy: 'green',
};

/** `✕ down`, `■ in maintenance`. */
export function markedWord(state: SummaryState): string {
  return `${STATE_MARKS[state]} ${shownWord(state)}`;
}

/** Returns the summary state that follows from the health alone. */
export function summaryOf(state: State): SummaryState {
  return isFailing(state) ? 'down' : state;
}

export function shownState({ shown }: Pick<CheckedService, 'shown'>): SummaryState {
  return summaryStateOf(shown);
}

/** The services, and the incidents by those, from the worst to the best; those that are alike keep their order. */
export function worstFirst(run: RunDocument): RunDocument {
  return inOrder(run, (left, right) => left - right);
}

/** The services, and the incidents by those, from the best to the worst, for a table with a prompt below it. */
export function worstLast(run: RunDocument): RunDocument {
  return inOrder(run, (left, right) => right - left);
}

/** The incidents of services that have left the config stay last. */
function inOrder(run: RunDocument, compare: (left: number, right: number) => number): RunDocument {
  const warned = new Set(run.incidents.map(({ service }) => service));
  const ranks = new Map([
    ...run.services.map((service) => [service.service, rankOf(service, warned)] as const),
    ...run.notAsked.map(({ service, state }) => [service, rankOfState(summaryOf(state))] as const),
  ]);
  const compareServices = (left: string, right: string) => {
    const ours = ranks.get(left);
    const theirs = ranks.get(right);
    if (ours === undefined || theirs === undefined) return Number(ours === undefined) - Number(theirs === undefined);
    return compare(ours, theirs);
  };
  const byService = (left: { readonly service: string }, right: { readonly service: string }) =>
    compareServices(left.service, right.service);
  return { ...run, services: run.services.toSorted(byService), incidents: run.incidents.toSorted(byService) };
}

/** Between two states there is room for each verdict, and for what is behind another service. */
const STEP = FAILURE_KINDS.length + 2;

function rankOfState(state: SummaryState): number {
  return SUMMARY_STATES.indexOf(state) * STEP;
}

/**
 * Of services that are down, those that can't be reached come first, and those behind a service that they need last. A healthy service with
 * a warning or an incident comes before those without.
 */
function rankOf(service: CheckedService, withIncident: ReadonlySet<string>): number {
  const rank = rankOfState(shownState(service));
  const { verdict, behind, warnings } = service;
  if (verdict === 'healthy') return warnings.length > 0 || withIncident.has(service.service) ? rank - 1 : rank;
  return rank + (behind === null ? FAILURE_KINDS.indexOf(verdict) : FAILURE_KINDS.length);
}
