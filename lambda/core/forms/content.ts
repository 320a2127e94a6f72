/** What a notification says to people, in the order of their questions, before it is a mail or a card. */

/** A label, with one line or several. */
export type Fact = readonly [label: string, lines: readonly string[]];

export interface Content {
  /** What is broken. */
  readonly headline: string;
  /** What else is broken, since when, what was seen of it, what changed, and in a group the services. */
  readonly facts: readonly Fact[];
  /** What to look at first; `null` if the incident is over. */
  readonly firstLook: string | null;
  /** Where it is; `null` if that is not known. */
  readonly where: string | null;
}

/** How many services or alerts a mail and a card list. */
export const MOST_LISTED = 20;
