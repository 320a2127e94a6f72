/** The states of a service that a terminal shows after a run. */

import { STATE_MARKS, type State } from '../../lambda/core/documents/state';
import { FAILURE_KINDS, VERDICT_PHRASES } from '../../lambda/core/words/codes';
import type { CheckedService, RunDocument } from '../documents/run-document';
import type { Color } from './colors';

/** The state of a service, or `recovering`: it answers healthy, but its outage is still open. */
export type ShownState = State | 'recovering';

/** From the worst to the best. */
export const SHOWN_STATES: readonly ShownState[] = [
  ...FAILURE_KINDS,
  ...(['unknown', 'recovering', 'degraded', 'healthy'] as const),
];

interface StateStyle {
  readonly mark: string;
  readonly color: Color;
  /** The words in a sum: `2 in error`. */
  readonly phrase: string;
}

export const SHOWN: Readonly<Record<ShownState, StateStyle>> = {
  healthy: { mark: STATE_MARKS.healthy, color: 'green', phrase: VERDICT_PHRASES.healthy },
  recovering: { mark: STATE_MARKS.healthy, color: 'amber', phrase: 'recovering' },
  degraded: { mark: STATE_MARKS.degraded, color: 'teal', phrase: 'degraded' },
  unknown: { mark: STATE_MARKS.unknown, color: 'amber', phrase: 'unknown' },
  unhealthy: { mark: STATE_MARKS.unhealthy, color: 'amber', phrase: VERDICT_PHRASES.unhealthy },
  error: { mark: STATE_MARKS.error, color: 'red', phrase: VERDICT_PHRASES.error },
  unreachable: { mark: STATE_MARKS.unreachable, color: 'red', phrase: VERDICT_PHRASES.unreachable },
  invalid: { mark: STATE_MARKS.invalid, color: 'magenta', phrase: VERDICT_PHRASES.invalid },
};

export function shownState({ state, incident }: CheckedService): ShownState {
  return incident !== null && (state === 'healthy' || state === 'degraded') ? 'recovering' : state;
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
  const ranks = new Map([
    ...run.services.map((service) => [service.service, rankOf(service)] as const),
    ...run.notAsked.map(({ service, state }) => [service, SHOWN_STATES.indexOf(state) * 2] as const),
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

/**
 * What is behind a service that it needs ranks below all that fails by itself, a healthy service with a warning below a healthy service
 * without.
 */
function rankOf(service: CheckedService): number {
  if (service.behind !== null && service.verdict !== 'healthy') return FAILURE_KINDS.length * 2 - 1;
  const rank = SHOWN_STATES.indexOf(shownState(service)) * 2;
  return service.verdict === 'healthy' && service.warnings.length > 0 ? rank - 1 : rank;
}
