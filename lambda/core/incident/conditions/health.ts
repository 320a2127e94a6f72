/** How a service is, all in all: between healthy and failing it can be degraded. */

import type { VerdictKind } from '../../words/codes';

/** A verdict; `degraded` if a service answers healthy while a condition holds. */
export type Health = VerdictKind | 'degraded';

/** From the verdict of the last check, and the conditions that hold. */
export function healthOf(kind: VerdictKind, conditions: readonly unknown[]): Health {
  return kind === 'healthy' && conditions.length > 0 ? 'degraded' : kind;
}
