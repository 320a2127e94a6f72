/** The clock that the core is given. */

export interface Clock {
  /** Milliseconds since 1970. May step back if the system's clock is set. */
  now(): number;
  /** Milliseconds since some start; they never step back. */
  elapsed(): number;
  /** Waits; ends early, without an error, if `signal` is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}
