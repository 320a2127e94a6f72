/** Clues: facts that may explain an outage. They decide nothing. */

import * as v from 'valibot';
import { address, code, count, firstOf, id, instant, line, orNull } from '../fields/stored-value';

/** How many clues an alert and a view have of an outage. */
export const MOST_CLUES = 4;
/** The longest message of a clue, and of a condition in an alert, in characters. */
export const CLUE_LENGTH = 160;

/** A fact that may explain an incident. It decides nothing. */
const clueSchema = v.object({
  /** A stable code, such as `version_changed`. */
  code,
  /** When it happened, in milliseconds since 1970; `null` if that is not known, or if it lasts still. */
  at: orNull(instant),
  /** Clean text: `version 2.4.1 → 2.5.0 at 09:27, 3 min earlier`. */
  message: line(CLUE_LENGTH),
});
export type Clue = Readonly<v.InferOutput<typeof clueSchema>>;

export const cluesSchema = firstOf(clueSchema, MOST_CLUES);

/** `at` is ISO 8601 in UTC with milliseconds; `null` if it lasts still, or if that is not known. */
export interface ClueDocument extends Pick<Clue, 'code' | 'message'> {
  readonly at: string | null;
}

export function clueDocuments(clues: readonly Clue[]): readonly ClueDocument[] {
  return clues.map(({ code, at, message }) => ({ code, at: at === null ? null : new Date(at).toISOString(), message }));
}

/** How many of the other services are stored by name. */
export const OTHERS_STORED = 5;

export const othersFailingSchema = v.object({
  /** How many other services began to fail within two minutes of the outage, and failed in its latest failing run. */
  count,
  /** The ids of the first of them, at most `OTHERS_STORED`. */
  ids: firstOf(id, OTHERS_STORED),
  /** When the first of all of them began to fail, the outage included, in milliseconds since 1970. */
  since: instant,
  /** The IP address that all of them have, and no service that is healthy; `null` if there is none. */
  address: orNull(address),
  /** The group of the config that all of them are in; `null` if there is none. */
  group: orNull(id),
});
export type OthersFailing = Readonly<v.InferOutput<typeof othersFailingSchema>>;
