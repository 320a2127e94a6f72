/** What a service said when it was last well. */

import type { Report } from '../probe/report';
import { readAmount, readText } from '../words/stored-value';

export interface LastHealthy {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly version: string | null;
  readonly uptimeSeconds: number | null;
  readonly memoryUsedMb: number | null;
  readonly memoryTotalMb: number | null;
}

/** `now` in milliseconds since 1970. */
export function lastHealthyOf(report: Report | null, now: number): LastHealthy {
  return {
    at: now,
    version: report?.version ?? null,
    uptimeSeconds: report?.uptime ?? null,
    memoryUsedMb: report?.memory.used ?? null,
    memoryTotalMb: report?.memory.total ?? null,
  };
}

/** What is kept of a healthy report besides its time. */
export function readFigures(raw: Readonly<Record<string, unknown>>): Omit<LastHealthy, 'at'> {
  return {
    version: readText(raw.version),
    uptimeSeconds: readAmount(raw.uptimeSeconds),
    memoryUsedMb: readAmount(raw.memoryUsedMb),
    memoryTotalMb: readAmount(raw.memoryTotalMb),
  };
}
