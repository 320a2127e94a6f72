/** Clues: facts that may explain an outage. They decide nothing. */

import * as v from 'valibot';
import { address, code, count, firstOf, id, instant, line, orNull } from '../fields/stored-value';

/** A fact that may explain an incident. It decides nothing. */
export interface Clue {
  /** A stable code, such as `version_changed`. */
  readonly code: string;
  /** When it happened, in milliseconds since 1970; `null` if that is not known, or if it lasts still. */
  readonly at: number | null;
  /** Clean text: `version 2.4.1 → 2.5.0 at 09:27, 3 min earlier`. */
  readonly message: string;
}

/** How many clues an alert and a view have of an outage. */
export const MOST_CLUES = 4;
/** The longest message of a clue, and of a condition in an alert, in characters. */
export const CLUE_LENGTH = 160;

export const cluesSchema: v.GenericSchema<unknown, readonly Clue[]> = firstOf(
  v.object({ code, at: orNull(instant), message: line(CLUE_LENGTH) }),
  MOST_CLUES,
);

/** `at` is ISO 8601 in UTC with milliseconds; `null` if it lasts still, or if that is not known. */
export interface ClueDocument extends Pick<Clue, 'code' | 'message'> {
  readonly at: string | null;
}

export function clueDocuments(clues: readonly Clue[]): readonly ClueDocument[] {
  return clues.map(({ code, at, message }) => ({ code, at: at === null ? null : new Date(at).toISOString(), message }));
}

/** How many of the other services are stored by name. */
export const OTHERS_STORED = 5;

export interface OthersFailing {
  /** How many other services began to fail within two minutes of the outage, and failed in its latest failing run. */
  readonly count: number;
  /** The ids of the first of them, at most `OTHERS_STORED`. */
  readonly ids: readonly string[];
  /** When the first of all of them began to fail, the outage included, in milliseconds since 1970. */
  readonly since: number;
  /** The IP address that all of them have, and no service that is healthy; `null` if there is none. */
  readonly address: string | null;
  /** The group of the config that all of them are in; `null` if there is none. */
  readonly group: string | null;
}

export const othersFailingSchema = v.object({
  count,
  ids: firstOf(id, OTHERS_STORED),
  since: instant,
  address: orNull(address),
  group: orNull(id),
});
