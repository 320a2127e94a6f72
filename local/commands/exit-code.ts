/** The exit code of a command, from the run that it made. */

import type { Run } from '../../lambda/core/run/run';

/** 1 if a service is known not to be healthy; otherwise 3 if a service could not be asked; 0 if all are healthy. */
export function exitCodeOf(run: Pick<Run, 'results' | 'unasked'>): 0 | 1 | 3 {
  if (run.results.some(({ kind }) => kind !== 'healthy')) return 1;
  return run.unasked.length > 0 ? 3 : 0;
}
