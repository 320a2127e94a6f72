/** The state of a service that a view shows. */

import type { Health } from '../conditions/condition';
import type { FailureKind } from '../words/codes';

/** Its health, or `unknown`: never checked, or the last check is stale. */
export type State = Health | 'unknown';

/** Whether a state means that something is wrong. */
export function isFailing(state: State): state is FailureKind {
  return state !== 'healthy' && state !== 'degraded' && state !== 'unknown';
}

/** The state of a service, or what people should know of it first: that nobody is notified of it, or that it recovers. */
export type Shown = State | 'silenced' | 'maintenance' | 'recovering';

/** How a service is at a glance, from the worst to the best; `down` has each way to fail. */
export const SUMMARY_STATES = [
  'down',
  'unknown',
  'degraded',
  'recovering',
  'silenced',
  'maintenance',
  'healthy',
] as const;
export type SummaryState = (typeof SUMMARY_STATES)[number];

const DOWN_MARK = '✕';

/** The icons of the states as characters, for a terminal and a title. Every way to fail has that of `down`. */
export const STATE_MARKS: Readonly<Record<Shown | SummaryState, string>> = {
  down: DOWN_MARK,
  unreachable: DOWN_MARK,
  error: DOWN_MARK,
  unhealthy: DOWN_MARK,
  invalid: DOWN_MARK,
  unknown: '?',
  degraded: '▲',
  recovering: '◐',
  silenced: '–',
  maintenance: '■',
  healthy: '✓',
};

/** The state as people read it after `is`: `down`, `in maintenance`. */
export function shownWord(shown: Shown | SummaryState): string {
  return shown === 'maintenance' ? 'in maintenance' : shown;
}

/** The state of all services together. */
export type Whole = 'healthy' | 'degraded' | 'failing' | 'unknown';

export function summaryStateOf(shown: Shown): SummaryState {
  return isDown(shown) ? 'down' : shown;
}

export function isDown(shown: Shown): shown is Exclude<Shown, Exclude<SummaryState, 'down'>> {
  return shown !== 'silenced' && shown !== 'maintenance' && shown !== 'recovering' && isFailing(shown);
}
