/** The result of a service's last check: kept with its state, so that a view needs no probe of its own. */

import { cleanText, DEFAULT_LENGTH } from '../words/clean-text';
import { isJsonObject, type JsonObject, jsonObjectOf } from '../words/json';
import {
  LONGEST,
  readAmount,
  readCount,
  readDays,
  readHttpStatus,
  readInstant,
  readLine,
  readList,
  readMilliseconds,
  readVerdict,
} from '../words/stored-value';
import type { Checked, CheckResult, OtherOrigin } from './check-result';
import { NAME_LENGTH, type Verdict } from './classify';
import type { Timings } from './observation';
import {
  ERROR_LENGTH,
  type ErrorBody,
  type Figures,
  OTHER_LENGTH,
  OTHER_NAME_LENGTH,
  OTHERS_KEPT,
  type Report,
  WARNINGS_KEPT,
  type Warning,
} from './report';
import { SAID_LENGTH, STATED_CODES, type StatedCause } from './unhealthy-cause';

export interface LatestCheck extends Checked {
  /** The first check in a row with this kind of verdict, in milliseconds since 1970. */
  readonly since: number;
}

/**
 * The latest check, once a result is there. If the check before is older than `staleAfterMs`, it says nothing of the time
 * in between: `since` then begins anew.
 */
export function latestOf(result: CheckResult, before: LatestCheck | null, staleAfterMs: number): LatestCheck {
  const { service, ...checked } = result;
  const { kind, at } = checked;
  const goesOn = before?.kind === kind && at - before.at <= staleAfterMs;
  return { ...checked, since: goesOn ? Math.min(before.since, at) : at };
}

/** Reads a stored check; `null` if its time is unknown. */
export function readLatest(raw: unknown): LatestCheck | null {
  if (!isJsonObject(raw)) return null;
  const at = readInstant(raw.at);
  if (at === null) return null;
  return {
    kind: readVerdict(raw.kind),
    reason: readLine(raw.reason, LONGEST.code) ?? '',
    message: readLine(raw.message) ?? '',
    httpStatus: readHttpStatus(raw.httpStatus),
    errorCode: readLine(raw.errorCode, LONGEST.code),
    report: readStoredReport(raw.report),
    errorBody: readStoredError(raw.errorBody),
    warnings: readList(raw.warnings, readWarning).slice(0, WARNINGS_KEPT),
    certificate: readCertificate(raw.certificate),
    ...(typeof raw.cachedBy === 'string' && { cachedBy: cleanText(raw.cachedBy) }),
    ...present('said', readSaid(raw.said)),
    at,
    since: readInstant(raw.since) ?? at,
    attempts: readCount(raw.attempts) ?? 1,
    timings: readTimings(raw.timings),
    ...(typeof raw.remoteAddress === 'string' && { remoteAddress: cleanText(raw.remoteAddress) }),
    ...present('otherOrigin', readOtherOrigin(raw.otherOrigin)),
  };
}

/** A key that is left out if it has no value. */
function present<Key extends string, Value>(key: Key, value: Value | null): { readonly [Name in Key]?: Value } {
  return value === null ? {} : ({ [key]: value } as { readonly [Name in Key]: Value });
}

function readSaid(raw: unknown): StatedCause | null {
  if (!isJsonObject(raw) || typeof raw.text !== 'string') return null;
  const code = STATED_CODES.find((known) => known === raw.code);
  return code === undefined ? null : { code, text: cleanText(raw.text, SAID_LENGTH) };
}

/** A service has few headers that are called `Origin`. */
const ORIGIN_KEYS = 5;

function readOtherOrigin(raw: unknown): OtherOrigin | null {
  if (!isJsonObject(raw)) return null;
  const httpStatus = readHttpStatus(raw.httpStatus);
  const keys = readList(raw.keys, (key) => (typeof key === 'string' ? cleanText(key) : null)).slice(0, ORIGIN_KEYS);
  return httpStatus === null ? null : { httpStatus, keys };
}

/** If the value is invalid, all phases are unknown. */
export function readTimings(raw: unknown): Timings {
  const timings = jsonObjectOf(raw);
  const blockedMs = readMilliseconds(timings.blockedMs);
  return {
    dnsMs: readMilliseconds(timings.dnsMs),
    connectMs: readMilliseconds(timings.connectMs),
    tlsMs: readMilliseconds(timings.tlsMs),
    firstByteMs: readMilliseconds(timings.firstByteMs),
    downloadMs: readMilliseconds(timings.downloadMs),
    totalMs: readMilliseconds(timings.totalMs) ?? 0,
    ...(blockedMs !== null && { blockedMs }),
  };
}

function readStoredReport(raw: unknown): Report | null {
  if (!isJsonObject(raw)) return null;
  const others = Object.entries(jsonObjectOf(raw.others)).slice(0, OTHERS_KEPT + 1);
  return {
    status: raw.status === 'healthy' ? 'healthy' : 'unhealthy',
    service: readLine(raw.service, DEFAULT_LENGTH),
    timestamp: readLine(raw.timestamp, DEFAULT_LENGTH),
    environment: readLine(raw.environment, DEFAULT_LENGTH),
    ...readFigures(raw),
    others: Object.fromEntries(
      others.flatMap(([name, value]) =>
        typeof value === 'string' ? [[cleanText(name, OTHER_NAME_LENGTH), cleanText(value, OTHER_LENGTH)]] : [],
      ),
    ),
  };
}

export function readFigures(raw: JsonObject): Figures {
  const memory = jsonObjectOf(raw.memory);
  return {
    version: readLine(raw.version, DEFAULT_LENGTH),
    uptime: readAmount(raw.uptime),
    memory: { used: readAmount(memory.used), total: readAmount(memory.total) },
  };
}

function readStoredError(raw: unknown): ErrorBody | null {
  if (!isJsonObject(raw)) return null;
  const read = (text: unknown) => readLine(text, DEFAULT_LENGTH);
  return {
    ...{ error: readLine(raw.error, ERROR_LENGTH) ?? '', timestamp: read(raw.timestamp), service: read(raw.service) },
  };
}

function readWarning(raw: unknown): Warning | null {
  if (!isJsonObject(raw)) return null;
  const [code, message] = [readLine(raw.code, LONGEST.code), readLine(raw.message)];
  // A warning is shown by its message.
  return code === null || message === null ? null : { code: code as Warning['code'], message };
}

function readCertificate(raw: unknown): Verdict['certificate'] {
  if (!isJsonObject(raw)) return null;
  const [expiresAt, daysLeft] = [readInstant(raw.expiresAt), readDays(raw.daysLeft)];
  if (expiresAt === null || daysLeft === null) return null;
  return { expiresAt, daysLeft, ...(typeof raw.name === 'string' && { name: cleanText(raw.name, NAME_LENGTH) }) };
}
