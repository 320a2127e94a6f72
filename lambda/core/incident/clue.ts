/** Clues: facts that may explain an outage. They decide nothing. */

import * as v from 'valibot';
import { code, firstOf, instant, known, line } from '../state/fields/stored-value';

/** A fact that may explain an incident. It decides nothing. */
export interface Clue {
  /** A stable code, such as `version_changed`. */
  readonly code: string;
  /** When it happened, in milliseconds since 1970; `null` if that is not known, or it still goes on. */
  readonly at: number | null;
  /** Of clean text: `version 2.4.1 → 2.5.0 at 09:27, 3 min before`. */
  readonly message: string;
}

/** How many clues an alert and a view have of an outage. */
export const MOST_CLUES = 4;
/** The longest message of a clue, and of a condition in an alert, in characters. */
export const CLUE_LENGTH = 160;

export const cluesSchema: v.GenericSchema<unknown, readonly Clue[]> = firstOf(
  v.object({ code, at: known(instant), message: line(CLUE_LENGTH) }),
  MOST_CLUES,
);
