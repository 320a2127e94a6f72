/** The state of a service that a view shows. */

import type { FailureKind, VerdictKind } from '../core/words/codes';

/** A verdict, or `unknown`: never checked, or the last check is stale. */
export type State = VerdictKind | 'unknown';

/** Whether a state means that something is wrong. */
export function isFailing(state: State): state is FailureKind {
  return state !== 'healthy' && state !== 'unknown';
}

/** The shapes as characters, for a terminal and a title. */
export const STATE_MARKS: Readonly<Record<State, string>> = {
  healthy: '●',
  unhealthy: '▲',
  error: '◆',
  unreachable: '✖',
  invalid: '?',
  unknown: '○',
};
