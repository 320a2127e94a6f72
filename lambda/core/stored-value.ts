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
