/** The stored state of a service, and how it is read back, whichever version of the program wrote it. */

import { type OutageClues, readOutageClues } from '../clue/clue';
import { type Condition, readConditions } from '../condition/condition';
import { type Habits, NO_HABITS, readHabits, storeHabits } from '../condition/conditions-after';
import { NO_HISTORY, type RunningHistory, readHistory, storeHistory } from '../history/running-history';
import { INITIAL_STATE, type Incident, PAST_KEPT, type PastIncident } from '../incident/incident';
import { readLastHealthy } from '../incident/last-healthy';
import { readRecentRuns } from '../incident/recent-runs';
import { CHANGES_KEPT, readChange, type ServiceChange } from '../incident/service-change';
import type { AlertedService } from '../message/alert';
import { readSent, SENT_KEPT, type SentAlert } from '../message/sent-alert';
import { readWithheld, WITHHELD_KEPT, type Withheld } from '../message/withheld-alert';
import type { Followed } from '../notify/follow';
import type { Notified } from '../notify/notified';
import { type LatestCheck, readLatest } from '../probe/latest-check';
import { isJsonObject, type JsonObject } from '../words/json';
import { stableHash } from '../words/service-id';
import {
  carryAlong,
  readCount,
  readFound,
  readHttpStatus,
  readIncidentKind,
  readInstant,
  readList,
  readSeverity,
  readText,
  readVerdict,
} from '../words/stored-value';
import type { Owed } from './outbox';
import { readNotified, readNotifiedOfIncident, readOwed } from './read-notified';

/** Keys that this version doesn't know are kept, within bounds (`carryAlong`). */
export interface ServiceState extends Followed {
  readonly schema: 2;
  /** The alerts that are owed, oldest first. */
  readonly outbox: readonly Owed[];
  /** What alerts say about the service besides its id; needed if it is removed from the config. */
  readonly about: AlertedService | null;
  /** The result of the last check; in the store, of the last check before the last save. */
  readonly latest: LatestCheck | null;
  /** Restarts and changes of version, latest last; bounded. */
  readonly changes: readonly ServiceChange[];
  /** The alerts that were sent, latest last; bounded. */
  readonly sent: readonly SentAlert[];
  /** The alerts of which nobody was notified while the service was silenced, latest last; bounded. */
  readonly withheld: readonly Withheld[];
  /** The conditions that hold, the oldest first; at most one of each code. */
  readonly conditions: readonly Condition[];
  /** The clues to the latest outage, open or over; `null` if there was none yet. */
  readonly clues: OutageClues | null;
  /** What the rules of the conditions remember of the checks before. */
  readonly habits: Habits;
  /** When the service was removed from the config, in milliseconds since 1970; `null` if it is in the config. */
  readonly removedAt: number | null;
  readonly history: RunningHistory;
  /** The time of the last save, in milliseconds since 1970. */
  readonly savedAt: number;
}

export const NEW_STATE: ServiceState = {
  ...INITIAL_STATE,
  schema: 2,
  notified: [],
  outbox: [],
  about: null,
  latest: null,
  changes: [],
  sent: [],
  withheld: [],
  conditions: [],
  clues: null,
  habits: NO_HABITS,
  removedAt: null,
  history: NO_HISTORY,
  savedAt: 0,
};

/** How often a service is saved that has nothing new but its last healthy report. */
export const LAST_HEALTHY_REFRESH_MS = 5 * 60_000;

/** After this many intervals without a check, a service is stale. */
export const STALE_INTERVALS = 3;

/** After how many milliseconds without a check a stored state is stale; it may be as old as its last save. */
export function staleAfterMs(intervalMs: number): number {
  return STALE_INTERVALS * intervalMs + LAST_HEALTHY_REFRESH_MS;
}

/**
 * Reads a state that this version of the program, an older or a newer one has written. A part that is missing or unusable
 * gets its initial value, the rest is kept; `null` if nothing is usable.
 */
export function readState(raw: unknown): ServiceState | null {
  if (!isJsonObject(raw)) return null;
  const about = readAbout(raw.about);
  const past = readList(raw.past, readPast).slice(-PAST_KEPT);
  const { open, notified, rest } = readOpen(raw, about);
  return carryAlong<ServiceState>(rest, {
    schema: 2,
    pending: open.some(({ kind }) => kind === 'outage') ? null : readRow(raw.pending ?? raw.suspicion),
    open,
    notified,
    lastHealthy: readLastHealthy(raw.lastHealthy),
    incidents: readCount(raw.incidents) ?? past.length + open.length,
    past,
    recentRuns: readRecentRuns(raw.recentRuns),
    healthy: readRow(raw.healthy),
    outbox: readList(raw.outbox, readOwed),
    about,
    latest: readLatest(raw.latest),
    changes: readList(raw.changes, readChange).slice(-CHANGES_KEPT),
    sent: readList(raw.sent, readSent).slice(-SENT_KEPT),
    withheld: readList(raw.withheld, readWithheld).slice(-WITHHELD_KEPT),
    conditions: readConditions(raw.conditions),
    clues: readOutageClues(raw.clues),
    habits: readHabits(raw.habits),
    removedAt: readInstant(raw.removedAt),
    history: readHistory(raw.history),
    savedAt: readInstant(raw.savedAt) ?? 0,
  });
}

/** A state as it is stored: plain JSON, which `readState` reads. */
export function storedForm(state: ServiceState): JsonObject {
  return { ...state, habits: storeHabits(state.habits), history: storeHistory(state.history) };
}

/**
 * Whether the state after a run has something new that must not be lost. Healthy runs are counted in the store only while
 * an end is held, which is for 30 minutes after a failing run at most. `now` in milliseconds since 1970.
 */
export function mustSave(service: string, before: ServiceState, after: ServiceState, now: number): boolean {
  if (after.outbox.length > 0 || before.outbox.length > 0) return true;
  const isHeardAgain = before.lastHealthy?.at !== after.lastHealthy?.at;
  if (isHeardAgain && refreshAt(service, now) !== refreshAt(service, before.savedAt)) return true;
  const essence = ({ pending, open, notified, healthy, lastHealthy, incidents, changes, ...rest }: ServiceState) => {
    const counted = notified.some(({ held }) => held?.isFinal === false) ? healthy : null;
    const { version } = lastHealthy ?? {};
    const { withheld, removedAt, conditions } = rest;
    const holding = conditions.map(({ code, stage, notifies }) => [code, stage, notifies]);
    const latest = [changes.at(-1)?.at, withheld.at(-1)];
    // The figures of a matter may change with each run for weeks.
    const facts = open.map((one) => (one.kind === 'outage' ? one : [one.id, one.stage]));
    return JSON.stringify([pending, facts, notified, counted, version, incidents, latest, removedAt, holding]);
  };
  return essence(before) !== essence(after);
}

/** Counts the refreshes of a service. Each service has its own moment for them, so that not all are saved in the same run. */
function refreshAt(service: string, now: number): number {
  return Math.floor((now + (stableHash(service) % LAST_HEALTHY_REFRESH_MS)) / LAST_HEALTHY_REFRESH_MS);
}

/** Runs in a row, and when they began. */
function readRow(raw: unknown): ServiceState['pending'] {
  if (!isJsonObject(raw)) return null;
  const [since, runs] = [readInstant(raw.since), readCount(raw.runs)];
  return since === null || runs === null ? null : { since, runs };
}

function readOpen(
  { suspicion, incident, twins, ...rest }: JsonObject,
  about: AlertedService | null,
): { open: Incident[]; notified: Notified[]; rest: JsonObject } {
  // Before schema 2, incidents held what people were notified of.
  const older = [incident, ...(Array.isArray(twins) ? twins : [])];
  const raw = Array.isArray(rest.open) ? rest.open : older;
  const open = readList(raw, (one) => readIncident(one, about));
  const ids = new Set(open.map(({ id }) => id));
  const notified = Array.isArray(rest.open)
    ? readList(rest.notified, readNotified)
    : readList(raw, readNotifiedOfIncident);
  return { open, notified: notified.filter((one) => ids.has(one.incident) || one.held !== null), rest };
}

function readIncident(raw: unknown, about: AlertedService | null): Incident | null {
  if (!isJsonObject(raw)) return null;
  const openedAt = readInstant(raw.openedAt);
  if (typeof raw.id !== 'string' || openedAt === null) return null;
  // An open incident has no end, whoever wrote it.
  const { told, toldAt, resolvedAt, ...rest } = raw;
  const change = isJsonObject(raw.change)
    ? { verdict: readVerdict(raw.change.verdict), runs: readCount(raw.change.runs) ?? 0 }
    : null;
  return carryAlong<Incident>(rest, {
    id: raw.id,
    kind: readIncidentKind(raw.kind),
    openedAt,
    severity: raw.severity === undefined ? (about?.severity ?? 'critical') : readSeverity(raw.severity),
    environment: raw.environment === undefined ? (about?.environment ?? null) : readText(raw.environment),
    ...readFound(raw),
    httpStatus: readHttpStatus(raw.httpStatus),
    verdictRuns: readCount(raw.verdictRuns) ?? 0,
    failedRuns: readCount(raw.failedRuns) ?? 1,
    healthyRuns: readCount(raw.healthyRuns) ?? 0,
    change,
    ...(raw.stage !== undefined && { stage: readCount(raw.stage) ?? 0 }),
  });
}

function readPast(raw: unknown): PastIncident | null {
  if (!isJsonObject(raw)) return null;
  const [openedAt, resolvedAt] = [readInstant(raw.openedAt), readInstant(raw.resolvedAt)];
  if (typeof raw.id !== 'string' || openedAt === null || resolvedAt === null) return null;
  return carryAlong<PastIncident>(raw, {
    id: raw.id,
    kind: readIncidentKind(raw.kind),
    openedAt,
    resolvedAt,
    ...readFound(raw),
    failedRuns: readCount(raw.failedRuns) ?? 1,
  });
}

function readAbout(raw: unknown): AlertedService | null {
  if (!isJsonObject(raw) || typeof raw.id !== 'string' || typeof raw.statusUrl !== 'string') return null;
  return {
    id: raw.id,
    statusUrl: raw.statusUrl,
    environment: readText(raw.environment),
    severity: readSeverity(raw.severity),
    runbook: readText(raw.runbook),
  };
}
