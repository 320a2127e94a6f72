/** Why people are told: the state of one service from run to run, and the events that a verdict makes of it. */

import type { Verdict, VerdictKind } from './classify';

/** When a verdict becomes an event. */
export interface AlertPolicy {
  /** Runs in a row that must fail before an incident opens, or before another verdict counts as a change. */
  readonly failureThreshold: number;
  /** Healthy runs in a row that end an incident. */
  readonly successThreshold: number;
  /** The silence after which an open incident is told again, in milliseconds; `null` for never. */
  readonly remindEveryMs: number | null;
}

/** The part of a verdict that incidents hang on and tell. */
export type Finding = Pick<Verdict, 'kind' | 'reason' | 'message' | 'httpStatus' | 'errorCode' | 'report'>;

export interface Incident {
  /** Unique among the incidents of its service. */
  readonly id: string;
  /** The first verdict of the failing runs, in milliseconds since 1970. */
  readonly openedAt: number;
  /** As told last; a change of it is an event. */
  readonly verdict: VerdictKind;
  /** Of the latest run with this verdict. */
  readonly reason: string;
  readonly message: string;
  readonly httpStatus: number | null;
  /** All failing runs since it began. */
  readonly failedRuns: number;
  /** Healthy runs in a row, which may be its end. */
  readonly healthyRuns: number;
  /** The verdicts that people have been told of. */
  readonly told: readonly VerdictKind[];
  /** Another verdict that has not held for long enough yet. */
  readonly change: { readonly verdict: VerdictKind; readonly runs: number } | null;
  /** When people were last told of it. */
  readonly toldAt: number;
}

/** An incident that is over. */
export interface PastIncident {
  readonly id: string;
  readonly openedAt: number;
  readonly resolvedAt: number;
  readonly verdict: VerdictKind;
  readonly reason: string;
  readonly message: string;
  readonly failedRuns: number;
}

/** What a service said when it was last well. */
export interface LastHealthy {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly version: string | null;
  readonly uptimeSeconds: number | null;
  readonly memoryUsedMb: number | null;
  readonly memoryTotalMb: number | null;
}

/** All that `advance` remembers of a service. */
export interface IncidentState {
  /** Failing runs that have not reached the threshold; `null` while an incident is open. */
  readonly suspicion: { readonly since: number; readonly runs: number } | null;
  readonly incident: Incident | null;
  readonly lastHealthy: LastHealthy | null;
  /** How many incidents there have been. */
  readonly incidents: number;
  /** The latest last; bounded. */
  readonly past: readonly PastIncident[];
}

export type EventKind = 'opened' | 'updated' | 'reminder' | 'resolved';

/** What one run changed. */
export interface IncidentEvent {
  readonly kind: EventKind;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** As it is with this event; of a resolved one, as it was at its end. */
  readonly incident: Incident;
  /** What was found: healthy for a resolved incident. */
  readonly finding: Finding;
  /** What had been told before; `null` for the first event. */
  readonly previous: PreviousFinding | null;
  readonly lastHealthy: LastHealthy | null;
}

/** What an incident was found to be before an event. */
export type PreviousFinding = Pick<Incident, 'verdict' | 'reason' | 'message'>;

export interface Step {
  readonly state: IncidentState;
  readonly events: readonly IncidentEvent[];
}

export const INITIAL_STATE: IncidentState = {
  suspicion: null,
  incident: null,
  lastHealthy: null,
  incidents: 0,
  past: [],
};
/** How many past incidents of a service are kept. */
export const PAST_KEPT = 20;
/** Runs that a verdict must hold before people are told of it a second time in one incident. */
export const RETURN_RUNS = 5;
export const REMOVED_REASON = 'removed_from_config';

/** One run's verdict on one service. `now` is its time in milliseconds since 1970; a clock that steps back does no harm. */
export function advance(state: IncidentState, finding: Finding, policy: AlertPolicy, now: number): Step {
  if (finding.kind === 'healthy') return advanceWell(state, finding, policy, now);
  return state.incident === null
    ? advanceSuspicion(state, finding, policy, now)
    : advanceIncident(state, state.incident, finding, policy, now);
}

/** The end of a service that is no longer in the config. */
export function retire(state: IncidentState, now: number): Step {
  if (state.incident === null) return { state: { ...state, suspicion: null }, events: [] };
  const { verdict, httpStatus } = state.incident;
  const message = 'it is no longer in the config, so its incident is closed; whether it is well is not known';
  return resolve(
    state,
    state.incident,
    { kind: verdict, reason: REMOVED_REASON, message, httpStatus, errorCode: null, report: null },
    now,
  );
}

function advanceWell(state: IncidentState, finding: Finding, policy: AlertPolicy, now: number): Step {
  const well = { ...state, suspicion: null, lastHealthy: lastHealthyOf(finding, now) };
  if (state.incident === null) return { state: well, events: [] };
  const healthyRuns = state.incident.healthyRuns + 1;
  const incident = { ...state.incident, healthyRuns, change: null };
  if (healthyRuns < policy.successThreshold) return { state: { ...well, incident }, events: [] };
  return resolve(well, incident, finding, now);
}

/** An incident once it is over; its end is never before its beginning, whatever the clock says. */
export function endOf({ id, openedAt, verdict, reason, message, failedRuns }: Incident, now: number): PastIncident {
  return { id, openedAt, resolvedAt: Math.max(now, openedAt), verdict, reason, message, failedRuns };
}

function resolve(state: IncidentState, incident: Incident, finding: Finding, now: number): Step {
  const { verdict, reason, message } = incident;
  const over = endOf(incident, now);
  const past = [...state.past, over].slice(-PAST_KEPT);
  const event: IncidentEvent = {
    kind: 'resolved',
    at: over.resolvedAt,
    incident,
    finding,
    previous: { verdict, reason, message },
    lastHealthy: state.lastHealthy,
  };
  return { state: { ...state, suspicion: null, incident: null, past }, events: [event] };
}

function advanceSuspicion(state: IncidentState, finding: Finding, policy: AlertPolicy, now: number): Step {
  const since = Math.min(state.suspicion?.since ?? now, now);
  const runs = (state.suspicion?.runs ?? 0) + 1;
  if (runs < policy.failureThreshold) return { state: { ...state, suspicion: { since, runs } }, events: [] };
  const incident: Incident = {
    id: `${compactInstant(since)}-${state.incidents + 1}`,
    openedAt: since,
    verdict: finding.kind,
    reason: finding.reason,
    message: finding.message,
    httpStatus: finding.httpStatus,
    failedRuns: runs,
    healthyRuns: 0,
    told: [finding.kind],
    change: null,
    toldAt: now,
  };
  const event: IncidentEvent = {
    kind: 'opened',
    at: now,
    incident,
    finding,
    previous: null,
    lastHealthy: state.lastHealthy,
  };
  return { state: { ...state, suspicion: null, incident, incidents: state.incidents + 1 }, events: [event] };
}

function advanceIncident(
  state: IncidentState,
  before: Incident,
  finding: Finding,
  policy: AlertPolicy,
  now: number,
): Step {
  const { reason, message, httpStatus } = finding;
  const found = { reason, message, httpStatus };
  const change = changeOf(before, finding);
  // A reason belongs to its verdict: that of a change which may not hold is not taken over.
  const latest = change === null ? { ...before, ...found } : before;
  const failing = { ...latest, failedRuns: before.failedRuns + 1, healthyRuns: 0, change };
  const tell = (kind: 'updated' | 'reminder', incident: Incident): Step => {
    const previous = { verdict: before.verdict, reason: before.reason, message: before.message };
    const event: IncidentEvent = { kind, at: now, incident, finding, previous, lastHealthy: state.lastHealthy };
    return { state: { ...state, incident }, events: [event] };
  };

  if (change !== null && change.runs >= holdFor(change.verdict, before, policy)) {
    const told = [...new Set([...before.told, finding.kind])];
    return tell('updated', { ...failing, ...found, verdict: finding.kind, told, change: null, toldAt: now });
  }
  // Where the clock has stepped back, the silence is counted anew from now.
  const toldAt = Math.min(before.toldAt, now);
  if (policy.remindEveryMs !== null && now - toldAt >= policy.remindEveryMs) {
    return tell('reminder', { ...failing, toldAt: now });
  }
  return { state: { ...state, incident: { ...failing, toldAt } }, events: [] };
}

/**
 * How many runs a change has to hold. A verdict that people have heard of in this incident has to hold for longer: two
 * bad instances behind one address, taking turns, would otherwise be told of in every run.
 */
function holdFor(verdict: VerdictKind, { told }: Incident, { failureThreshold }: AlertPolicy): number {
  return told.includes(verdict) ? Math.max(failureThreshold, RETURN_RUNS) : failureThreshold;
}

function changeOf({ verdict, change }: Incident, { kind }: Finding): Incident['change'] {
  if (kind === verdict) return null;
  return { verdict: kind, runs: change?.verdict === kind ? change.runs + 1 : 1 };
}

/** `20261121T093000.000Z`; with the count of incidents behind it, an id is unique though a clock may repeat itself. */
function compactInstant(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/[-:]/g, '');
}

function lastHealthyOf({ report }: Finding, now: number): LastHealthy {
  return {
    at: now,
    version: report?.version ?? null,
    uptimeSeconds: report?.uptime ?? null,
    memoryUsedMb: report?.memory.used ?? null,
    memoryTotalMb: report?.memory.total ?? null,
  };
}
