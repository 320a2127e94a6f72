/** The result of one service in one run. */

import type { Service } from '../config/config';
import type { RunFailure } from '../words/run-failure';
import type { Verdict } from './classify';
import type { Timings } from './observation';

/** A verdict, or the run's failure if the checker itself could not ask. */
export type Check = CheckResult | FailedCheck;

/** A service that could not be asked: there is nothing to judge, to measure or to notify. */
export interface FailedCheck {
  readonly service: Service;
  readonly verdict: null;
  /** All services of a run that is inconclusive share one. */
  readonly failure: RunFailure;
}

export interface CheckResult {
  readonly service: Service;
  /** The timings of the last attempt. */
  readonly verdict: Verdict;
  /** How many attempts were made. */
  readonly attempts: number;
  /** The start of the last attempt, in milliseconds since 1970. */
  readonly checkedAt: number;
  /** Of the last attempt. */
  readonly timings: Timings;
}

/** Whether the service was asked. */
export function hasVerdict(check: Check): check is CheckResult {
  return check.verdict !== null;
}

/** The failures of checks, each once. */
export function askingFailures(failed: readonly FailedCheck[]): readonly RunFailure[] {
  return [...new Set(failed.map(({ failure }) => failure))];
}
