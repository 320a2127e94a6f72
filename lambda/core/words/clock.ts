/** The clock that the core is given, and how long ago something was on clocks that may be set. */

export interface Clock {
  /** Milliseconds since 1970. May step back if the system's clock is set. */
  now(): number;
  /** Milliseconds since some start; they never step back. */
  elapsed(): number;
  /** Waits; ends early, without an error, if `signal` is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** Clocks of two processes may differ by this much, in milliseconds. */
const CLOCKS_APART_MS = 5 * 60_000;

/**
 * The time from `at` to `now`, in milliseconds; never negative. A time more than five minutes later than now was made by a clock that has been
 * set back since: it counts as long ago, so that nothing waits for it.
 */
export function elapsedMs(at: number, now: number): number {
  return at > now + CLOCKS_APART_MS ? Number.POSITIVE_INFINITY : Math.max(0, now - at);
}
