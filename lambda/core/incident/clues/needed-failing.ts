/** The clue that something that a service needs failed when its outage began, or shortly before. */

import { cleanText } from '../../words/clean-text';
import { CLUE_LENGTH, type Clue } from '../clue';
import { type IncidentState, openOutage } from '../incident';
import type { ClueCode } from './clue-order';
import { clockTime } from './clues';
import { SAME_TIME_MS } from './others-failing';

/** A service that is needed, and how it failed last. */
export interface NeededFailure {
  readonly service: string;
  /** From the first failing check to the last, in milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
}

/** How a service failed last, at `now`, as far as that is known; `null` if it did not. */
export function lastFailure(
  service: string,
  state: Pick<IncidentState, 'incidents' | 'pending'>,
  now: number,
): NeededFailure | null {
  if (state.pending !== null) return { service, from: state.pending.since, to: now };
  const outage = openOutage(state) ?? state.incidents.findLast(({ kind }) => kind === 'outage') ?? null;
  return outage && { service, from: outage.openedAt, to: outage.lastFailedAt };
}

/** The clue to an outage that began at `openedAt`; `null` if nothing that is needed failed then or within two minutes before. */
export function neededClue(openedAt: number, failures: readonly NeededFailure[]): Clue | null {
  const [first, ...others] = failures
    .filter(({ from, to }) => from <= openedAt + SAME_TIME_MS && to >= openedAt - SAME_TIME_MS)
    .sort((left, right) => left.from - right.from);
  if (first === undefined) return null;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  const message = `${first.service}${more}, which it needs, began to fail at ${clockTime(first.from, openedAt)}`;
  return { code: NEEDED_FAILING, at: first.from, message: cleanText(message, CLUE_LENGTH) };
}

export const NEEDED_FAILING = 'needed_failing' satisfies ClueCode;
