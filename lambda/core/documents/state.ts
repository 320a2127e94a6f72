/** The state of a service that a view shows. */

import type { Health } from '../conditions/condition';
import type { FailureKind } from '../words/codes';

/** Its health, or `unknown`: never checked, or the last check is stale. */
export type State = Health | 'unknown';

/** Returns whether the service is failing in this state. */
export function isFailing(state: State): state is FailureKind {
  return state !== 'healthy' && state !== 'degraded' && state !== 'unknown';
}

/** The state of a service, or a fact to show instead: it is silenced, in maintenance, or recovering. */
export type Shown = State | 'silenced' | 'maintenance' | 'recovering';

/** The states at a glance, from the worst to the best; `down` covers every kind of failure. */
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

/** The icons of the states as characters, for a terminal and a title. Every kind of failure has the icon of `down`. */
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

/** Returns the words that follow `is`: `down`, `in maintenance`. */
export function shownWord(shown: Shown | SummaryState): string {
  return shown === 'maintenance' ? 'in maintenance' : shown;
}

/** Returns the words for a number of services, or one beside no reason: `down, silenced`. */
export function countedWord(state: SummaryState): string {
  if (state === 'silenced') return 'down, silenced';
  return state === 'maintenance' ? 'in maintenance, down' : state;
}

/** The state of all services together. */
export type Whole = 'healthy' | 'degraded' | 'failing' | 'unknown';

export function summaryStateOf(shown: Shown): SummaryState {
  return isDown(shown) ? 'down' : shown;
}

export function isDown(shown: Shown): shown is Exclude<Shown, Exclude<SummaryState, 'down'>> {
  return shown !== 'silenced' && shown !== 'maintenance' && shown !== 'recovering' && isFailing(shown);
}
