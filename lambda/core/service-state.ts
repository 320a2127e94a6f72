/** What the store keeps of a service, and how it is read back whoever wrote it. */

import type { Alert, AlertedService } from './alert';
import type { VerdictKind } from './classify';
import type { Severity } from './config';
import {
  INITIAL_STATE,
  type Incident,
  type IncidentState,
  type LastHealthy,
  PAST_KEPT,
  type PastIncident,
} from './incident';
import { isJsonObject } from './report';

/** Plain JSON. Keys that this version doesn't know are carried along. */
export interface ServiceState extends IncidentState {
  readonly schema: 1;
  /** Alerts that are owed, oldest first. */
  readonly outbox: readonly Alert[];
  /** What alerts tell of the service besides its id; kept for the day on which it leaves the config. */
  readonly about: AlertedService | null;
  /** When it was saved last, in milliseconds since 1970. */
  readonly savedAt: number;
}

export const NEW_STATE: ServiceState = { ...INITIAL_STATE, schema: 1, outbox: [], about: null, savedAt: 0 };

/** How old the last healthy report in the store may grow: in between, a newer one alone is no reason to write. */
export const LAST_HEALTHY_REFRESH_MS = 5 * 60_000;

/**
 * Reads a state that this version, an older or a newer one has written. What is missing or unusable takes its initial
 * value, the rest is kept; `null` where there is nothing to keep.
 */
export function readState(raw: unknown): ServiceState | null {
  if (!isJsonObject(raw)) return null;
  const past = list(raw.past).map(readPast).filter(isPresent).slice(-PAST_KEPT);
  const incident = readIncident(raw.incident);
  return {
    ...(raw as object),
    schema: 1,
    suspicion: incident === null ? readSuspicion(raw.suspicion) : null,
    incident,
    lastHealthy: readLastHealthy(raw.lastHealthy),
    incidents: number(raw.incidents) ?? past.length + (incident === null ? 0 : 1),
    past,
    outbox: list(raw.outbox).filter(isAlert),
    about: readAbout(raw.about),
    savedAt: number(raw.savedAt) ?? 0,
  };
}

/** Whether a run has made something of a state that must not be lost. */
export function mustSave(before: ServiceState, after: ServiceState, now: number): boolean {
  if (after.outbox.length > 0 || before.outbox.length > 0) return true;
  const isHeardAgain = before.lastHealthy?.at !== after.lastHealthy?.at;
  if (isHeardAgain && Math.abs(now - before.savedAt) >= LAST_HEALTHY_REFRESH_MS) return true;
  const essence = ({ suspicion, incident, lastHealthy, incidents }: ServiceState) =>
    JSON.stringify([suspicion, incident, lastHealthy?.version, incidents]);
  return essence(before) !== essence(after);
}

function readSuspicion(raw: unknown): ServiceState['suspicion'] {
  if (!isJsonObject(raw)) return null;
  const [since, runs] = [instant(raw.since), number(raw.runs)];
  return since === null || runs === null ? null : { since, runs };
}

/** The limit of JavaScript's Date (ECMAScript, "Time Values and Time Range"). */
const MAX_DATE_MS = 8.64e15;

const SEVERITIES: readonly Severity[] = ['critical', 'warning', 'info'];
const VERDICTS: readonly VerdictKind[] = ['healthy', 'unhealthy', 'error', 'unreachable', 'invalid'];

function verdictOf(raw: unknown): VerdictKind {
  return VERDICTS.find((verdict) => verdict === raw) ?? 'unreachable';
}

function readIncident(raw: unknown): Incident | null {
  if (!isJsonObject(raw)) return null;
  const openedAt = instant(raw.openedAt);
  if (typeof raw.id !== 'string' || openedAt === null) return null;
  const change = isJsonObject(raw.change)
    ? { verdict: verdictOf(raw.change.verdict), runs: number(raw.change.runs) ?? 0 }
    : null;
  return {
    ...(raw as object),
    id: raw.id,
    openedAt,
    verdict: verdictOf(raw.verdict),
    reason: text(raw.reason),
    message: text(raw.message),
    httpStatus: number(raw.httpStatus),
    failedRuns: number(raw.failedRuns) ?? 1,
    healthyRuns: number(raw.healthyRuns) ?? 0,
    change,
    toldAt: instant(raw.toldAt) ?? openedAt,
  };
}

function readPast(raw: unknown): PastIncident | null {
  if (!isJsonObject(raw)) return null;
  const [openedAt, resolvedAt] = [instant(raw.openedAt), instant(raw.resolvedAt)];
  if (typeof raw.id !== 'string' || openedAt === null || resolvedAt === null) return null;
  return {
    ...(raw as object),
    id: raw.id,
    openedAt,
    resolvedAt,
    verdict: verdictOf(raw.verdict),
    reason: text(raw.reason),
    message: text(raw.message),
    failedRuns: number(raw.failedRuns) ?? 1,
  };
}

function readLastHealthy(raw: unknown): LastHealthy | null {
  if (!isJsonObject(raw)) return null;
  const at = instant(raw.at);
  if (at === null) return null;
  return {
    at,
    version: typeof raw.version === 'string' ? raw.version : null,
    uptimeSeconds: number(raw.uptimeSeconds),
    memoryUsedMb: number(raw.memoryUsedMb),
    memoryTotalMb: number(raw.memoryTotalMb),
  };
}

function readAbout(raw: unknown): AlertedService | null {
  if (!isJsonObject(raw) || typeof raw.id !== 'string' || typeof raw.statusUrl !== 'string') return null;
  return {
    id: raw.id,
    statusUrl: raw.statusUrl,
    environment: typeof raw.environment === 'string' ? raw.environment : null,
    severity: SEVERITIES.find((severity) => severity === raw.severity) ?? 'critical',
    runbook: typeof raw.runbook === 'string' ? raw.runbook : null,
  };
}

/** An alert that is owed goes out as it was written, whichever version wrote it. */
function isAlert(raw: unknown): raw is Alert {
  return isJsonObject(raw) && typeof raw.id === 'string' && typeof raw.event === 'string';
}

function number(raw: unknown): number | null {
  return typeof raw === 'number' && Number.isFinite(raw) ? raw : null;
}

/** A number of milliseconds that is a date at all: what lies beyond can't be told. */
function instant(raw: unknown): number | null {
  const value = number(raw);
  return value !== null && Math.abs(value) <= MAX_DATE_MS ? value : null;
}

function text(raw: unknown): string {
  return typeof raw === 'string' ? raw : '';
}

function list(raw: unknown): readonly unknown[] {
  return Array.isArray(raw) ? raw : [];
}

function isPresent<Value>(value: Value | null): value is Value {
  return value !== null;
}
