/** Updates the outage of a service from run to run. */

import { withoutEnded } from '../fields/fields';
import { lastHealthyOf, withRun } from '../history/recent-runs';
import { type ServiceChange, sumUpChanges } from '../history/service-change';
import { elapsedMs } from '../words/clock';
import {
  type End,
  FAILING_PERIODS_KEPT,
  type Finding,
  INCIDENT,
  type Incident,
  type IncidentState,
  joinRelapses,
  openOutage,
  type RunInput,
  type Streak,
  withNew,
} from './incident';
import { hasRecovered, watchedUntil } from './recovery';

/** A relapse after this time is notified, in milliseconds: ten minutes, less half a minute, since runs do not begin on the second. */
const HEALTHY_FOR_LONG_MS = 9.5 * 60_000;
/** How many failing runs a failing period has at least: fewer are chance. */
const LEAST_RUNS = 3;

interface StateWithChanges extends IncidentState {
  readonly changes: readonly ServiceChange[];
}

/**
 * Applies the finding of one run to the outage of a service; incidents of other kinds stay as they are. A failure while it recovers is a
 * relapse of the same incident. `now` is the time of the check in milliseconds since 1970; a clock that is set back does no harm.
 */
export function advanceOutage<State extends StateWithChanges>(
  before: State,
  finding: Finding,
  context: RunInput,
): State {
  const isHealthy = finding.kind === 'healthy';
  const state = { ...before, recentRuns: withRun(before.recentRuns, isHealthy) };
  if (!isHealthy)
    return openOutage(state) === null ? countFailure(state, finding, context) : continueOutage(state, finding, context);
  // If only other regions reached it, there is no new report.
  const lastHealthy = finding.views === undefined ? lastHealthyOf(finding.report, context.now) : state.lastHealthy;
  const well = { ...state, pending: null, lastHealthy };
  return advanceRecovery(well, context);
}

/** Ends all open incidents of a service that has left the config. */
export function retire<State extends StateWithChanges>(state: State, now: number): State {
  const incidents = state.incidents.map((incident) =>
    incident.over === null
      ? endIncident({ ...incident, ...stopFailing(incident, now) }, { at: now, why: 'removed' }, state)
      : incident,
  );
  return { ...state, pending: null, incidents };
}

/** The end of an incident is never before its beginning, even if the clock was set back. */
export function endIncident(incident: Incident, over: End, { changes }: Pick<StateWithChanges, 'changes'>): Incident {
  const at = Math.max(incident.openedAt, over.at);
  const changed = sumUpChanges(changes, incident.openedAt);
  return withoutEnded({ ...incident, over: { ...over, at }, changed }, INCIDENT);
}

function advanceRecovery<State extends StateWithChanges>(before: State, context: RunInput): State {
  const { now } = context;
  const healed = before.incidents.map((incident) =>
    isOpenOutage(incident) ? withHealthyRun(incident, before.run, now) : incident,
  );
  const failingPeriods = [...before.failingPeriods, ...endedFailingPeriods(before, now)].slice(-FAILING_PERIODS_KEPT);
  const state = { ...before, incidents: healed, failingPeriods };
  const real = openOutage(state);
  if (real === null) return state;
  if (!hasRecovered(real, state, context)) {
    const watched = { ...real, watchedUntil: watchedUntil(real, state, context) };
    return { ...state, incidents: healed.map((incident) => (incident === real ? watched : incident)) };
  }
  const at = Math.min(real.recovery?.since ?? now, now);
  const endOf = (incident: Incident): End =>
    incident === real ? { at, why: 'well' } : { at, why: 'duplicate', of: real.id };
  const incidents = healed.map((incident) =>
    isOpenOutage(incident) ? endIncident(incident, endOf(incident), state) : incident,
  );
  return { ...state, incidents };
}

/** Only healthy checks after the last failing check count, whichever process saw that. */
function withHealthyRun(outage: Incident, run: number, now: number): Incident {
  const { recovery, lastFailedAt } = outage;
  const goesOn = recovery !== null && elapsedMs(lastFailedAt, now) > elapsedMs(recovery.since, now);
  const next: Streak = goesOn
    ? { since: recovery.since, runs: recovery.runs + 1 }
    : { since: now, runs: elapsedMs(lastFailedAt, now) > 0 ? 1 : 0 };
  return { ...outage, ...stopFailing(outage, now), run, recovery: next, verdictRuns: 0, change: null };
}

/** The outage does not fail any more. */
function stopFailing({ failing, downMs }: Incident, now: number): Pick<Incident, 'failing' | 'downMs'> {
  return { failing: null, downMs: failing === null ? downMs : downMs + Math.max(0, now - failing.since) };
}

function endedFailingPeriods(state: IncidentState, now: number): IncidentState['failingPeriods'] {
  const outage = openOutage(state);
  if (outage?.failing == null || outage.failing.runs < LEAST_RUNS) return [];
  return [{ incident: outage.id, ...outage.failing, until: now }];
}

function countFailure<State extends StateWithChanges>(
  state: State,
  { kind: verdict, reason, message, httpStatus, errorCode, failingSince, views = [] }: Finding,
  { policy, subject: { severity, environment }, url, now }: RunInput,
): State {
  const pending = pendingAfter(state, failingSince ?? now);
  if (pending.runs < policy.failureThreshold) return { ...state, pending };
  const { run, lastHealthy } = state;
  const opened: Omit<Incident, 'id'> = {
    ...INCIDENT.initial,
    kind: 'outage',
    severity,
    environment,
    url,
    run,
    openedAt: pending.since,
    noticedAt: now,
    failing: pending,
    lastFailedAt: now,
    failedRuns: pending.runs,
    verdict,
    verdictRuns: 1,
    reason,
    message,
    firstMessage: message,
    httpStatus,
    errorCode,
    regions: views,
    lastHealthy,
  };
  return { ...withNew(state, opened), pending: null };
}

/** An outage begins with the first failing check after the last end. */
function pendingAfter({ pending, incidents }: IncidentState, now: number): Streak {
  const ends = incidents.flatMap(({ kind, over }) => (kind === 'outage' && over !== null ? [over.at] : []));
  const goesOn = pending !== null && ends.every((at) => elapsedMs(at, now) > elapsedMs(pending.since, now));
  return goesOn ? { since: Math.min(pending.since, now), runs: pending.runs + 1 } : { since: now, runs: 1 };
}

function continueOutage<State extends StateWithChanges>(state: State, finding: Finding, context: RunInput): State {
  const incidents = state.incidents.map((incident) =>
    isOpenOutage(incident) ? withFailedRun(incident, state, finding, context) : incident,
  );
  return { ...state, pending: null, incidents };
}

function withFailedRun(
  outage: Incident,
  { run, lastHealthy }: StateWithChanges,
  finding: Finding,
  context: RunInput,
): Incident {
  const { now, url } = context;
  const { failing, recovery } = outage;
  const since = finding.failingSince ?? now;
  const isRelapse = failing === null;
  const wasHealthyForLong = recovery !== null && elapsedMs(recovery.since, now) >= HEALTHY_FOR_LONG_MS;
  return {
    ...outage,
    ...verdictAfter(outage, finding, context.policy),
    run,
    url,
    recovery: null,
    watchedUntil: null,
    failing: isRelapse ? { since, runs: 1 } : { since: Math.min(failing.since, since), runs: failing.runs + 1 },
    lastFailedAt: Math.max(outage.lastFailedAt, now),
    failedRuns: outage.failedRuns + 1,
    ...(isRelapse && {
      failures: outage.failures + 1,
      // A clock that was set back may bring the same time again.
      relapses: joinRelapses(outage.relapses, [since]),
      lateRelapses: outage.lateRelapses + (wasHealthyForLong ? 1 : 0),
      lastHealthy,
    }),
  };
}

/** A reason belongs to its verdict: while a change of verdict may not hold, its reason is not used. */
function verdictAfter(
  outage: Incident,
  { kind: verdict, reason, message, httpStatus, errorCode, views = [] }: Finding,
  { failureThreshold }: RunInput['policy'],
): Partial<Incident> {
  const found = { verdict, reason, message, httpStatus, errorCode, regions: views, change: null };
  if (verdict === outage.verdict) return { ...found, verdictRuns: outage.verdictRuns + 1 };
  const runs = outage.change?.verdict === verdict ? outage.change.runs + 1 : 1;
  return runs >= failureThreshold ? { ...found, verdictRuns: runs } : { verdictRuns: 0, change: { verdict, runs } };
}

function isOpenOutage({ kind, over }: Incident): boolean {
  return kind === 'outage' && over === null;
}
