/** Updates the incidents of a service from run to run. These are facts only: who is notified is decided elsewhere. */

import type { AlertPolicy } from '../config/config';
import type { Verdict } from '../probe/classify';
import type { IncidentKind, Severity, VerdictKind } from '../words/codes';
import { type LastHealthy, lastHealthyOf } from './last-healthy';
import { NO_RUNS, type RecentRuns, withRun } from './recent-runs';

/** How many failing runs in a row open an incident, and how many healthy runs in a row end it. */
export type IncidentPolicy = Pick<AlertPolicy, 'failureThreshold' | 'successThreshold'>;

/** Fixed when an incident opens, and kept to its end: so a filter lets through both its beginning and its end, or neither. */
export interface IncidentSubject {
  readonly severity: Severity;
  readonly environment: string | null;
}

/** The part of a verdict that incidents use. */
export type Finding = Pick<Verdict, 'kind' | 'reason' | 'message' | 'httpStatus' | 'errorCode' | 'report'>;

export interface Incident extends IncidentSubject {
  /** Unique among all incidents of its service. */
  readonly id: string;
  readonly kind: IncidentKind;
  /** The time of the first failing run, in milliseconds since 1970. */
  readonly openedAt: number;
  /** The latest verdict that has held for the threshold. */
  readonly verdict: VerdictKind;
  /** The reason of the latest run with this verdict. */
  readonly reason: string;
  readonly message: string;
  readonly httpStatus: number | null;
  /** How many runs in a row, up to the latest, found this verdict. */
  readonly verdictRuns: number;
  /** All failing runs since the incident opened, the first included. */
  readonly failedRuns: number;
  /** Healthy runs in a row: if above zero, the incident is recovering. */
  readonly healthyRuns: number;
  /** Another verdict that has not yet held for the threshold; `null` if there is none. */
  readonly change: { readonly verdict: VerdictKind; readonly runs: number } | null;
  /** How far a matter has come (`Matter`); missing in an outage. */
  readonly stage?: number;
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

/** The incidents of one service, the failing runs that may become one, and how its latest runs went. */
export interface IncidentState extends RecentRuns {
  /** Failing runs that have not reached the threshold; `null` while an outage is open. */
  readonly pending: { readonly since: number; readonly runs: number } | null;
  /**
   * Open incidents of all kinds. The first one about a thing (`isSameThing`) is the real one. A second one is a duplicate that
   * was opened while the store could not be reached; it ends together with the first.
   */
  readonly open: readonly Incident[];
  readonly lastHealthy: LastHealthy | null;
  /** How many incidents the service has had. */
  readonly incidents: number;
  /** The latest last; bounded. */
  readonly past: readonly PastIncident[];
}

export interface Step<State extends IncidentState> {
  readonly state: State;
  /** Incidents that this run has ended, as they were at their end. */
  readonly ended: readonly Incident[];
}

/** The input of a run besides its finding; `now` in milliseconds since 1970. */
export interface Advancing {
  readonly policy: IncidentPolicy;
  readonly subject: IncidentSubject;
  readonly now: number;
}

export const INITIAL_STATE: IncidentState = {
  ...NO_RUNS,
  pending: null,
  open: [],
  lastHealthy: null,
  incidents: 0,
  past: [],
};

/** How many past incidents of a service are kept. */
export const PAST_KEPT = 20;

/** An incident, or anything that tells as much of one. */
export type About = Pick<Incident, 'kind' | 'reason'>;

/** Whether two incidents are about the same thing. A service has one outage at a time, whatever its reason, and one incident for each other matter. */
export function isSameThing(left: About, right: About): boolean {
  return left.kind === right.kind && (left.kind === 'outage' || left.reason === right.reason);
}

/** The open incidents without duplicates: one about each thing. */
export function distinctIncidents(open: readonly Incident[]): readonly Incident[] {
  return open.filter((one) => open.find((incident) => isSameThing(incident, one)) === one);
}

/** The open outage of a service; `null` if there is none. */
export function openOutage({ open }: Pick<IncidentState, 'open'>): Incident | null {
  return open.find(({ kind }) => kind === 'outage') ?? null;
}

/** Whether another failing run opens an outage. */
export function opensNext(
  state: Pick<IncidentState, 'open' | 'pending'>,
  { failureThreshold }: IncidentPolicy,
): boolean {
  return openOutage(state) === null && (state.pending?.runs ?? 0) + 1 >= failureThreshold;
}

/**
 * Applies the finding of one run to the outage of one service. Incidents of other kinds stay as they are. `now` is the
 * time of the run in milliseconds since 1970; a clock that is set back does no harm.
 */
export function advance<State extends IncidentState>(
  before: State,
  finding: Finding,
  { policy, subject, now }: Advancing,
): Step<State> {
  const state = withRun(before, finding.kind === 'healthy', now);
  const outage = openOutage(state);
  if (finding.kind === 'healthy') {
    const well = { ...state, pending: null, lastHealthy: lastHealthyOf(finding.report, now) };
    return outage === null ? { state: well, ended: [] } : recover(well, outage, policy, now);
  }
  if (outage === null) return { state: fail(state, finding, { policy, subject, now }), ended: [] };
  return { state: withOpen(state, continued(outage, finding, policy)), ended: [] };
}

/** Ends all open incidents of a service that is no longer checked. */
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

/** Ends some of the open incidents. */
export function end<State extends IncidentState>(state: State, ended: readonly Incident[], now: number): Step<State> {
  const past = [...state.past, ...ended.map((incident) => pastOf(incident, now))].slice(-PAST_KEPT);
  return { state: { ...state, open: state.open.filter((incident) => !ended.includes(incident)), past }, ended };
}

/** The end of an incident is never before its beginning, even if the clock was set back. */
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
    id: incidentId(since, state),
    kind: 'outage',
    openedAt: since,
    ...{ verdict, reason, message, httpStatus },
    verdictRuns: 1,
    failedRuns: runs,
    healthyRuns: 0,
    change: null,
  };
  return { ...withNew(state, incident), pending: null };
}

function continued(incident: Incident, finding: Finding, { failureThreshold }: IncidentPolicy): Incident {
  const { kind: verdict, reason, message, httpStatus } = finding;
  const failing = { ...incident, failedRuns: incident.failedRuns + 1, healthyRuns: 0 };
  // A reason belongs to its verdict: while a change of verdict may not hold, its reason is not used.
  const found = { verdict, reason, message, httpStatus, change: null };
  if (verdict === incident.verdict) return { ...failing, ...found, verdictRuns: incident.verdictRuns + 1 };
  const runs = incident.change?.verdict === verdict ? incident.change.runs + 1 : 1;
  if (runs >= failureThreshold) return { ...failing, ...found, verdictRuns: runs };
  return { ...failing, verdictRuns: 0, change: { verdict, runs } };
}

/** Opens an incident. */
export function withNew<State extends IncidentState>(state: State, incident: Incident): State {
  return { ...state, open: [...state.open, incident], incidents: state.incidents + 1 };
}

/** Replaces an open incident by its new value. */
function withOpen<State extends IncidentState>(state: State, incident: Incident): State {
  return { ...state, open: state.open.map((one) => (one.id === incident.id ? incident : one)) };
}

/** `20261121T093000.000Z-7`: when it began, and the count of incidents, which keeps an id unique even if the clock was set back. */
export function incidentId(since: number, { incidents }: IncidentState): string {
  return `${new Date(since).toISOString().replace(/[-:]/g, '')}-${incidents + 1}`;
}
