/** The states of a service that a terminal shows after a run. */

import { openOutage } from '../../lambda/core/incident/incident';
import { VERDICT_PHRASES } from '../../lambda/core/message/verdict-phrase';
import type { CheckResult } from '../../lambda/core/probe/check-result';
import type { Run } from '../../lambda/core/run/run';
import { FAILURE_KINDS, type VerdictKind } from '../../lambda/core/words/codes';
import { STATE_MARKS } from '../../lambda/view/state';

/** A verdict, or `recovering`: healthy, but its outage is still open. */
export type ShownState = VerdictKind | 'recovering';

/** From the worst to the best. */
export const SHOWN_STATES: readonly ShownState[] = [...FAILURE_KINDS, 'recovering', 'healthy'];

interface Shown {
  readonly mark: string;
  readonly color: 'green' | 'yellow' | 'red' | 'magenta';
  /** In a sum: `2 in error`. */
  readonly phrase: string;
}

export const SHOWN: Readonly<Record<ShownState, Shown>> = {
  healthy: { mark: STATE_MARKS.healthy, color: 'green', phrase: VERDICT_PHRASES.healthy },
  recovering: { mark: STATE_MARKS.healthy, color: 'yellow', phrase: 'recovering' },
  unhealthy: { mark: STATE_MARKS.unhealthy, color: 'yellow', phrase: VERDICT_PHRASES.unhealthy },
  error: { mark: STATE_MARKS.error, color: 'red', phrase: VERDICT_PHRASES.error },
  unreachable: { mark: STATE_MARKS.unreachable, color: 'red', phrase: VERDICT_PHRASES.unreachable },
  invalid: { mark: STATE_MARKS.invalid, color: 'magenta', phrase: VERDICT_PHRASES.invalid },
};

export function shownState({ states }: Pick<Run, 'states'>, { kind, service }: CheckResult): ShownState {
  const state = states.get(service.id)?.state;
  return kind === 'healthy' && state && openOutage(state) !== null ? 'recovering' : kind;
}

/** The results from the worst to the best; those that are alike keep their order. */
export function worstFirst(run: Pick<Run, 'states' | 'results'>): readonly CheckResult[] {
  const ranks = new Map(
    run.results.map((result) => {
      const rank = SHOWN_STATES.indexOf(shownState(run, result)) * 2;
      return [result, result.kind === 'healthy' && result.warnings.length > 0 ? rank - 1 : rank];
    }),
  );
  return [...run.results].sort((left, right) => (ranks.get(left) ?? 0) - (ranks.get(right) ?? 0));
}
