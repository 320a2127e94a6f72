/** How an objective stands: what has been reached so far in its window, and what is left of its budget. */

/** Of one aim of an objective. */
export interface Standing {
  readonly aim: 'availability' | 'responseTime';
  /** The share of checks that should be good, from 0 to 1. */
  readonly target: number;
  /** In milliseconds; `null` if the aim is availability. */
  readonly underMs: number | null;
  readonly windowMs: number;
  /** Since when checks count, in milliseconds since 1970: the start of the window, or later if the history or the threshold is younger. */
  readonly since: number;
  /** The checks that count, and those of them that were not good. */
  readonly checks: number;
  readonly bad: number;
  /** The share of good checks, from 0 to 1; `null` if none count. */
  readonly reached: number | null;
  /** How long a service may still be bad in this window, in milliseconds; negative if the objective is missed. */
  readonly budgetLeftMs: number;
  /** How many times as fast as the objective allows the budget was used in the last hour; `null` if nothing was checked. */
  readonly burnRate: number | null;
}
