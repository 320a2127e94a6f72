/** How the latest runs of a service went: facts that outlive its incidents. */

import * as v from 'valibot';
import { instant } from '../fields/stored-value';
import { type Figures, figuresEntries, NO_FIGURES } from '../probe/report';

export interface RecentRuns {
  /** A mark for each run, the latest last; bounded. */
  readonly recentRuns: string;
}

/** How many runs are stored. */
export const RECENT_RUNS_KEPT = 20;

const HEALTHY = '.';
const FAILED = 'x';

/** The marks after another run. */
export function withRun(recentRuns: string, isHealthy: boolean): string {
  return `${recentRuns}${isHealthy ? HEALTHY : FAILED}`.slice(-RECENT_RUNS_KEPT);
}

/** How many of the recent runs failed. */
export function countFailed({ recentRuns }: RecentRuns): number {
  return recentRuns.split(FAILED).length - 1;
}

/** Whether any of so many latest runs failed. */
export function hasFailedIn({ recentRuns }: RecentRuns, runs: number): boolean {
  return recentRuns.slice(-runs).includes(FAILED);
}

export const recentRunsSchema = v.pipe(v.string(), v.regex(/^[.x]*$/), v.maxLength(RECENT_RUNS_KEPT));

export interface LastHealthy extends Figures {
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The healthy report as it is stored; `now` in milliseconds since 1970. */
export function lastHealthyOf(report: Figures | null, now: number): LastHealthy {
  const { version, uptime, memory } = report ?? NO_FIGURES;
  return { at: now, version, uptime, memory };
}

export const lastHealthySchema = v.object({ at: instant, ...figuresEntries });
