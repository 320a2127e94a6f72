/** The facts about the services after a run of this process, from which documents are made. */

import type { Config } from '../../lambda/core/config/config';
import type { ViewFacts } from '../../lambda/core/documents/facts/gather-view';
import { problemsOf } from '../../lambda/core/documents/words/problem-words';
import { longestCheckMs } from '../../lambda/core/invoke/invocation';
import type { Run } from '../../lambda/core/run/run';
import { type ServiceState, STALE_INTERVALS } from '../../lambda/core/state/service-state';
import { currentStates } from '../../lambda/core/state/snapshot';

/** The facts until the next run. Of the history they have only the last checks. */
export interface RunFacts extends Omit<ViewFacts, 'now'> {
  readonly states: ReadonlyMap<string, ServiceState>;
}

/** The results of a run that its facts are made from. */
export type RunResults = Pick<Run, 'states' | 'silences' | 'failures'>;

/** `config` has the services of the run. */
export function factsFromRun(config: Config, run: RunResults): RunFacts {
  return {
    staleAfterMs: STALE_INTERVALS * config.intervalMs + longestCheckMs(config, 1),
    states: currentStates(run.states),
    silences: run.silences,
    isDeployed: false,
    problems: problemsOf(run.failures),
  };
}
