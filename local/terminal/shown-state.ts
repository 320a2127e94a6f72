/** The states of a service that a terminal shows after a run. */

import type { Health } from '../../lambda/core/condition/health';
import { openOutage } from '../../lambda/core/incident/incident';
import { VERDICT_PHRASES } from '../../lambda/core/message/verdict-phrase';
import type { CheckResult } from '../../lambda/core/probe/check-result';
import { healthIn, type Run } from '../../lambda/core/run/run';
import { FAILURE_KINDS } from '../../lambda/core/words/codes';
import { STATE_MARKS } from '../../lambda/view/known/state';

/** Its health, or `recovering`: it answers healthy, but its outage is still open. */
export type ShownState = Health | 'recovering';

/** From the worst to the best. */
export const SHOWN_STATES: readonly ShownState[] = [...FAILURE_KINDS, 'recovering', 'degraded', 'healthy'];

interface Shown {
  readonly mark: string;
  readonly color: 'green' | 'cyan' | 'yellow' | 'red' | 'magenta';
  /** In a sum: `2 in error`. */
  readonly phrase: string;
}

export const SHOWN: Readonly<Record<ShownState, Shown>> = {
  healthy: { mark: STATE_MARKS.healthy, color: 'green', phrase: VERDICT_PHRASES.healthy },
  recovering: { mark: STATE_MARKS.healthy, color: 'yellow', phrase: 'recovering' },
  degraded: { mark: STATE_MARKS.degraded, color: 'cyan', phrase: 'degraded' },
  unhealthy: { mark: STATE_MARKS.unhealthy, color: 'yellow', phrase: VERDICT_PHRASES.unhealthy },
  error: { mark: STATE_MARKS.error, color: 'red', phrase: VERDICT_PHRASES.error },
  unreachable: { mark: STATE_MARKS.unreachable, color: 'red', phrase: VERDICT_PHRASES.unreachable },
  invalid: { mark: STATE_MARKS.invalid, color: 'magenta', phrase: VERDICT_PHRASES.invalid },
};

export function shownState(run: Pick<Run, 'states'>, result: CheckResult): ShownState {
  const state = run.states.get(result.service.id)?.state;
  return result.kind === 'healthy' && state && openOutage(state) !== null ? 'recovering' : healthIn(run, result);
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
