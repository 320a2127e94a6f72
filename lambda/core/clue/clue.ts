/** Clues: facts that may explain an outage. They decide nothing. */

import { isJsonObject } from '../words/json';
import { readInstant, readList, readText } from '../words/stored-value';

/** A fact that may explain an incident. It decides nothing. */
export interface Clue {
  /** A stable code, such as `version_changed`. */
  readonly code: string;
  /** When it happened, in milliseconds since 1970; `null` if that is not known, or it still goes on. */
  readonly at: number | null;
  /** Of clean text: `version 2.4.1 → 2.5.0 at 09:27, 3 min before`. */
  readonly message: string;
}

/** The clues to one outage, open or over. */
export interface OutageClues {
  /** The outage's id, as the service counts it. */
  readonly incident: string;
  /** The strongest, newest first; at most `MOST_CLUES`. */
  readonly found: readonly Clue[];
}

/** How many clues an alert and a view have of an outage. */
export const MOST_CLUES = 4;
/** The longest message of a clue, and of a condition in an alert, in characters. */
export const CLUE_LENGTH = 160;

/** Reads what any version has stored; `null` if there is nothing, or its outage is not known. */
export function readOutageClues(raw: unknown): OutageClues | null {
  if (!isJsonObject(raw) || typeof raw.incident !== 'string') return null;
  const found = readList(raw.found, (one) => {
    if (!isJsonObject(one)) return null;
    const [code, message] = [readText(one.code), readText(one.message)];
    return code === null || message === null ? null : { code, at: readInstant(one.at), message };
  });
  return { incident: raw.incident, found: found.slice(0, MOST_CLUES) };
}
