/** What the store keeps of a service, and how it is read back whoever wrote it. */

import type { Alert, AlertedService } from './alert';
import {
  INITIAL_STATE,
  type Incident,
  type IncidentState,
  type LastHealthy,
  PAST_KEPT,
  type PastIncident,
} from './incident';
import { type LatestCheck, readLatest } from './latest-check';
import { readAlert } from './read-alert';
import { isJsonObject } from './report';
import { readSent, SENT_KEPT, type SentAlert } from './sent-alert';
import { CHANGES_KEPT, readChange, type ServiceChange } from './service-change';
import {
  carryAlong,
  readCount,
  readFigures,
  readHttpStatus,
  readInstant,
  readList,
  readSeverity,
  readText,
  readVerdict,
} from './stored-value';

/** Plain JSON. Keys that this version doesn't know are carried along, within bounds (`carryAlong`). */
export interface ServiceState extends IncidentState {
  readonly schema: 1;
  /** Alerts that are owed, oldest first. */
  readonly outbox: readonly Alert[];
  /** Incidents that were told of the same outage while the store could not be reached: they end with the open one. */
  readonly twins: readonly Incident[];
  /** What alerts tell of the service besides its id; kept for the day on which it leaves the config. */
  readonly about: AlertedService | null;
  /** What the last check found; in the store it is as old as its last save. */
  readonly latest: LatestCheck | null;
  /** Restarts and changes of version; the latest last, bounded. */
  readonly changes: readonly ServiceChange[];
  /** The alerts that were sent; the latest last, bounded. */
  readonly sent: readonly SentAlert[];
  /** When it was saved last, in milliseconds since 1970. */
  readonly savedAt: number;
}

export const NEW_STATE: ServiceState = {
  ...INITIAL_STATE,
  schema: 1,
  outbox: [],
  twins: [],
  about: null,
  latest: null,
  changes: [],
  sent: [],
  savedAt: 0,
};

/** How old the last healthy report in the store may grow: in between, a newer one alone is no reason to write. */
export const LAST_HEALTHY_REFRESH_MS = 5 * 60_000;

/** A service that has not been heard of for so many intervals has gone unwatched. */
export const SILENT_INTERVALS = 3;

/** How long a service may not have been heard of, by its stored state: that can be as old as its last save. */
export function silenceMs(intervalMs: number): number {
  return SILENT_INTERVALS * intervalMs + LAST_HEALTHY_REFRESH_MS;
}

/**
 * Reads a state that this version, an older or a newer one has written. What is missing or unusable takes its initial
 * value, the rest is kept; `null` where there is nothing to keep.
 */
export function readState(raw: unknown): ServiceState | null {
  if (!isJsonObject(raw)) return null;
  const past = readList(raw.past, readPast).slice(-PAST_KEPT);
  const incident = readIncident(raw.incident);
  return carryAlong<ServiceState>(raw, {
    schema: 1,
    suspicion: incident === null ? readSuspicion(raw.suspicion) : null,
    incident,
    lastHealthy: readLastHealthy(raw.lastHealthy),
    incidents: readCount(raw.incidents) ?? past.length + (incident === null ? 0 : 1),
    past,
    outbox: readList(raw.outbox, readAlert),
    twins: readList(raw.twins, readIncident),
    about: readAbout(raw.about),
    latest: readLatest(raw.latest),
    changes: readList(raw.changes, readChange).slice(-CHANGES_KEPT),
    sent: readList(raw.sent, readSent).slice(-SENT_KEPT),
    savedAt: readInstant(raw.savedAt) ?? 0,
  });
}

/** Whether a run has made something of a state that must not be lost. */
export function mustSave(before: ServiceState, after: ServiceState, now: number): boolean {
  if (after.outbox.length > 0 || before.outbox.length > 0) return true;
  const isHeardAgain = before.lastHealthy?.at !== after.lastHealthy?.at;
  if (isHeardAgain && Math.abs(now - before.savedAt) >= LAST_HEALTHY_REFRESH_MS) return true;
  const essence = ({ suspicion, incident, lastHealthy, incidents, changes }: ServiceState) =>
    JSON.stringify([suspicion, incident, lastHealthy?.version, incidents, changes.at(-1)?.at]);
  return essence(before) !== essence(after);
}

function readSuspicion(raw: unknown): ServiceState['suspicion'] {
  if (!isJsonObject(raw)) return null;
  const [since, runs] = [readInstant(raw.since), readCount(raw.runs)];
  return since === null || runs === null ? null : { since, runs };
}

function readIncident(raw: unknown): Incident | null {
  if (!isJsonObject(raw)) return null;
  const openedAt = readInstant(raw.openedAt);
  if (typeof raw.id !== 'string' || openedAt === null) return null;
  const change = isJsonObject(raw.change)
    ? { verdict: readVerdict(raw.change.verdict), runs: readCount(raw.change.runs) ?? 0 }
    : null;
  return carryAlong<Incident>(raw, {
    id: raw.id,
    openedAt,
    verdict: readVerdict(raw.verdict),
    reason: readText(raw.reason) ?? '',
    message: readText(raw.message) ?? '',
    httpStatus: readHttpStatus(raw.httpStatus),
    failedRuns: readCount(raw.failedRuns) ?? 1,
    healthyRuns: readCount(raw.healthyRuns) ?? 0,
    told: Array.isArray(raw.told) ? raw.told.map(readVerdict) : [readVerdict(raw.verdict)],
    change,
    toldAt: readInstant(raw.toldAt) ?? openedAt,
  });
}

function readPast(raw: unknown): PastIncident | null {
  if (!isJsonObject(raw)) return null;
  const [openedAt, resolvedAt] = [readInstant(raw.openedAt), readInstant(raw.resolvedAt)];
  if (typeof raw.id !== 'string' || openedAt === null || resolvedAt === null) return null;
  return carryAlong<PastIncident>(raw, {
    id: raw.id,
    openedAt,
    resolvedAt,
    verdict: readVerdict(raw.verdict),
    reason: readText(raw.reason) ?? '',
    message: readText(raw.message) ?? '',
    failedRuns: readCount(raw.failedRuns) ?? 1,
  });
}

function readLastHealthy(raw: unknown): LastHealthy | null {
  if (!isJsonObject(raw)) return null;
  const at = readInstant(raw.at);
  return at === null ? null : { at, ...readFigures(raw) };
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
