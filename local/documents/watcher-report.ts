/** The watcher's own `GET /status`: it keeps the contract that it checks (docs/why/architecture.md). */

import { totalmem } from 'node:os';
import { version } from '../../package.json';

/** A status report; if it is unhealthy, it is an error body too. */
export interface WatcherReport {
  readonly status: 'healthy' | 'unhealthy';
  readonly error?: string;
  readonly service: 'statuswatch';
  readonly timestamp: string;
  readonly environment: string;
  readonly version: string;
  /** Seconds. */
  readonly uptime: number;
  /** Megabytes. */
  readonly memory: { readonly used: number; readonly total: number };
}

/** `now` in milliseconds since 1970. */
export function watcherReport(deployment: string, trouble: string | null, now: number): WatcherReport {
  return {
    ...(trouble === null ? { status: 'healthy' } : { status: 'unhealthy', error: trouble }),
    service: 'statuswatch',
    timestamp: new Date(now).toISOString(),
    environment: deployment,
    version,
    uptime: process.uptime(),
    memory: { used: megabytes(process.memoryUsage.rss()), total: megabytes(memoryLimit()) },
  };
}

/** Returns the memory of the machine, or of the container if that is less. */
function memoryLimit(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1_048_576);
}
