/** What one run found, and the document that `check --json` prints of it. */

import type { Alert } from './alert';
import type { CheckResult } from './check-result';
import type { Verdict, VerdictKind } from './classify';
import { ownClockWarning } from './clock-skew';
import type { KnownStates } from './known-states';
import type { Timings } from './observation';
import type { ErrorBody, Report, Warning } from './report';
import type { RunFailure } from './run-failure';

/** One pass over all services. */
export interface Run {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
  /** In the config's order. */
  readonly results: readonly CheckResult[];
  /** What is known of each service's state: the next run of the same process starts from it. */
  readonly states: KnownStates;
  /** The alerts that went out. */
  readonly sent: readonly Alert[];
  /** A run with failures has done all else, and counts as failed. */
  readonly failures: readonly RunFailure[];
}

export type Summary = Readonly<Record<'total' | VerdictKind, number>>;

/** The document of `check --json`. Instants are ISO 8601 in UTC with milliseconds. */
export interface RunDocument {
  readonly startedAt: string;
  readonly durationMs: number;
  readonly summary: Summary;
  /** What is odd about the run as a whole, in words. */
  readonly warnings: readonly string[];
  readonly services: readonly ServiceDocument[];
}

export interface ServiceDocument {
  readonly service: string;
  readonly url: string;
  readonly verdict: VerdictKind;
  readonly reason: string;
  readonly message: string;
  readonly httpStatus: number | null;
  readonly attempts: number;
  readonly checkedAt: string;
  readonly timings: Timings;
  readonly report: Report | null;
  readonly errorBody: ErrorBody | null;
  readonly warnings: readonly Warning[];
  readonly certificate: { readonly expiresAt: string; readonly daysLeft: number } | null;
}

/** How many services got which verdict. */
export function summarize(results: readonly CheckResult[]): Summary {
  const count = (kind: VerdictKind) => results.filter(({ verdict }) => verdict.kind === kind).length;
  return {
    total: results.length,
    healthy: count('healthy'),
    unhealthy: count('unhealthy'),
    error: count('error'),
    unreachable: count('unreachable'),
    invalid: count('invalid'),
  };
}

/** What is odd about a run as a whole, in words. */
export function runWarnings(results: readonly CheckResult[]): readonly string[] {
  const warning = ownClockWarning(
    results.map(({ verdict, checkedAt, timings }) => ({ report: verdict.report, at: checkedAt, timings })),
  );
  return warning === null ? [] : [warning];
}

export function runDocument({
  startedAt,
  durationMs,
  results,
}: Pick<Run, 'startedAt' | 'durationMs' | 'results'>): RunDocument {
  return {
    startedAt: new Date(startedAt).toISOString(),
    durationMs: Math.round(durationMs * 100) / 100,
    summary: summarize(results),
    warnings: runWarnings(results),
    services: results.map(serviceDocument),
  };
}

function serviceDocument({ service, verdict, attempts, checkedAt, timings }: CheckResult): ServiceDocument {
  const { kind, reason, message, httpStatus, report, errorBody, warnings, certificate } = verdict;
  return {
    service: service.id,
    url: service.statusUrl,
    verdict: kind,
    reason,
    message,
    httpStatus,
    attempts,
    checkedAt: new Date(checkedAt).toISOString(),
    timings,
    report,
    errorBody,
    warnings,
    certificate: certificateDocument(certificate),
  };
}

export function certificateDocument(certificate: Verdict['certificate']): ServiceDocument['certificate'] {
  return certificate && { ...certificate, expiresAt: new Date(certificate.expiresAt).toISOString() };
}
