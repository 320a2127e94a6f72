/** The last healthy report of a service. */

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

/** The healthy report as it is kept; `now` in milliseconds since 1970. */
export function lastHealthyOf(report: Report | null, now: number): LastHealthy {
  return {
    at: now,
    version: report?.version ?? null,
    uptimeSeconds: report?.uptime ?? null,
    memoryUsedMb: report?.memory.used ?? null,
    memoryTotalMb: report?.memory.total ?? null,
  };
}

/** The fields of a healthy report that are kept, without its time. */
export function readFigures(raw: Readonly<Record<string, unknown>>): Omit<LastHealthy, 'at'> {
  return {
    version: readText(raw.version),
    uptimeSeconds: readAmount(raw.uptimeSeconds),
    memoryUsedMb: readAmount(raw.memoryUsedMb),
    memoryTotalMb: readAmount(raw.memoryTotalMb),
  };
}
