/** An incident: a fact about a service, from its first failing check until it has recovered. Receivers are decided elsewhere. */

import type { AlertPolicy } from '../config/config';
import type { LastHealthy, RecentRuns } from '../history/recent-runs';
import type { ServiceChange } from '../history/service-change';
import type { Verdict } from '../probe/classify';
import type { IncidentKind, Severity, VerdictKind } from '../words/codes';
import { describeDuration } from '../words/duration';
import type { Clue, OthersFailing } from './clue';

/** How many failing runs in a row open an incident, and how many healthy runs in a row end it. */
export type IncidentPolicy = Pick<AlertPolicy, 'failureThreshold' | 'successThreshold'>;

/** Fixed when an incident opens, so that a filter lets through both its opening and its recovery, or neither. */
export interface IncidentSubject {
  readonly severity: Severity;
  readonly environment: string | null;
}

/** The part of a verdict that incidents use. */
export interface Finding extends Pick<Verdict, 'kind' | 'reason' | 'message' | 'httpStatus' | 'errorCode' | 'report'> {
  /** The start of the first failed attempt, in milliseconds since 1970; missing if it is the time of the check. */
  readonly failingSince?: number;
}

/** Runs in a row, and the time of the first of them, in milliseconds since 1970. */
export interface Streak {
  readonly since: number;
  readonly runs: number;
}

/** When an incident ended, and why: its service recovered, left the config, or another incident was about the same problem (`of`). */
export interface End {
  /** For an outage, the first healthy check of its last recovery, in milliseconds since 1970. */
  readonly at: number;
  readonly why: 'well' | 'removed' | 'duplicate';
  /** The id of the real incident; missing unless this incident is its duplicate. */
  readonly of?: string;
}

/** The part of the deployment that an incident of the deployment itself is about. */
export interface Subject {
  readonly kind: 'receiver' | 'pulse' | 'topic';
  /** The id of the receiver or pulse; `sns` for the e-mail addresses of the topic. */
  readonly id: string;
}

/** All times in milliseconds since 1970. */
export interface Incident extends IncidentSubject {
  /** Unique among all incidents of its service. */
  readonly id: string;
  readonly kind: IncidentKind;
  /** `null` unless it is an incident of the deployment itself. */
  readonly subject: Subject | null;
  /** The start of the first failed attempt of an outage. */
  readonly openedAt: number;
  /** The check since which it is an incident: later, if several have to fail. */
  readonly noticedAt: number;
  /** `null` while it is open. */
  readonly over: End | null;
  /** Whether it is over and no alert about it is pending: then the fields that only alerts need are no longer stored. */
  readonly settled: boolean;
  /** The number of the latest run that was about it. */
  readonly run: number;
  /** The latest verdict that has held for the threshold; `healthy` if it is no outage. */
  readonly verdict: VerdictKind;
  /** The reason of the latest run with this verdict. */
  readonly reason: string;
  readonly message: string;
  readonly httpStatus: number | null;
  readonly errorCode: string | null;
  /** How many runs in a row, up to the latest, found this verdict. */
  readonly verdictRuns: number;
  /** Another verdict that has not yet held for the threshold; `null` if there is none. */
  readonly change: { readonly verdict: VerdictKind; readonly runs: number } | null;
  /** How far a problem has come (`Problem`); 0 in an outage. */
  readonly stage: number;
  /**
   * The ids of the outages that spent the budget of an objective, sorted; bounded. Empty if the budget is used too fast without them too,
   * and if it is no objective. It only grows, and stays empty once it is.
   */
  readonly spentBy: readonly string[];
  /** The failing runs up to now; `null` while it recovers. */
  readonly failing: Streak | null;
  /** The healthy runs since the last failing run; `null` while it fails. */
  readonly recovery: Streak | null;
  /** Until when it is watched after it has been healthy for `successThreshold` runs; `null` before that, while it fails, and once it is over. */
  readonly watchedUntil: number | null;
  readonly lastFailedAt: number;
  /** All failing runs, the first included. */
  readonly failedRuns: number;
  /** How often it failed: once, and once more with each relapse. */
  readonly failures: number;
  /** How long it failed, without the failing runs up to now, in milliseconds. */
  readonly downMs: number;
  /** When it relapsed, oldest first; bounded. */
  readonly relapses: readonly number[];
  /** How often it relapsed after it had been healthy for ten minutes. */
  readonly lateRelapses: number;
  /** The URL that was checked; empty if unknown. */
  readonly url: string;
  /** The last healthy report before it failed; `null` if there is none, or if it is no outage. */
  readonly lastHealthy: LastHealthy | null;
  /** Facts that may explain it, newest first; bounded. */
  readonly clues: readonly Clue[];
  /** The other services that failed when it began; `null` if none did, or if it is no outage. */
  readonly others: OthersFailing | null;
  /** How the service changed between its beginning and its end; `null` before the end, or if it did not. */
  readonly changed: Omit<ServiceChange, 'at'> | null;
}

/** A time in which an outage failed without a healthy check between. */
export interface FailingPeriod {
  /** The id of the outage. */
  readonly incident: string;
  readonly since: number;
  /** The first healthy check after it. */
  readonly until: number;
  readonly runs: number;
}

export interface IncidentList {
  /** Open incidents and the newest that are over, sorted by their beginning. */
  readonly incidents: readonly Incident[];
}

/** The incidents of a service, the failing runs that may become an incident, and the results of its latest runs. */
export interface IncidentState extends IncidentList, RecentRuns {
  /** The number of the latest run. */
  readonly run: number;
  /** Failing runs that have not reached the threshold; `null` while an outage is open. */
  readonly pending: Streak | null;
  /** How many incidents the service has had. */
  readonly incidentCount: number;
  readonly lastHealthy: LastHealthy | null;
  /** The latest times in which an outage failed long enough to count for an objective, oldest first; bounded. */
  readonly failingPeriods: readonly FailingPeriod[];
}

/** The input of a run without its finding; `now` in milliseconds since 1970. */
export interface RunInput {
  readonly policy: IncidentPolicy;
  readonly subject: IncidentSubject;
  readonly url: string;
  readonly intervalMs: number;
  readonly now: number;
}

export const INITIAL_STATE: IncidentState = {
  run: 0,
  recentRuns: '',
  pending: null,
  incidents: [],
  incidentCount: 0,
  lastHealthy: null,
  failingPeriods: [],
};

/** How many settled incidents of a service are stored. */
export const SETTLED_KEPT = 20;

/** An incident, or any value that names its problem. */
export type About = Pick<Incident, 'kind' | 'reason'> & Partial<Pick<Incident, 'subject'>>;

/** The key of an incident's problem. A service has one outage at a time, whatever its reason, and one incident for each other problem. */
export function problemKey({ kind, reason, subject = null }: About): string {
  if (kind === 'outage') return kind;
  return subject === null ? `${kind} ${reason}` : `${kind} ${reason} ${subject.id}`;
}

/** The open incidents, sorted by their beginning: the first about a problem is real, others are its duplicates. */
export function openIncidents({ incidents }: IncidentList): readonly Incident[] {
  return incidents.filter(({ over }) => over === null);
}

/** The incidents without duplicates, sorted by their beginning. */
export function distinctIncidents({ incidents }: IncidentList): readonly Incident[] {
  const open = incidents.filter(({ over }) => over === null);
  const isReal = (incident: Incident) => open.find((other) => problemKey(other) === problemKey(incident)) === incident;
  return incidents.filter((incident) =>
    incident.over === null ? isReal(incident) : incident.over.why !== 'duplicate',
  );
}

/** The open outage of a service; `null` if there is none. */
export function openOutage({ incidents }: IncidentList): Incident | null {
  return incidents.find(({ kind, over }) => kind === 'outage' && over === null) ?? null;
}

/** How long an incident has lasted without the times in which it was well, in milliseconds. `now` counts while it fails. */
export function downMsOf({ kind, over, openedAt, downMs, failing }: Incident, now: number): number {
  if (kind !== 'outage') return Math.max(0, (over?.at ?? now) - openedAt);
  return over === null && failing !== null ? downMs + Math.max(0, now - failing.since) : downMs;
}

/** Sorted by their beginning; the order of two with the same beginning is always the same, also if two processes gave them the same id. */
export function byBeginning(left: Incident, right: Incident): number {
  return left.openedAt - right.openedAt || compare(left.id, right.id) || compare(problemKey(left), problemKey(right));
}

function compare(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}

/** Puts an incident into the list: in place of the incident with its id, or at its place. */
export function withIncident<State extends IncidentState>(state: State, incident: Incident): State {
  const others = state.incidents.filter(({ id }) => id !== incident.id);
  return { ...state, incidents: [...others, incident].sort(byBeginning) };
}

/** Opens an incident. */
export function withNew<State extends IncidentState>(state: State, incident: Omit<Incident, 'id'>): State {
  const id = incidentId(incident, state);
  return { ...withIncident(state, { ...incident, id }), incidentCount: state.incidentCount + 1 };
}

/**
 * `20261121T093000.000Z-7`: when it began, and the count of incidents, which keeps an id unique even if the clock was set back. An incident that
 * is not an outage also has its reason and its subject, since two processes may give two problems the same number.
 */
function incidentId(
  { openedAt, kind, reason, subject }: Omit<Incident, 'id'>,
  { incidentCount }: IncidentState,
): string {
  const id = `${new Date(openedAt).toISOString().replace(/[-:]/g, '')}-${incidentCount + 1}`;
  if (kind === 'outage') return id;
  return subject === null ? `${id}-${reason}` : `${id}-${reason}-${subject.id}`;
}

/** Returns how long an outage failed, or how long another incident lasted, in whole seconds; `now` in milliseconds since 1970. */
export function incidentSeconds(incident: Incident, now: number): number {
  return Math.floor(downMsOf(incident, now) / 1_000);
}

/** Returns how long an incident lasted as a text for people: `4 min 12 s`. */
export function describeIncidentLength(incident: Incident, now: number): string {
  return describeDuration(incidentSeconds(incident, now) * 1_000);
}
