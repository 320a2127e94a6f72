/** Clues: facts that may explain an outage. They decide nothing. */

import { isJsonObject } from '../words/json';
import { LONGEST, readInstant, readLine, readList } from '../words/stored-value';

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

/** Reads stored clues; what makes no sense is left out. */
export function readClues(raw: unknown): readonly Clue[] {
  const clues = readList(raw, (one) => {
    if (!isJsonObject(one)) return null;
    const [code, message] = [readLine(one.code, LONGEST.code), readLine(one.message, CLUE_LENGTH)];
    return code === null || message === null ? null : { code, at: readInstant(one.at), message };
  });
  return clues.slice(0, MOST_CLUES);
}
