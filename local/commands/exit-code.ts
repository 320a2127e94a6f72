/** The exit code of a command, from the run that it made. */

import type { Health } from '../../lambda/core/condition/health';
import { healthIn, type Run } from '../../lambda/core/run/run';

/**
 * 1 if a service is known to fail, with `strict` also if one is degraded; otherwise 3 if a service could not be asked; 0 if all
 * are healthy, or degraded at worst.
 */
export function exitCodeOf(run: Pick<Run, 'results' | 'unasked' | 'states'>, strict = false): 0 | 1 | 3 {
  const good: readonly Health[] = strict ? ['healthy'] : ['healthy', 'degraded'];
  if (run.results.some((result) => !good.includes(healthIn(run, result)))) return 1;
  return run.unasked.length > 0 ? 3 : 0;
}
