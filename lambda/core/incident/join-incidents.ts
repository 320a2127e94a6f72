/** Puts together what two states know of incidents: of each the end, and the larger counts. */

import { joinLists, known, larger } from '../words/join';
import { RELAPSES_KEPT } from './advance-outage';
import { byBeginning, type Incident, matterOf, NOT_GOING_ON } from './incident';

/** Two lists as one, sorted by their beginning: idempotent, commutative and associative. */
export function joinIncidents(left: readonly Incident[], right: readonly Incident[]): readonly Incident[] {
  return joinLists(left, right, {
    key: (one) => `${matterOf(one)} ${one.id}`,
    order: byBeginning,
    most: Number.POSITIVE_INFINITY,
    join: joinIncident,
  });
}

/** What was found counts by the number of its run, never by the clock. */
function joinIncident(left: Incident, right: Incident): Incident {
  const joined = {
    ...larger(foundOf(left), foundOf(right), ({ run }) => run, lastingOf),
    openedAt: Math.min(left.openedAt, right.openedAt),
    noticedAt: Math.min(left.noticedAt, right.noticedAt),
    over: known(left.over, right.over, ({ at }) => -at),
    lastFailedAt: Math.max(left.lastFailedAt, right.lastFailedAt),
    failedRuns: Math.max(left.failedRuns, right.failedRuns),
    failures: Math.max(left.failures, right.failures),
    downMs: Math.max(left.downMs, right.downMs),
    relapses: joinLists(left.relapses, right.relapses, {
      key: (at) => at,
      order: (one, other) => one - other,
      most: RELAPSES_KEPT,
    }),
    lateRelapses: Math.max(left.lateRelapses, right.lateRelapses),
    settled: left.settled || right.settled,
    ...((left.over ?? right.over) !== null && NOT_GOING_ON),
  };
  return joined.settled ? settledIncident(joined) : joined;
}

/**
 * What stays of it once it is settled, and what stays once it is over: of two runs with one number the same one must count before and
 * after.
 */
function lastingOf(found: ReturnType<typeof foundOf>): unknown {
  const { verdict, reason, message, stage, severity, environment, clues, others } = found;
  const { verdictRuns, httpStatus, errorCode, url, lastHealthy, changed } = found;
  const settled = [verdict, reason, message, stage, severity, environment, clues, others];
  return [settled, [verdictRuns, httpStatus, errorCode, url, lastHealthy, changed]];
}

/** What is not joined field by field. */
function foundOf({
  openedAt: _openedAt,
  noticedAt: _noticedAt,
  settled: _settled,
  over: _over,
  lastFailedAt: _lastFailedAt,
  failedRuns: _failedRuns,
  failures: _failures,
  downMs: _downMs,
  relapses: _relapses,
  lateRelapses: _lateRelapses,
  ...found
}: Incident) {
  return found;
}

/** An incident of which nothing more is to be done or said, without what only alerts need. */
export function settledIncident(incident: Incident): Incident {
  return {
    ...{ ...incident, settled: true, httpStatus: null, errorCode: null, verdictRuns: 0 },
    ...{ ...NOT_GOING_ON, lastFailedAt: incident.openedAt, relapses: [], url: '' },
    ...{ lastHealthy: null, changed: null },
  };
}
