/** The state of a service: its figures, its incidents, and what receivers were notified of. Each of its fields is declared once. */

import * as v from 'valibot';
import { type Condition, conditionsSchema } from '../conditions/condition';
import { type Habits, habitsSchema, NO_HABITS } from '../conditions/conditions-after';
import { type Field, hasUrgentChange, joinFields, storedFields, tableOf, urgentPart } from '../fields/fields';
import {
  address,
  count,
  id,
  instant,
  lastOf,
  line,
  listOf,
  orNull,
  receiverId,
  recordOf,
  severity,
} from '../fields/stored-value';
import { joinHistories } from '../history/join-histories';
import { lastHealthySchema, recentRunsSchema } from '../history/recent-runs';
import { NO_HISTORY, type RunningHistory } from '../history/running-history';
import { changesSchema, joinChanges } from '../history/service-change';
import { historySchema, storedHistory } from '../history/stored-history';
import { FAILING_PERIODS_KEPT } from '../incident/advance-outage';
import { byBeginning, type FailingPeriod, INCIDENT, joinIncidents, streakSchema } from '../incident/incident';
import type { AlertedService } from '../message/alert';
import { type HeldAlert, heldAlertsSchema, joinHeldAlerts } from '../notify/held-alerts';
import { joinNotifiedOfAll, NOTIFIED, notifiedOfAllSchema } from '../notify/notified';
import { type LatestCheck, latestCheckSchema } from '../probe/latest-check';
import { type ReportClock, reportClockSchema } from '../probe/report-clock';
import { ID_LIMIT, stableHash } from '../words/ids';
import { type Settling, withoutPruned } from './settle';

/** All times in milliseconds since 1970. */
export interface ServiceState extends Settling {
  /** The texts of a service in alerts, apart from its id; needed once it is removed from the config. */
  readonly about: AlertedService | null;
  /** The result of the last check; in the store, of the last check before the last save. */
  readonly latest: LatestCheck | null;
  /** The times in its last report; `null` if it gives none. */
  readonly reportClock: ReportClock | null;
  /** The conditions that hold, the oldest first; each code once at most. */
  readonly conditions: readonly Condition[];
  /** The memory of the rules of conditions about the checks before. */
  readonly habits: Habits;
  /** When the service was removed from the config; `null` if it is in the config. */
  readonly removedAt: number | null;
  /** The alerts of which nobody was notified while the service was silenced, latest last; bounded. */
  readonly heldAlerts: readonly HeldAlert[];
  /** The last checks, the latest hours, and the counters of its objective. */
  readonly history: RunningHistory;
  /** The time of the last save. */
  readonly savedAt: number;
}

const FACT = { kept: 'always', savedAtOnce: true } as const satisfies Rule;
/** A value that changes with each run. */
const FIGURE = { kept: 'always', savedAtOnce: false } as const satisfies Rule;
type Rule = Pick<Field<never, ServiceState>, 'kept' | 'savedAtOnce'>;

const incidentsSchema = v.pipe(
  listOf(INCIDENT.schema),
  v.transform((incidents) => incidents.toSorted(byBeginning)),
);

const stretchesSchema: v.GenericSchema<unknown, readonly FailingPeriod[]> = lastOf(
  v.object({ incident: id, since: instant, until: instant, runs: count }),
  FAILING_PERIODS_KEPT,
);

const aboutSchema = v.object({
  id: line(ID_LIMIT),
  statusUrl: address,
  environment: orNull(line()),
  severity,
  runbook: orNull(address),
});

/** Figures count by the number of their run, never by the clock; all else is joined part by part. */
export const STATE = tableOf<ServiceState>({
  numberOf: ({ run }) => run,
  fields: {
    run: { ...FIGURE, join: 'newest', initial: 0, schema: count },
    recentRuns: { ...FIGURE, join: 'newest', initial: '', schema: recentRunsSchema },
    pending: { ...FACT, join: 'newest', initial: null, schema: v.nullable(streakSchema) },
    incidents: {
      kept: 'always',
      savedAtOnce: (incidents) => incidents.map((incident) => urgentPart(incident, INCIDENT)),
      join: joinIncidents,
      initial: [],
      stored: (incidents) => incidents.map((incident) => storedFields(incident, INCIDENT)),
      schema: incidentsSchema,
    },
    incidentCount: { ...FIGURE, join: Math.max, initial: 0, schema: count },
    lastHealthy: {
      kept: 'always',
      savedAtOnce: (lastHealthy) => lastHealthy?.version ?? null,
      join: 'newest',
      initial: null,
      schema: v.nullable(lastHealthySchema),
    },
    failingPeriods: { ...FIGURE, join: 'newest', initial: [], schema: stretchesSchema },
    notified: {
      ...FACT,
      join: joinNotifiedOfAll,
      initial: {},
      stored: (notified) =>
        mapValues(notified, (records) => mapValues(records, (record) => storedFields(record, NOTIFIED))),
      schema: notifiedOfAllSchema,
    },
    receivers: { ...FIGURE, join: 'newest', initial: null, schema: v.nullable(listOf(receiverId)) },
    about: {
      kept: 'always',
      savedAtOnce: (about) => about === null,
      join: 'newest',
      initial: null,
      schema: v.nullable(aboutSchema),
    },
    latest: { ...FIGURE, join: 'newest', initial: null, schema: v.nullable(latestCheckSchema) },
    reportClock: { ...FIGURE, join: 'newest', initial: null, schema: v.nullable(reportClockSchema) },
    changes: { ...FACT, join: joinChanges, initial: [], schema: changesSchema },
    conditions: {
      kept: 'always',
      savedAtOnce: (conditions) => conditions.map(({ code, stage, notifies }) => [code, stage, notifies]),
      join: 'newest',
      initial: [],
      schema: conditionsSchema,
    },
    habits: {
      ...FIGURE,
      join: 'newest',
      initial: NO_HABITS,
      schema: habitsSchema,
    },
    removedAt: { ...FACT, join: 'newest', initial: null, schema: v.nullable(instant) },
    prunedBefore: { ...FIGURE, join: latestTimes, initial: {}, schema: recordOf(line(), instant) },
    heldAlerts: { ...FACT, join: joinHeldAlerts, initial: [], schema: heldAlertsSchema },
    history: {
      ...FIGURE,
      join: joinHistories,
      initial: NO_HISTORY,
      stored: storedHistory,
      schema: historySchema,
    },
    savedAt: { ...FIGURE, join: Math.max, initial: 0, schema: instant },
  },
});

export const NEW_STATE: ServiceState = STATE.initial;

/** How often a service is saved if only its figures have changed. */
export const FIGURES_REFRESH_MS = 5 * 60_000;

/** After this many intervals without a check, a service is stale. */
export const STALE_INTERVALS = 3;

/** After how many milliseconds without a check a stored state is stale; it may be as old as its last save. */
export function staleAfterMs(intervalMs: number): number {
  return STALE_INTERVALS * intervalMs + FIGURES_REFRESH_MS;
}

/** How many runs of a process may be unsaved. */
export function unsavedRuns(intervalMs: number): number {
  return Math.ceil(FIGURES_REFRESH_MS / intervalMs) + 1;
}

/** Whether the latest check of a service failed. */
export function isServiceFailing({ latest }: ServiceState): boolean {
  return latest !== null && latest.kind !== 'healthy';
}

/**
 * Whether a state must be saved after a run at `now`: at once, if something has changed that must not be lost; otherwise at the service's own
 * moment within five minutes.
 */
export function mustSave(service: string, before: ServiceState, after: ServiceState, now: number): boolean {
  if (before === after) return false;
  const hasFigures = after.run !== before.run;
  if (hasFigures && refreshAt(service, now) !== refreshAt(service, before.savedAt)) return true;
  return hasUrgentChange(before, after, STATE);
}

/** Counts the refreshes of a service. Each service has its own moment for them, so that not all are saved in the same run. */
function refreshAt(service: string, now: number): number {
  return Math.floor((now + (stableHash(service) % FIGURES_REFRESH_MS)) / FIGURES_REFRESH_MS);
}

function mapValues<Value>(
  values: Readonly<Record<string, Value>>,
  of: (value: Value) => unknown,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, of(value)]));
}

function latestTimes(
  left: ServiceState['prunedBefore'],
  right: ServiceState['prunedBefore'],
): ServiceState['prunedBefore'] {
  const joined = { ...left };
  for (const [problem, at] of Object.entries(right)) joined[problem] = Math.max(at, joined[problem] ?? at);
  return joined;
}

/** Joins two states: idempotent, commutative and associative, so the order of joins does not matter. */
export function joinStates(left: ServiceState, right: ServiceState): ServiceState {
  return left === right ? left : withoutPruned(joinFields(left, right, STATE));
}
