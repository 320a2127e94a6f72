/** What a run means for the exit code of the command that made it. */

import { notAsked, type Run } from '../../lambda/core/run/run';

/** 1 where a service is known not to be healthy; otherwise 3 where one could not be asked, and 0 where all are healthy. */
export function exitCodeOf(run: Pick<Run, 'results' | 'failures'>): 0 | 1 | 3 {
  if (run.results.some(({ verdict }) => verdict.kind !== 'healthy')) return 1;
  return notAsked(run).length > 0 ? 3 : 0;
}
