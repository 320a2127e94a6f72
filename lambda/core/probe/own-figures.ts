/** The figures of a check that belong to its service: the same in metrics, histories and views. */

import type { Checked } from './check-result';
import type { Report } from './report';

/** The report, if it is this very service's: another service's report would draw a wrong curve. */
export function ownReport({ reason, report }: Pick<Checked, 'reason' | 'report'>): Report | null {
  return reason === 'wrong_service' ? null : report;
}

/** Returns whether the request started the service, which scales to zero: that is not a restart. */
export function startedByCheck({ report, timings }: Pick<Checked, 'report' | 'timings'>): boolean {
  const uptime = report?.uptime ?? null;
  return uptime !== null && uptime * 1_000 <= timings.totalMs;
}

/** Whether the service has answered at all. */
export function hasAnswered({ kind }: Checked): boolean {
  return kind !== 'unreachable';
}

/**
 * The response time in milliseconds; `null` if no answer came, since the time until a failure is no response time, if only other regions
 * reached it, and if the time is the checker's own.
 */
export function responseMs(check: Checked): number | null {
  const { totalMs, blockedMs } = check.timings;
  return hasAnswered(check) && blockedMs === undefined && check.views === undefined ? totalMs : null;
}
