/** Reads values of stored JSON, whichever version wrote it. Each function reads one kind of value, and gives `null` for others. */

import {
  EVENTS,
  type EventKind,
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

/** A number outside of its range is unknown: a text or a sum made of it would be wrong. */
function readWithin(raw: unknown, least: number, most: number): number | null {
  return typeof raw === 'number' && raw >= least && raw <= most ? raw : null;
}

export function readText(raw: unknown): string | null {
  return typeof raw === 'string' ? raw : null;
}

/** Reads a verdict. If this version doesn't know it, or there is none, only that something was wrong is known. */
export function readVerdict(raw: unknown): VerdictKind {
  return VERDICTS.find((verdict) => verdict === raw) ?? 'unreachable';
}

/** What was found wrong, in an incident, an alert, or what people know; a text that is missing is empty. */
export function readFound(raw: JsonObject): { verdict: VerdictKind; reason: string; message: string } {
  return {
    verdict: readVerdict(raw.verdict),
    reason: readText(raw.reason) ?? '',
    message: readText(raw.message) ?? '',
  };
}

export function readEvent(raw: unknown): EventKind | null {
  return EVENTS.find((kind) => kind === raw) ?? null;
}

/** Older versions stored no kind: each incident was then an outage. */
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

/** How deep an unknown key's value may be nested, and how many characters all such values may have as JSON. */
export const CARRIED_DEPTH = 8;
export const CARRIED_LENGTH = 4_000;

/**
 * What was read, with the other keys of `raw`: another version wrote them, and will look for them. A value that is
 * too deep or too long is left out: no version writes it, and it could keep a state from ever being saved again.
 */
export function carryAlong<Read extends object>(raw: Readonly<Record<string, unknown>>, read: Read): Read {
  let left = CARRIED_LENGTH;
  const carried = Object.entries(raw).filter(([key, value]) => {
    if (Object.hasOwn(read, key) || !isWithin(value, CARRIED_DEPTH)) return false;
    // The length includes the colon and the comma.
    const length = JSON.stringify({ [key]: value }).length;
    if (length > left) return false;
    left -= length;
    return true;
  });
  return carried.length === 0 ? read : { ...Object.fromEntries(carried), ...read };
}

function isWithin(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((one) => isWithin(one, depth - 1));
}
