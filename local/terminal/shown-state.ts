/** The states of a service that a terminal shows after a run. */

import type { Known, KnownService } from '../../lambda/core/documents/facts/known';
import { isRecovering, stateOf } from '../../lambda/core/documents/facts/service-view';
import { STATE_MARKS, type State } from '../../lambda/core/documents/state';
import { FAILURE_KINDS } from '../../lambda/core/words/codes';
import { VERDICT_PHRASES } from '../../lambda/core/words/verdict-phrase';
import type { Color } from './colors';

/** Its state, or `recovering`: it answers healthy, but its outage is still open. */
export type ShownState = State | 'recovering';

/** From the worst to the best. */
export const SHOWN_STATES: readonly ShownState[] = [
  ...FAILURE_KINDS,
  ...(['unknown', 'recovering', 'degraded', 'healthy'] as const),
];

interface StateStyle {
  readonly mark: string;
  readonly color: Color;
  /** In a sum: `2 in error`. */
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

export function shownState(known: Known, service: KnownService): ShownState {
  const state = stateOf(known, service);
  return isRecovering(state, service) ? 'recovering' : state;
}

/** The services from the worst to the best; those that are alike keep their order. */
export function worstFirst<Of extends Known>(known: Of): Of {
  return inOrder(known, (left, right) => left - right);
}

/** The services from the best to the worst, for a table with a prompt below it. */
export function worstLast<Of extends Known>(known: Of): Of {
  return inOrder(known, (left, right) => right - left);
}

function inOrder<Of extends Known>(known: Of, compare: (left: number, right: number) => number): Of {
  const ranks = new Map(
    known.services.map((service) => {
      const rank = SHOWN_STATES.indexOf(shownState(known, service)) * 2;
      const latest = service.state?.latest;
      return [service, latest?.kind === 'healthy' && latest.warnings.length > 0 ? rank - 1 : rank];
    }),
  );
  const services = known.services.toSorted((left, right) => compare(ranks.get(left) ?? 0, ranks.get(right) ?? 0));
  return { ...known, services };
}
