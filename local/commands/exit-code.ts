/** The exit code of a command, from what its run has found. */

import type { State } from '../../lambda/core/documents/state';
import type { RunDocument } from '../documents/run-document';

/**
 * 1 if a service is known to fail, with `strict` also if a service is degraded; otherwise 3 if a service could not be checked; 0 if all
 * are healthy, or degraded at worst.
 */
export function exitCodeOf({ services, summary }: RunDocument, strict = false): 0 | 1 | 3 {
  const good: readonly State[] = strict ? ['healthy'] : ['healthy', 'degraded'];
  if (services.some(({ state }) => !good.includes(state))) return 1;
  return services.length < summary.total ? 3 : 0;
}
