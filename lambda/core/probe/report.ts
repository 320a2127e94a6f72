/**
 * The JSON body of an answer: a status report, an error body, or neither. The services keep a contract
 * (docs/why/architecture.md); if a report breaks it without affecting the health, that is a warning.
 */

import * as v from 'valibot';
import type { ConditionCode } from '../conditions/conditions';
import { amount, code, firstOf, line, orNull, recordOf } from '../fields/stored-value';
import { type CleanText, cleanText, DEFAULT_LENGTH } from '../words/clean-text';
import { REPORTED_STATUSES, type ReportedStatus } from '../words/codes';
import { repeatsStatus } from '../words/http-status';
import { isJsonObject, type JsonObject, jsonKind, jsonObjectOf, shownJson } from '../words/json';

/**
 * A status report. A field that is missing or of the wrong type is `null`, and so is what a contract other than our own does not define.
 * Texts are cleaned.
 */
export interface Report {
  readonly status: ReportedStatus;
  readonly service: string | null;
  /** The time as sent, in ISO 8601. */
  readonly timestamp: string | null;
  readonly environment: string | null;
  readonly version: string | null;
  /** Seconds since the service started. */
  readonly uptime: number | null;
  /** Megabytes. */
  readonly memory: { readonly used: number | null; readonly total: number | null };
  /** The report's other fields: texts as sent, all else as JSON. Bounded in number and length. */
  readonly others: Readonly<Record<string, string>>;
}

/** The part of a report that changes from report to report. */
export type Figures = Pick<Report, 'version' | 'uptime' | 'memory'>;

export const NO_FIGURES: Figures = { version: null, uptime: null, memory: { used: null, total: null } };

const shortLine = orNull(line(DEFAULT_LENGTH));

/** The stored form of figures. */
export const figuresEntries = {
  version: shortLine,
  uptime: orNull(amount),
  memory: v.object({ used: orNull(amount), total: orNull(amount) }),
};

/** The body that a service sends with a 500 or a 503. */
export interface ErrorBody {
  /** Its `error`; its `message` if that says more than the status. */
  readonly error: string;
  readonly timestamp: string | null;
  /** It may name several services, so it proves no identity. */
  readonly service: string | null;
}

export type WarningCode =
  | 'missing_field'
  | 'mistyped_field'
  | 'number_negative'
  | 'number_not_finite'
  | 'wrong_unit'
  | 'timestamp_invalid'
  | 'memory_over_total';

/** A fault that doesn't affect the health; by the code of a condition, a fault that may become a condition. */
export interface Warning {
  readonly code: WarningCode | ConditionCode;
  readonly message: string;
}

/** A report and its warnings, its texts made safe by `clean`; `null` if the value has no usable `status`. */
export function readReport(
  value: unknown,
  clean: CleanText = cleanText,
): { readonly report: Report; readonly warnings: readonly Warning[] } | null {
  if (!isJsonObject(value)) return null;
  const { status, memory } = value;
  if (status !== 'healthy' && status !== 'unhealthy') return null;
  const warnings: Warning[] = [];
  const memoryFields = jsonObjectOf(memory);
  if (!isJsonObject(memory)) warnings.push(fieldWarning('memory', memory, 'an object'));
  const readMemory = (field: string) =>
    isJsonObject(memory)
      ? megabytes(readNumber(memoryFields, field, `memory.${field}`, warnings), field, warnings)
      : null;
  const readTextOf = (field: string) => readText(value, field, warnings, clean);
  const report: Report = {
    status,
    service: readTextOf('service'),
    timestamp: readTextOf('timestamp'),
    environment: readTextOf('environment'),
    version: readTextOf('version'),
    uptime: readNumber(value, 'uptime', 'uptime', warnings),
    memory: { used: readMemory('used'), total: readMemory('total') },
    others: readOthers(value, CONTRACT_FIELDS, clean),
  };
  const { used, total } = report.memory;
  if (used !== null && total !== null && used > total) {
    const [usedMb, totalMb] = [used, total].map((mb) => `${Math.round(mb * 10) / 10} MB`);
    warnings.push({ code: 'memory_over_total', message: `memory used (${usedMb}) is over its total (${totalMb})` });
  }
  return { report, warnings };
}

/** An error body, its texts made safe by `clean`; `null` if the value has no `error` text. */
export function readErrorBody(value: unknown, clean: CleanText = cleanText): ErrorBody | null {
  const error = errorTextIn(jsonObjectOf(value));
  if (!isJsonObject(value) || error === null) return null;
  const optional = (field: unknown) => (typeof field === 'string' ? clean(field) : null);
  return {
    error: clean(error, ERROR_LENGTH),
    timestamp: optional(value.timestamp),
    service: optional(value.service),
  };
}

/** Fastify and NestJS answer `{"statusCode":503,"error":"Service Unavailable","message":"no database"}`. `null` without an `error` text. */
export function errorTextIn({ error, message }: JsonObject): string | null {
  if (typeof error !== 'string') return null;
  return repeatsStatus(error) && typeof message === 'string' && !repeatsStatus(message) ? message : error;
}

/** The fields of a report that the contract knows. */
export const CONTRACT_FIELDS: ReadonlySet<string> = new Set([
  'status',
  'service',
  'timestamp',
  'environment',
  'version',
  'uptime',
  'memory',
]);

export const OTHERS_KEPT = 10;
export const OTHER_NAME_LENGTH = 40;
export const OTHER_LENGTH = 100;
export const ERROR_LENGTH = 300;
/** More than a report can give rise to. */
export const WARNINGS_KEPT = 20;
const NO_OTHERS: Report['others'] = {};

export const reportSchema = v.object({
  status: v.picklist(REPORTED_STATUSES),
  service: shortLine,
  timestamp: shortLine,
  environment: shortLine,
  ...figuresEntries,
  others: recordOf(v.string(), line(OTHER_LENGTH)),
});

export const errorBodySchema = v.object({ error: line(ERROR_LENGTH), timestamp: shortLine, service: shortLine });

/** A warning is shown by its message, whatever its code. */
const warningCode = v.pipe(
  code,
  v.transform((stored) => stored as Warning['code']),
);

export const warningsSchema = firstOf(v.object({ code: warningCode, message: line() }), WARNINGS_KEPT);

/** Fields that a contract doesn't know: no decision uses them, but people may want to see them. */
export function readOthers(value: JsonObject, known: ReadonlySet<string>, clean: CleanText): Report['others'] {
  const names = Object.keys(value).filter((name) => !known.has(name));
  if (names.length === 0) return NO_OTHERS;
  const kept = names
    .slice(0, OTHERS_KEPT)
    .map((name) => [clean(name, OTHER_NAME_LENGTH), shortText(value[name], clean)]);
  const left = names.length - kept.length;
  return Object.fromEntries(left > 0 ? [...kept, ['…', `and ${left} more`]] : kept);
}

function shortText(value: unknown, clean: CleanText): string {
  return clean(typeof value === 'string' ? value : shownJson(value), OTHER_LENGTH);
}

function readText(object: JsonObject, field: string, warnings: Warning[], clean: CleanText): string | null {
  const value = object[field];
  if (typeof value === 'string') return clean(value);
  warnings.push(fieldWarning(field, value, 'a text'));
  return null;
}

function readNumber(object: JsonObject, field: string, name: string, warnings: Warning[]): number | null {
  const value = object[field];
  if (typeof value !== 'number') {
    warnings.push(fieldWarning(name, value, 'a number'));
    return null;
  }
  if (!Number.isFinite(value)) {
    warnings.push({ code: 'number_not_finite', message: `${name} is too large to be a number` });
    return null;
  }
  if (value < 0) {
    warnings.push({ code: 'number_negative', message: `${name} is negative (${value})` });
    return null;
  }
  return value;
}

/** A process of a terabyte that reports megabytes is less likely than any that reports bytes. */
const MOST_MB = 1_048_576;

function megabytes(value: number | null, field: string, warnings: Warning[]): number | null {
  if (value === null || value < MOST_MB) return value;
  const message = `memory.${field} (${value}) is not in megabytes, so it is ignored`;
  warnings.push({ code: 'wrong_unit', message });
  return null;
}

function fieldWarning(name: string, value: unknown, expected: string): Warning {
  if (value === undefined) return { code: 'missing_field', message: `${name} is missing` };
  return { code: 'mistyped_field', message: `${name} is ${jsonKind(value)}, not ${expected}` };
}
