/** Time, as the core asks for it. */

export interface Clock {
  /** Milliseconds since 1970. May step back when the system's clock is set. */
  now(): number;
  /** Milliseconds that only ever grow, from some start. */
  elapsed(): number;
  /** Waits; ends early, without an error, when `signal` is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}
