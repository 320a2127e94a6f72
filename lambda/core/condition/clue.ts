/** A fact that may explain an incident. It decides nothing. */
export interface Clue {
  /** A stable code, such as `version_changed`. */
  readonly code: string;
  /** When it happened, in milliseconds since 1970; `null` if that is not known, or it still goes on. */
  readonly at: number | null;
  /** Of clean text: `version 2.4.1 → 2.5.0 at 09:27, 3 min before`. */
  readonly message: string;
}
