/** What is true of a service's incidents, from run to run: facts alone, whoever hears of them. */

import type { AlertPolicy } from '../config/config';
import type { Verdict } from '../probe/classify';
import type { IncidentKind, Severity, VerdictKind } from '../words/codes';
import { type LastHealthy, lastHealthyOf } from './last-healthy';

/** When a series of verdicts becomes an incident, and when it is over. */
export type IncidentPolicy = Pick<AlertPolicy, 'failureThreshold' | 'successThreshold'>;

/** What an incident is opened with, and keeps to its end, so that no filter lets one without the other through. */
export interface IncidentSubject {
  readonly severity: Severity;
  readonly environment: string | null;
}

/** The part of a verdict that incidents hang on. Its reason may be a stored one, of another version. */
export type Finding = Pick<Verdict, 'kind' | 'message' | 'httpStatus' | 'errorCode' | 'report'> & {
  readonly reason: string;
};

export interface Incident extends IncidentSubject {
  /** Unique among the incidents of its service, of all kinds. */
  readonly id: string;
  readonly kind: IncidentKind;
  /** The first verdict of the failing runs, in milliseconds since 1970. */
  readonly openedAt: number;
  /** The latest that has held for the threshold. */
  readonly verdict: VerdictKind;
  /** Of the latest run with this verdict. */
  readonly reason: string;
  readonly message: string;
  readonly httpStatus: number | null;
  /** Runs in a row, up to the latest, that found this verdict. */
  readonly verdictRuns: number;
  /** All failing runs since it began. */
  readonly failedRuns: number;
  /** Healthy runs in a row: above zero it is recovering. */
  readonly healthyRuns: number;
  /** Another verdict that has not held for long enough yet. */
  readonly change: { readonly verdict: VerdictKind; readonly runs: number } | null;
}

/** An incident that is over. */
export interface PastIncident {
  readonly id: string;
  readonly kind: IncidentKind;
  readonly openedAt: number;
  readonly resolvedAt: number;
  readonly verdict: VerdictKind;
  readonly reason: string;
  readonly message: string;
  readonly failedRuns: number;
}

/** The incidents of one service, and what leads to them. */
export interface IncidentState {
  /** Failing runs that have not reached the threshold; `null` while an outage is open. */
  readonly pending: { readonly since: number; readonly runs: number } | null;
  /**
   * Open incidents of all kinds. Of each kind the first goes on; a second is a duplicate that was opened while the store
   * was away, and ends with the first.
   */
  readonly open: readonly Incident[];
  readonly lastHealthy: LastHealthy | null;
  /** How many incidents there have been. */
  readonly incidents: number;
  /** The latest last; bounded. */
  readonly past: readonly PastIncident[];
}

export interface Step<State extends IncidentState> {
  readonly state: State;
  /** Incidents that this run has ended, as they were at their end. */
  readonly ended: readonly Incident[];
}

/** What a run brings besides its finding; `now` in milliseconds since 1970. */
export interface Advancing {
  readonly policy: IncidentPolicy;
  readonly subject: IncidentSubject;
  readonly now: number;
}

export const INITIAL_STATE: IncidentState = { pending: null, open: [], lastHealthy: null, incidents: 0, past: [] };

/** How many past incidents of a service are kept. */
export const PAST_KEPT = 20;

/** The open incidents without duplicates: one of each kind. */
export function distinctIncidents(open: readonly Incident[]): readonly Incident[] {
  return open.filter(({ id, kind }) => open.find((incident) => incident.kind === kind)?.id === id);
}

/** The open incident of a kind; `null` if there is none. */
export function openIncident({ open }: Pick<IncidentState, 'open'>, kind: IncidentKind): Incident | null {
  return open.find((incident) => incident.kind === kind) ?? null;
}

/**
 * One run's verdict on one service: what it makes of the service's outage. Incidents of other kinds stay as they are.
 * `now` is the run's time in milliseconds since 1970; a clock that steps back does no harm.
 */
export function advance<State extends IncidentState>(
  state: State,
  finding: Finding,
  { policy, subject, now }: Advancing,
): Step<State> {
  const outage = openIncident(state, 'outage');
  if (finding.kind === 'healthy') {
    const well = { ...state, pending: null, lastHealthy: lastHealthyOf(finding.report, now) };
    return outage === null ? { state: well, ended: [] } : recover(well, outage, policy, now);
  }
  if (outage === null) return { state: fail(state, finding, { policy, subject, now }), ended: [] };
  return { state: withOpen(state, continued(outage, finding, policy)), ended: [] };
}

/** A service that is no longer asked: all that is open ends. */
export function retire<State extends IncidentState>(state: State, now: number): Step<State> {
  return end({ ...state, pending: null }, state.open, now);
}

function recover<State extends IncidentState>(
  state: State,
  outage: Incident,
  { successThreshold }: IncidentPolicy,
  now: number,
): Step<State> {
  const recovering = { ...outage, healthyRuns: outage.healthyRuns + 1, verdictRuns: 0, change: null };
  const next = withOpen(state, recovering);
  if (recovering.healthyRuns < successThreshold) return { state: next, ended: [] };
  return end(
    next,
    next.open.filter(({ kind }) => kind === 'outage'),
    now,
  );
}

function end<State extends IncidentState>(state: State, ended: readonly Incident[], now: number): Step<State> {
  const past = [...state.past, ...ended.map((incident) => pastOf(incident, now))].slice(-PAST_KEPT);
  return { state: { ...state, open: state.open.filter((incident) => !ended.includes(incident)), past }, ended };
}

/** An incident's end is never before its beginning, whatever the clock says. */
function pastOf({ id, kind, openedAt, verdict, reason, message, failedRuns }: Incident, now: number): PastIncident {
  return { id, kind, openedAt, resolvedAt: Math.max(now, openedAt), verdict, reason, message, failedRuns };
}

function fail<State extends IncidentState>(
  state: State,
  { kind: verdict, reason, message, httpStatus }: Finding,
  { policy, subject, now }: Advancing,
): State {
  const since = Math.min(state.pending?.since ?? now, now);
  const runs = (state.pending?.runs ?? 0) + 1;
  if (runs < policy.failureThreshold) return { ...state, pending: { since, runs } };
  const incident: Incident = {
    severity: subject.severity,
    environment: subject.environment,
    id: `${compactInstant(since)}-${state.incidents + 1}`,
    kind: 'outage',
    openedAt: since,
    ...{ verdict, reason, message, httpStatus },
    verdictRuns: 1,
    failedRuns: runs,
    healthyRuns: 0,
    change: null,
  };
  return { ...state, pending: null, open: [...state.open, incident], incidents: state.incidents + 1 };
}

function continued(incident: Incident, finding: Finding, { failureThreshold }: IncidentPolicy): Incident {
  const { kind: verdict, reason, message, httpStatus } = finding;
  const failing = { ...incident, failedRuns: incident.failedRuns + 1, healthyRuns: 0 };
  // A reason belongs to its verdict: that of a change which may not hold is not taken over.
  const found = { verdict, reason, message, httpStatus, change: null };
  if (verdict === incident.verdict) return { ...failing, ...found, verdictRuns: incident.verdictRuns + 1 };
  const runs = incident.change?.verdict === verdict ? incident.change.runs + 1 : 1;
  if (runs >= failureThreshold) return { ...failing, ...found, verdictRuns: runs };
  return { ...failing, verdictRuns: 0, change: { verdict, runs } };
}

/** The first incident of its kind in a new shape. */
function withOpen<State extends IncidentState>(state: State, incident: Incident): State {
  return { ...state, open: state.open.map((one) => (one.id === incident.id ? incident : one)) };
}

/** `20261121T093000.000Z`; with the count of incidents behind it, an id is unique though a clock may repeat itself. */
function compactInstant(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/[-:]/g, '');
}
