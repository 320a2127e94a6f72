/** How the latest runs of a service went: facts that outlive its incidents. */

import { readText } from '../words/stored-value';

export interface RecentRuns {
  /** One mark a run, the latest last; bounded. */
  readonly recentRuns: string;
  /** The latest healthy runs in a row, which began at `since`, in milliseconds since 1970; `null` before the first. */
  readonly healthy: { readonly since: number; readonly runs: number } | null;
}

export const NO_RUNS: RecentRuns = { recentRuns: '', healthy: null };

/** How many runs are kept. */
export const RECENT_RUNS_KEPT = 20;

const HEALTHY = '.';
const FAILED = 'x';

/** Adds a run at `now`. If the clock was set back, the healthy runs in a row begin now. */
export function withRun<State extends RecentRuns>(state: State, isHealthy: boolean, now: number): State {
  const recentRuns = `${state.recentRuns}${isHealthy ? HEALTHY : FAILED}`.slice(-RECENT_RUNS_KEPT);
  if (!isHealthy) return { ...state, recentRuns };
  const row = state.recentRuns.endsWith(FAILED) ? null : state.healthy;
  return { ...state, recentRuns, healthy: { since: Math.min(row?.since ?? now, now), runs: (row?.runs ?? 0) + 1 } };
}

/** How many of the recent runs failed. */
export function countFailed({ recentRuns }: Pick<RecentRuns, 'recentRuns'>): number {
  return recentRuns.split(FAILED).length - 1;
}

/** Reads stored marks, whichever version wrote them; none if they make no sense. */
export function readRecentRuns(raw: unknown): string {
  const marks = readText(raw) ?? '';
  return /^[.x]*$/.test(marks) ? marks.slice(-RECENT_RUNS_KEPT) : '';
}
