/** The state of a service: its figures, its incidents, and what receivers were notified of. Each of its fields is declared once. */

import * as v from 'valibot';
import { type Condition, conditionsSchema } from '../conditions/condition';
import { habitsSchema, NO_HABITS } from '../conditions/conditions-after';
import { hasUrgentChange, joinFields, type RecordOf, tableOf } from '../fields/fields';
import { address, instant, line, orNull, severity } from '../fields/stored-value';
import { joinHistories, NO_HISTORY } from '../history/running-history';
import { historySchema, storedHistory } from '../history/stored-history';
import type { AlertedService } from '../message/alert';
import { heldAlertsSchema, joinHeldAlerts } from '../notify/held-alerts';
import { latestCheckSchema } from '../probe/latest-check';
import { reportClockSchema } from '../probe/report-clock';
import { ID_LIMIT, stableHash } from '../words/ids';
import { SETTLING_FIELDS, withoutPruned } from './settle';

const FACT = { kept: 'always', savedAtOnce: true } as const;
/** A value that changes with each run. */
const FIGURE = { kept: 'always', savedAtOnce: false } as const;

const aboutSchema = v.object({
  id: line(ID_LIMIT),
  statusUrl: address,
  environment: orNull(line()),
  severity,
  runbook: orNull(address),
});

/** The fields of a state, each declared once. Times are in milliseconds since 1970. */
const FIELDS = {
  ...SETTLING_FIELDS,
  /** The texts of a service in alerts, apart from its id; needed once it is removed from the config. */
  about: {
    kept: 'always',
    savedAtOnce: (about: AlertedService | null) => about === null,
    join: 'newest',
    initial: null,
    schema: v.nullable(aboutSchema),
  },
  /** The result of the last check; in the store, of the last check before the last save. */
  latest: { ...FIGURE, join: 'newest', initial: null, schema: v.nullable(latestCheckSchema) },
  /** The times in its last report; `null` if it gives none. */
  reportClock: { ...FIGURE, join: 'newest', initial: null, schema: v.nullable(reportClockSchema) },
  /** The conditions that hold, the oldest first; each code once at most. */
  conditions: {
    kept: 'always',
    savedAtOnce: (conditions: readonly Condition[]) =>
      conditions.map(({ code, stage, notifies }) => [code, stage, notifies]),
    join: 'newest',
    initial: [],
    schema: conditionsSchema,
  },
  /** The memory of the rules of conditions about the checks before. */
  habits: {
    ...FIGURE,
    join: 'newest',
    initial: NO_HABITS,
    schema: habitsSchema,
  },
  /** When the service was removed from the config; `null` if it is in the config. */
  removedAt: { ...FACT, join: 'newest', initial: null, schema: v.nullable(instant) },
  /** The alerts of which nobody was notified while the service was silenced, latest last; bounded. */
  heldAlerts: { ...FACT, join: joinHeldAlerts, initial: [], schema: heldAlertsSchema },
  /** The last checks, the latest hours, and the counters of its objective. */
  history: {
    ...FIGURE,
    join: joinHistories,
    initial: NO_HISTORY,
    stored: storedHistory,
    schema: historySchema,
  },
  /** The time of the last save. */
  savedAt: { ...FIGURE, join: Math.max, initial: 0, schema: instant },
} as const;

export type ServiceState = RecordOf<typeof FIELDS>;

/** Figures count by the number of their run, never by the clock; all else is joined part by part. */
export const STATE = tableOf<ServiceState>({ fields: FIELDS, numberOf: ({ run }) => run });

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

/** Joins two states: idempotent, commutative and associative, so the order of joins does not matter. */
export function joinStates(left: ServiceState, right: ServiceState): ServiceState {
  return left === right ? left : withoutPruned(joinFields(left, right, STATE));
}
