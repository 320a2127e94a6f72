/** The exit code of a command, from what is known after its run. */

import { stateOf } from '../../lambda/core/documents/facts/service-view';
import type { State } from '../../lambda/core/documents/state';
import { askedIn, type KnownRun } from '../documents/known-run';

/**
 * 1 if a service is known to fail, with `strict` also if one is degraded; otherwise 3 if a service could not be asked; 0 if all
 * are healthy, or degraded at worst.
 */
export function exitCodeOf(known: KnownRun, strict = false): 0 | 1 | 3 {
  const good: readonly State[] = strict ? ['healthy'] : ['healthy', 'degraded'];
  const asked = askedIn(known);
  if (asked.some((service) => !good.includes(stateOf(known, service)))) return 1;
  return asked.length < known.services.length ? 3 : 0;
}
