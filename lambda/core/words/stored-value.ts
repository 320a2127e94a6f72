/** Reads values of stored JSON. Each function reads one kind of value, and gives `null` for others. */

import { cleanText } from './clean-text';
import {
  ALERT_EVENTS,
  type AlertEvent,
  INCIDENT_KINDS,
  type IncidentKind,
  SEVERITIES,
  type Severity,
  VERDICTS,
  type VerdictKind,
} from './codes';
import type { JsonObject } from './json';

/** The range of ISO 8601 with a year of four digits. */
const FIRST_INSTANT = Date.parse('0000-01-01T00:00:00.000Z');
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');

const DAY_MS = 86_400_000;
/** No machine has more megabytes, or has run for more seconds; sums of many such values are still exact enough to be drawn. */
const LARGEST_AMOUNT = 1e15;
const MOST_DAYS = 3_660_000;

/** A length of time in milliseconds: at most a day, since no check takes longer. */
export function readMilliseconds(raw: unknown): number | null {
  return readWithin(raw, 0, DAY_MS);
}

/** Megabytes, or seconds that something has been up. */
export function readAmount(raw: unknown): number | null {
  return readWithin(raw, 0, LARGEST_AMOUNT);
}

/** A count. A negative one would put off for ever what waits for it to grow. */
export function readCount(raw: unknown): number | null {
  return Number.isInteger(raw) ? readAmount(raw) : null;
}

/** Three digits, as HTTP has them (RFC 9110, section 15). */
export function readHttpStatus(raw: unknown): number | null {
  return Number.isInteger(raw) ? readWithin(raw, 100, 999) : null;
}

/** Days between two instants that make dates. */
export function readDays(raw: unknown): number | null {
  return readWithin(raw, -MOST_DAYS, MOST_DAYS);
}

/** Milliseconds since 1970 within the range of dates; `null` for others, which can't be shown. */
export function readInstant(raw: unknown): number | null {
  return readWithin(raw, FIRST_INSTANT, LAST_INSTANT);
}

/** A number outside of its range is unknown: a text or a sum made of it would be wrong. JSON has a -0 to read, and none to write. */
function readWithin(raw: unknown, least: number, most: number): number | null {
  return typeof raw === 'number' && raw >= least && raw <= most ? raw + 0 : null;
}

export function readText(raw: unknown): string | null {
  return typeof raw === 'string' ? raw : null;
}

/** The longest texts that runs store, in characters. */
export const LONGEST = { code: 64, id: 500, message: 500, summary: 1_000, address: 2_048 } as const;

/** A text that people see, on one clean line: whatever is stored must neither fill a message nor steer a terminal. */
export function readLine(raw: unknown, maxLength: number = LONGEST.message): string | null {
  return typeof raw === 'string' ? cleanText(raw, maxLength) : null;
}

/** Reads a verdict. If it is not known, or there is none, only that something was wrong is known. */
export function readVerdict(raw: unknown): VerdictKind {
  return VERDICTS.find((verdict) => verdict === raw) ?? 'unreachable';
}

/** What was found wrong, in an incident, an alert, or what people know; a text that is missing is empty. */
export function readFound(raw: JsonObject): { verdict: VerdictKind; reason: string; message: string } {
  return {
    verdict: readVerdict(raw.verdict),
    reason: readLine(raw.reason, LONGEST.code) ?? '',
    message: readLine(raw.message) ?? '',
  };
}

export function readEvent(raw: unknown): AlertEvent | null {
  return ALERT_EVENTS.find((kind) => kind === raw) ?? null;
}

/** If the kind is not known, it counts as an outage. */
export function readIncidentKind(raw: unknown): IncidentKind {
  return INCIDENT_KINDS.find((kind) => kind === raw) ?? 'outage';
}

export function readSeverity(raw: unknown): Severity {
  return SEVERITIES.find((severity) => severity === raw) ?? 'critical';
}

/** The elements that `read` accepts. */
export function readList<Value>(raw: unknown, read: (element: unknown) => Value | null): Value[] {
  return (Array.isArray(raw) ? raw : []).map(read).filter((value) => value !== null) as Value[];
}
