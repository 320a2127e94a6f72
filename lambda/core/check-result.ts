/** The verdict of one service in one run. */

import type { Verdict } from './classify';
import type { Service } from './config';
import type { Timings } from './observation';

export interface CheckResult {
  readonly service: Service;
  /** Of the last attempt. */
  readonly verdict: Verdict;
  /** How many attempts were made. */
  readonly attempts: number;
  /** The start of the last attempt, in milliseconds since 1970. */
  readonly checkedAt: number;
  /** Of the last attempt. */
  readonly timings: Timings;
}
