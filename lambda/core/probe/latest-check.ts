/** The result of a service's last check: kept with its state, so that a view needs no probe of its own. */

import { isJsonObject, type JsonObject, jsonObjectOf } from '../words/json';
import {
  readAmount,
  readCount,
  readDays,
  readHttpStatus,
  readInstant,
  readList,
  readMilliseconds,
  readText,
  readVerdict,
} from '../words/stored-value';
import type { Checked, CheckResult } from './check-result';
import type { Verdict } from './classify';
import type { Timings } from './observation';
import type { ErrorBody, Figures, Report, Warning } from './report';

export interface LatestCheck extends Checked {
  /** The first check in a row with this kind of verdict, in milliseconds since 1970. */
  readonly since: number;
}

/**
 * The latest check, once a result is there. If the check before is older than `staleAfterMs`, it says nothing of the time
 * in between: `since` then begins anew.
 */
export function latestOf(result: CheckResult, before: LatestCheck | null, staleAfterMs: number): LatestCheck {
  const { service, said: _, otherOriginStatus: __, ...checked } = result;
  const { kind, at } = checked;
  const goesOn = before?.kind === kind && at - before.at <= staleAfterMs;
  return { ...checked, since: goesOn ? Math.min(before.since, at) : at };
}

/** Reads a stored check, whichever version wrote it; `null` if its time is unknown. */
export function readLatest(raw: unknown): LatestCheck | null {
  if (!isJsonObject(raw)) return null;
  const at = readInstant(raw.at);
  if (at === null) return null;
  return {
    kind: readVerdict(raw.kind),
    reason: readText(raw.reason) ?? '',
    message: readText(raw.message) ?? '',
    httpStatus: readHttpStatus(raw.httpStatus),
    errorCode: readText(raw.errorCode),
    report: readStoredReport(raw.report),
    errorBody: readStoredError(raw.errorBody),
    warnings: readList(raw.warnings, readWarning),
    certificate: readCertificate(raw.certificate),
    ...(typeof raw.cachedBy === 'string' && { cachedBy: raw.cachedBy }),
    at,
    since: readInstant(raw.since) ?? at,
    attempts: readCount(raw.attempts) ?? 1,
    timings: readTimings(raw.timings),
    ...(typeof raw.remoteAddress === 'string' && { remoteAddress: raw.remoteAddress }),
  };
}

/** If the value is invalid, all phases are unknown. */
export function readTimings(raw: unknown): Timings {
  const timings = jsonObjectOf(raw);
  return {
    dnsMs: readMilliseconds(timings.dnsMs),
    connectMs: readMilliseconds(timings.connectMs),
    tlsMs: readMilliseconds(timings.tlsMs),
    firstByteMs: readMilliseconds(timings.firstByteMs),
    downloadMs: readMilliseconds(timings.downloadMs),
    totalMs: readMilliseconds(timings.totalMs) ?? 0,
  };
}

function readStoredReport(raw: unknown): Report | null {
  if (!isJsonObject(raw)) return null;
  const others = Object.entries(jsonObjectOf(raw.others));
  return {
    status: raw.status === 'healthy' ? 'healthy' : 'unhealthy',
    service: readText(raw.service),
    timestamp: readText(raw.timestamp),
    environment: readText(raw.environment),
    ...readFigures(raw),
    others: Object.fromEntries(others.filter((entry): entry is [string, string] => typeof entry[1] === 'string')),
  };
}

export function readFigures(raw: JsonObject): Figures {
  const memory = jsonObjectOf(raw.memory);
  return {
    version: readText(raw.version),
    uptime: readAmount(raw.uptime),
    memory: { used: readAmount(memory.used), total: readAmount(memory.total) },
  };
}

function readStoredError(raw: unknown): ErrorBody | null {
  if (!isJsonObject(raw)) return null;
  return { error: readText(raw.error) ?? '', timestamp: readText(raw.timestamp), service: readText(raw.service) };
}

function readWarning(raw: unknown): Warning | null {
  if (!isJsonObject(raw) || typeof raw.code !== 'string' || typeof raw.message !== 'string') return null;
  // A newer version may know more codes; a warning is shown by its message.
  return { code: raw.code as Warning['code'], message: raw.message };
}

function readCertificate(raw: unknown): Verdict['certificate'] {
  if (!isJsonObject(raw)) return null;
  const [expiresAt, daysLeft] = [readInstant(raw.expiresAt), readDays(raw.daysLeft)];
  if (expiresAt === null || daysLeft === null) return null;
  return { expiresAt, daysLeft, ...(typeof raw.name === 'string' && { name: raw.name }) };
}
