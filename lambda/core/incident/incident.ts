/** An incident: a fact about a service, from its first failing check until it has recovered. Receivers are decided elsewhere. */

import * as v from 'valibot';
import type { AlertPolicy } from '../config/config';
import { joinFields, type RecordOf, storedFields, tableOf, urgentPart } from '../fields/fields';
import { eitherKnown, joinLists } from '../fields/join';
import {
  address,
  code,
  count,
  httpStatus,
  id,
  incidentKind,
  instant,
  lastOf,
  line,
  listOf,
  orNull,
  receiverId,
  severity,
  verdict,
} from '../fields/stored-value';
import { checksSchema, storedChecks } from '../history/past-check';
import { type LastHealthy, lastHealthySchema, recentRunsSchema } from '../history/recent-runs';
import { changedSchema } from '../history/service-change';
import type { Verdict } from '../probe/classify';
import { viewsSchema } from '../probe/regions/region-question';
import type { IncidentKind } from '../words/codes';
import type { RegionViews } from '../words/regions/region-views';
import { cluesSchema, othersFailingSchema } from './clue';

/** How many failing runs in a row open an incident, and how many healthy runs in a row end it. */
export type IncidentPolicy = Pick<AlertPolicy, 'failureThreshold' | 'successThreshold'>;

/** The part of a verdict that incidents use. */
export interface Finding extends Pick<Verdict, 'kind' | 'reason' | 'message' | 'httpStatus' | 'errorCode' | 'report'> {
  /** The start of the first failed attempt, in milliseconds since 1970; missing if it is the time of the check. */
  readonly failingSince?: number;
  /** The results of the regions; missing if no other region checked the service. */
  readonly views?: RegionViews;
}

/** How many relapses of an outage are stored. More in half an hour make no difference. */
const RELAPSES_KEPT = 10;
/** The most outages that an incident names as having spent its budget. With more, the budget counts as spent without them. */
const MOST_SPENDERS = 5;

/** How many checks an outage stores before its beginning, and from its end on. */
export const CHECKS_AROUND = 15;
/** How many of its first and of its last checks it stores. */
export const CHECKS_WITHIN = 30;

/** The ids that `withNew` makes. */
const idSchema = v.pipe(v.string(), v.regex(/^\d[\w.-]{0,79}$/));

/** Runs in a row, and the time of the first of them, in milliseconds since 1970. */
const streakSchema = v.object({ since: instant, runs: count });
export type Streak = Readonly<v.InferOutput<typeof streakSchema>>;

/** The part of the deployment that an incident of the deployment itself is about; the id of the e-mail addresses of the topic is `sns`. */
const subjectSchema = v.object({ kind: v.picklist(['receiver', 'pulse', 'topic']), id: receiverId });
export type Subject = Readonly<v.InferOutput<typeof subjectSchema>>;

/**
 * When an incident ended, and why: its service recovered, left the config, or another incident was about the same problem (its id is `of`).
 * An outage ended with the first healthy check of its last recovery.
 */
const endSchema = v.object({
  at: instant,
  why: v.picklist(['well', 'removed', 'duplicate']),
  of: v.exactOptional(id),
});
export type End = Readonly<v.InferOutput<typeof endSchema>>;

/** The figures of a condition or an objective may change with each run for weeks. Healthy runs are counted while an outage recovers. */
const ofOutage = <Value>(value: Value, { kind }: { readonly kind: IncidentKind }) => (kind === 'outage' ? value : null);

const FACT = { kept: 'always', savedAtOnce: true } as const;
const FIGURE = { kept: 'always', savedAtOnce: ofOutage } as const;
/** A field that only alerts need. */
const DETAIL = { kept: 'until settled', savedAtOnce: ofOutage } as const;
const PRESENT = { kept: 'until over', savedAtOnce: ofOutage } as const;

/** The fields of an incident, each declared once. Times are in milliseconds since 1970. Alerts carry fields with `inAlerts` as they are. */
const FIELDS = {
  /** Unique among all incidents of its service. */
  id: { ...FACT, join: 'newest', initial: '', schema: idSchema },
  kind: { ...FACT, inAlerts: true, join: 'newest', initial: 'outage', schema: incidentKind },
  /** `null` unless it is an incident of the deployment itself. */
  subject: { ...FACT, join: 'newest', initial: null, schema: v.nullable(subjectSchema) },
  /** The start of the first failed attempt of an outage. */
  openedAt: { ...FIGURE, join: Math.min, initial: 0, schema: instant },
  /** The check since which it is an incident: later, if several have to fail. */
  noticedAt: { ...FIGURE, join: Math.min, initial: 0, schema: instant },
  /** `null` while it is open. */
  over: { ...FACT, join: earlierEnd, initial: null, schema: v.nullable(endSchema) },
  /** Whether it is over and no alert about it is pending: then the fields that only alerts need are no longer stored. */
  settled: { ...FIGURE, join: either, initial: false, schema: v.boolean() },
  severity: { ...FIGURE, inAlerts: true, join: 'newest', initial: 'critical', schema: severity },
  environment: { ...FIGURE, join: 'newest', initial: null, schema: orNull(line()) },
  /** The number of the latest run that was about it. */
  run: { ...FIGURE, join: 'newest', initial: 0, schema: count },
  /** The latest verdict that has held for the threshold; `healthy` if it is no outage. */
  verdict: { ...FIGURE, inAlerts: true, join: 'newest', initial: 'unreachable', schema: verdict },
  /** The reason of the latest run with this verdict. */
  reason: { ...FIGURE, inAlerts: true, join: 'newest', initial: '', schema: code },
  message: { ...FIGURE, inAlerts: true, join: 'newest', initial: '', schema: line() },
  /** The message that it opened with. */
  firstMessage: { ...FIGURE, join: 'newest', initial: '', schema: line() },
  httpStatus: { ...DETAIL, inAlerts: true, join: 'newest', initial: null, schema: v.nullable(httpStatus) },
  errorCode: { ...DETAIL, inAlerts: true, join: 'newest', initial: null, schema: v.nullable(code) },
  /** The results of the regions in the latest run with this verdict; empty if no other region checked the service. */
  regions: { ...FIGURE, inAlerts: true, join: 'newest', initial: [], schema: viewsSchema },
  /** How many runs in a row, up to the latest, found this verdict. */
  verdictRuns: { ...DETAIL, join: 'newest', initial: 0, schema: count },
  /** Another verdict that has not yet held for the threshold; `null` if there is none. */
  change: { ...PRESENT, join: 'newest', initial: null, schema: v.nullable(v.object({ verdict, runs: count })) },
  /** How far a problem has come (`Problem`); 0 in an outage. */
  stage: { ...FACT, join: 'newest', initial: 0, schema: count },
  /**
   * The ids of the outages that spent the budget of an objective, sorted; bounded. Empty if the budget is used too fast without them too,
   * and if it is no objective. It only grows, and stays empty once it is.
   */
  spentBy: {
    ...FACT,
    join: joinSpentBy,
    initial: [],
    schema: v.pipe(v.array(idSchema), v.maxLength(MOST_SPENDERS), v.readonly()),
  },
  /** The failing runs up to now; `null` while it recovers. */
  failing: { ...PRESENT, join: 'newest', initial: null, schema: v.nullable(streakSchema) },
  /** The healthy runs since the last failing run; `null` while it fails. */
  recovery: { ...PRESENT, join: 'newest', initial: null, schema: v.nullable(streakSchema) },
  /** Until when it is watched after it has been healthy for `successThreshold` runs; `null` before that, while it fails, and once it is over. */
  watchedUntil: { ...PRESENT, join: 'newest', initial: null, schema: v.nullable(instant) },
  lastFailedAt: { ...FIGURE, join: Math.max, initial: 0, schema: instant },
  /** All failing runs, the first included. */
  failedRuns: { ...FIGURE, inAlerts: true, join: Math.max, initial: 1, schema: count },
  /** How often it failed: once, and once more with each relapse. */
  failures: { ...FIGURE, inAlerts: true, join: Math.max, initial: 1, schema: count },
  /** How long it failed, without the failing runs up to now, in milliseconds. */
  downMs: { ...FIGURE, join: Math.max, initial: 0, schema: count },
  /** When it relapsed, oldest first; bounded. */
  relapses: { ...FIGURE, join: joinRelapses, initial: [], schema: lastOf(instant, RELAPSES_KEPT) },
  /** How often it relapsed after it had been healthy for ten minutes. */
  lateRelapses: { ...FIGURE, join: Math.max, initial: 0, schema: count },
  /** The URL that was checked; empty if unknown. */
  url: { ...DETAIL, join: 'newest', initial: '', schema: address },
  /** The last healthy report before it failed; `null` if there is none, or if it is no outage. */
  lastHealthy: { ...DETAIL, join: 'newest', initial: null, schema: v.nullable(lastHealthySchema) },
  /** Facts that may explain it, newest first; bounded. */
  clues: { ...FIGURE, join: 'newest', initial: [], schema: cluesSchema },
  /** The other services that failed when it began; `null` if none did, or if it is no outage. */
  others: { ...FIGURE, join: 'newest', initial: null, schema: v.nullable(othersFailingSchema) },
  /** How the service changed between its beginning and its end; `null` before the end, or if it did not. */
  changed: { ...DETAIL, inAlerts: true, join: 'newest', initial: null, schema: v.nullable(changedSchema) },
  /** The checks around its beginning and its end (`checksOf`), oldest first; empty unless it is an outage. */
  checks: {
    kept: 'always',
    savedAtOnce: false,
    join: 'newest',
    initial: [],
    stored: storedChecks,
    schema: v.pipe(checksSchema, v.maxLength(2 * (CHECKS_AROUND + CHECKS_WITHIN))),
  },
} as const;

/** A fact about a service, from its first failing check until it has recovered. */
export type Incident = RecordOf<typeof FIELDS>;

export const INCIDENT = tableOf<Incident>({
  fields: FIELDS,
  numberOf: ({ run }) => run,
  phaseOf: ({ over, settled }) => {
    if (over === null) return 'until over';
    return settled ? 'always' : 'until settled';
  },
  required: ['id', 'openedAt'],
});

type AlertedKey = {
  [Key in keyof Incident]: (typeof FIELDS)[Key] extends { inAlerts: true } ? Key : never;
}[keyof Incident];
/** The names of the fields that alerts carry as they are. */
export const ALERTED = Object.entries(FIELDS).flatMap(([key, field]) =>
  'inAlerts' in field ? [key as AlertedKey] : [],
);

/** Fixed when an incident opens, so that a filter lets through both its opening and its recovery, or neither. */
export type IncidentSubject = Pick<Incident, 'severity' | 'environment'>;

/** A time in which an outage, with the id `incident`, failed `runs` times without a healthy check between; `until` is the first one after. */
const failingPeriodSchema = v.object({ incident: id, since: instant, until: instant, runs: count });
export type FailingPeriod = Readonly<v.InferOutput<typeof failingPeriodSchema>>;

/** How many failing periods are stored. */
export const FAILING_PERIODS_KEPT = 20;

const incidentsSchema = v.pipe(
  listOf(INCIDENT.schema),
  v.transform((incidents): readonly Incident[] => incidents.toSorted(byBeginning)),
);

/** A value that changes with each run. */
const CHANGING = { kept: 'always', savedAtOnce: false } as const;

/** The fields of a service's state that its incidents depend on. */
export const INCIDENT_STATE_FIELDS = {
  /** The number of the latest run. */
  run: { ...CHANGING, join: 'newest', initial: 0, schema: count },
  /** A mark for each of the latest runs, the latest last; bounded. */
  recentRuns: { ...CHANGING, join: 'newest', initial: '', schema: recentRunsSchema },
  /** Failing runs that have not reached the threshold; `null` while an outage is open. */
  pending: { kept: 'always', savedAtOnce: true, join: 'newest', initial: null, schema: v.nullable(streakSchema) },
  /** Open incidents and the newest that are over, sorted by their beginning. */
  incidents: {
    kept: 'always',
    savedAtOnce: (incidents: readonly Incident[]) => incidents.map((incident) => urgentPart(incident, INCIDENT)),
    join: joinIncidents,
    initial: [],
    stored: (incidents: readonly Incident[]) => incidents.map((incident) => storedFields(incident, INCIDENT)),
    schema: incidentsSchema,
  },
  /** How many incidents the service has had. */
  incidentCount: { ...CHANGING, join: Math.max, initial: 0, schema: count },
  lastHealthy: {
    kept: 'always',
    savedAtOnce: (lastHealthy: LastHealthy | null) => lastHealthy?.version ?? null,
    join: 'newest',
    initial: null,
    schema: v.nullable(lastHealthySchema),
  },
  /** The latest times in which an outage failed long enough to count for an objective, oldest first; bounded. */
  failingPeriods: {
    ...CHANGING,
    join: 'newest',
    initial: [],
    schema: lastOf(failingPeriodSchema, FAILING_PERIODS_KEPT),
  },
} as const;

export type IncidentState = RecordOf<typeof INCIDENT_STATE_FIELDS>;
export type IncidentList = Pick<IncidentState, 'incidents'>;

export const INITIAL_STATE = tableOf<IncidentState>({
  fields: INCIDENT_STATE_FIELDS,
  numberOf: ({ run }) => run,
}).initial;

/** The input of a run without its finding; `now` in milliseconds since 1970. */
export interface RunInput {
  readonly policy: IncidentPolicy;
  readonly subject: IncidentSubject;
  readonly url: string;
  readonly intervalMs: number;
  readonly now: number;
}

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

/** Two lists joined into one, sorted by their beginning: idempotent, commutative and associative. */
function joinIncidents(left: readonly Incident[], right: readonly Incident[]): readonly Incident[] {
  return joinLists(left, right, {
    key: (incident) => `${problemKey(incident)} ${incident.id}`,
    order: byBeginning,
    most: Number.POSITIVE_INFINITY,
    join: (ours, theirs) => joinFields(ours, theirs, INCIDENT),
  });
}

/** The earlier end; of two at the same time always the same. */
function earlierEnd(left: End | null, right: End | null): End | null {
  return eitherKnown(left, right, ({ at }) => -at);
}

function either(left: boolean, right: boolean): boolean {
  return left || right;
}

/** Both lists of outages as one list, sorted; empty if either is, for then the budget is used too fast without them too. */
export function joinSpentBy(left: readonly string[], right: readonly string[]): readonly string[] {
  if (left.length === 0 || right.length === 0) return [];
  const all = [...new Set([...left, ...right])].sort();
  return all.length > MOST_SPENDERS ? [] : all;
}

/** The latest relapses of both, each time once. */
export function joinRelapses(left: readonly number[], right: readonly number[]): readonly number[] {
  return joinLists(left, right, {
    key: (at) => at,
    order: (earlier, later) => earlier - later,
    most: RELAPSES_KEPT,
  });
}
