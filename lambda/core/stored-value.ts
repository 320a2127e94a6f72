/** What stands in a stored JSON value, whoever wrote it: each reads one kind of value, and `null` where it is another. */

import type { VerdictKind } from './classify';
import type { Severity } from './config';
import type { EventKind, LastHealthy } from './incident';

/** What ISO 8601 writes with a year of four digits. */
const FIRST_INSTANT = Date.parse('0000-01-01T00:00:00.000Z');
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');

const SEVERITIES: readonly Severity[] = ['critical', 'warning', 'info'];
const EVENTS: readonly EventKind[] = ['opened', 'updated', 'reminder', 'resolved'];
const VERDICTS: readonly VerdictKind[] = ['healthy', 'unhealthy', 'error', 'unreachable', 'invalid'];

export function readNumber(raw: unknown): number | null {
  return typeof raw === 'number' && Number.isFinite(raw) ? raw : null;
}

/** How often something was: a negative count would put off for ever what waits for it to grow. */
export function readCount(raw: unknown): number | null {
  return Number.isSafeInteger(raw) && (raw as number) >= 0 ? (raw as number) : null;
}

/** Milliseconds since 1970 that make a date: what lies beyond can't be told. */
export function readInstant(raw: unknown): number | null {
  const value = readNumber(raw);
  return value !== null && value >= FIRST_INSTANT && value <= LAST_INSTANT ? value : null;
}

export function readText(raw: unknown): string | null {
  return typeof raw === 'string' ? raw : null;
}

/** Of a verdict that this version doesn't know, or none, it is known only that something was wrong. */
export function readVerdict(raw: unknown): VerdictKind {
  return VERDICTS.find((verdict) => verdict === raw) ?? 'unreachable';
}

export function readEvent(raw: unknown): EventKind | null {
  return EVENTS.find((kind) => kind === raw) ?? null;
}

export function readSeverity(raw: unknown): Severity {
  return SEVERITIES.find((severity) => severity === raw) ?? 'critical';
}

/** Each element that `read` makes something of. */
export function readList<Value>(raw: unknown, read: (element: unknown) => Value | null): Value[] {
  return (Array.isArray(raw) ? raw : []).map(read).filter((value) => value !== null) as Value[];
}

/** What is kept of a healthy report besides its time. */
export function readFigures(raw: Readonly<Record<string, unknown>>): Omit<LastHealthy, 'at'> {
  return {
    version: readText(raw.version),
    uptimeSeconds: readNumber(raw.uptimeSeconds),
    memoryUsedMb: readNumber(raw.memoryUsedMb),
    memoryTotalMb: readNumber(raw.memoryTotalMb),
  };
}

/** How deep a value of a key that is not known may be nested, and how many characters all of them may have as JSON. */
export const CARRIED_DEPTH = 8;
export const CARRIED_LENGTH = 4_000;

/**
 * What was read, with the keys of `raw` that are not among it: those of another version, which will look for them. What is
 * too deep or too long is left out: no version writes it, and it could keep a state from ever being saved again.
 */
export function carryAlong<Read extends object>(raw: Readonly<Record<string, unknown>>, read: Read): Read {
  let left = CARRIED_LENGTH;
  const carried = Object.entries(raw).filter(([key, value]) => {
    if (Object.hasOwn(read, key) || !isWithin(value, CARRIED_DEPTH)) return false;
    // Its colon and comma included.
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
