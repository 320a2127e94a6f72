/** Results of checks that were never made. */

import type { Service } from '../../lambda/core/config/config';
import type { CheckResult } from '../../lambda/core/probe/check-result';
import type { Verdict } from '../../lambda/core/probe/classify';
import type { Report } from '../../lambda/core/probe/report';

export type SampleFinding = 'well' | 'deployed' | 'newVersion' | 'slow' | 'expiring' | 'refused' | 'http503';

const TIMINGS = { dnsMs: 2.1, connectMs: 8.4, tlsMs: 19.7, firstByteMs: 31.2, downloadMs: 0.6, totalMs: 62 };
const NOTHING = { errorCode: null, report: null, errorBody: null, warnings: [], certificate: null };
const EXPIRING = { expiresAt: Date.parse('2026-12-05T08:00:00.000Z'), daysLeft: 13 };
const SLOW_TIMINGS = { ...TIMINGS, firstByteMs: 1_209.2, totalMs: 1_240 };
/** The start of the service in each version, in milliseconds since 1970. */
const STARTED = {
  '2.4.1': Date.parse('2026-11-18T05:30:00.000Z'),
  '2.4.2': Date.parse('2026-11-21T13:40:00.000Z'),
  '2.5.0': Date.parse('2026-11-21T09:26:30.000Z'),
};
const VERSIONS = { well: '2.4.1', slow: '2.4.1', expiring: '2.4.1', deployed: '2.5.0', newVersion: '2.4.2' } as const;

/** The result of a check at `now`, in milliseconds since 1970. `machine` is the number of the machine that is checked. */
export function sampleCheck(service: Service, found: SampleFinding, now: number, machine: number): CheckResult {
  return {
    ...verdictOf(service, found, now, machine),
    service,
    attempts: 1,
    at: now,
    timings: found === 'slow' ? SLOW_TIMINGS : TIMINGS,
    remoteAddress: addressOf(machine),
  };
}

function addressOf(machine: number): string {
  return `10.0.4.${17 + machine}`;
}

function verdictOf(service: Service, found: SampleFinding, now: number, machine: number): Verdict {
  switch (found) {
    case 'refused': {
      const message = `connection refused (ECONNREFUSED ${addressOf(machine)}:443)`;
      const errorCode = 'ECONNREFUSED';
      return { ...NOTHING, kind: 'unreachable', reason: 'connection_refused', message, httpStatus: null, errorCode };
    }
    case 'http503': {
      const message = 'HTTP 503: Service temporarily unavailable';
      return { ...NOTHING, kind: 'unhealthy', reason: 'http_503', message, httpStatus: 503 };
    }
    case 'well':
    case 'slow':
    case 'expiring':
    case 'deployed':
    case 'newVersion': {
      const report = reportOf(service, VERSIONS[found], now);
      const certificate = found === 'expiring' ? EXPIRING : null;
      return { ...NOTHING, kind: 'healthy', reason: 'ok', message: 'healthy', httpStatus: 200, report, certificate };
    }
  }
}

function reportOf(service: Service, version: keyof typeof STARTED, now: number): Report {
  return {
    status: 'healthy',
    service: service.expectService,
    timestamp: new Date(now).toISOString(),
    environment: service.environment ?? 'production',
    version,
    uptime: (now - STARTED[version]) / 1_000,
    memory: { used: 312.4, total: 512 },
    others: {},
  };
}
