/** What a service is taken to be. */

import type { FailureKind, VerdictKind } from '../core/words/codes';

/** A verdict, or `unknown`: never checked, or not for so long that the last verdict says nothing of now. */
export type State = VerdictKind | 'unknown';

/** Whether it is known that something is wrong. */
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
