/** How an objective stands, counted over the time of a report in place of its own window. */

import type { Objective } from '../config/config';
import { type Bucket, countedChecks, failedChecks } from '../history/bucket';
import type { Standing } from '../objective/standing';
import type { Period } from './period';

export interface Known extends Period {
  readonly knownSince: number | null;
  readonly now: number;
}

/** None if nothing counts. */
export function periodStandings(
  objective: Objective | null,
  whole: Bucket,
  { from, to, knownSince, now }: Known,
): readonly Standing[] {
  if (objective === null || objective.availability === null) return [];
  const target = objective.availability;
  const counted = countedChecks(whole);
  const bad = failedChecks(counted);
  if (counted.checks === 0) return [];
  const since = Math.max(from, knownSince ?? from);
  const windowMs = to - from;
  const checkMs = (Math.min(to, now) - since) / counted.checks;
  return [
    {
      ...{ aim: 'availability', target, underMs: null, windowMs, since, checks: counted.checks, bad },
      reached: 1 - bad / counted.checks,
      budgetLeftMs: (1 - target) * windowMs - bad * checkMs,
      burnRate: null,
    },
  ];
}
