/** How the latest runs of a service went: facts that outlive its incidents. */

import * as v from 'valibot';

export interface RecentRuns {
  /** One mark a run, the latest last; bounded. */
  readonly recentRuns: string;
}

/** How many runs are kept. */
export const RECENT_RUNS_KEPT = 20;

const HEALTHY = '.';
const FAILED = 'x';

/** The marks after one more run. */
export function withRun(recentRuns: string, isHealthy: boolean): string {
  return `${recentRuns}${isHealthy ? HEALTHY : FAILED}`.slice(-RECENT_RUNS_KEPT);
}

/** How many of the recent runs failed. */
export function countFailed({ recentRuns }: RecentRuns): number {
  return recentRuns.split(FAILED).length - 1;
}

export const recentRunsSchema = v.pipe(v.string(), v.regex(/^[.x]*$/), v.maxLength(RECENT_RUNS_KEPT));
