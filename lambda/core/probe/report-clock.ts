/**
 * Compares the times of a report with those before. A healthy report that has stopped moving is a failure: a cache answers for a service
 * that may be dead. An uptime that does not count seconds is not used.
 */

import * as v from 'valibot';
import { amount, count, instant, milliseconds, orNull } from '../fields/stored-value';
import type { CheckResult } from './check-result';
import { clockSkewMs } from './clock-skew';
import { ownReport } from './own-figures';

/** The times in the reports of a service, by which a check sees that a report is new. */
export interface ReportClock {
  /** The first check that found these times, in milliseconds since 1970. */
  readonly since: number;
  /** The timestamp, in milliseconds since 1970; `null` if there is none. */
  readonly sentAt: number | null;
  /** In seconds; `null` if there is none. */
  readonly uptime: number | null;
  /** How long the times before lasted, in milliseconds; `null` if these are not as much later: the time of a build is not. */
  readonly everyMs: number | null;
  /** How many times in a row, up to a limit, the uptime grew in another unit than seconds. */
  readonly otherUnit: number;
}

export const reportClockSchema: v.GenericSchema<unknown, ReportClock> = v.object({
  since: instant,
  sentAt: orNull(instant),
  uptime: orNull(amount),
  everyMs: orNull(milliseconds),
  otherUnit: count,
});

/** A report that has not moved for longer is stale, unless reports usually last for longer than half of this. */
const STALE_MS = 3 * 60_000;
const STALE_INTERVALS = 3;
const STALE_PERIODS = 2;
/** Reports that last for longer than this say nothing: builds, too, are so far apart. */
const LONGEST_PERIOD_MS = 15 * 60_000;
/** Timestamps and uptimes may be whole seconds. */
const ROUNDED_MS = 2_000;
/** How fast an uptime grows in milliseconds, microseconds, nanoseconds and minutes. */
const OTHER_UNITS = [1e3, 1e6, 1e9, 1 / 60];
const UNIT_TOLERANCE = 0.1;
/** So often in a row: the uptimes of several instances may be far apart by chance. */
const UNIT_NEEDS = 3;

/** The clock after a check. A check without a report of the service leaves it as it was. */
export function clockAfter(before: ReportClock | null, check: CheckResult): ReportClock | null {
  const report = ownReport(check);
  if (report === null) return before;
  const { timestamp, uptime } = report;
  const sentAt = timestamp === null ? null : clockSkewMs(timestamp, 0);
  if (sentAt === null && uptime === null) return null;
  if (before === null) return { since: check.at, sentAt, uptime, everyMs: null, otherUnit: 0 };
  if (before.sentAt === sentAt && before.uptime === uptime) return before;
  const passedMs = check.at - before.since;
  const sentMs = (sentAt ?? 0) - (before.sentAt ?? 0);
  const aliveMs = ((uptime ?? 0) - (before.uptime ?? 0)) * 1_000;
  const isAsMuch = (ms: number) => ms > 0 && ms <= 2 * passedMs + ROUNDED_MS;
  const moves = (isAsMuch(sentMs) || isAsMuch(aliveMs)) && passedMs <= LONGEST_PERIOD_MS;
  return {
    since: check.at,
    sentAt,
    uptime,
    everyMs: moves ? passedMs : null,
    otherUnit: otherUnitAfter(before.otherUnit, aliveMs / passedMs),
  };
}

/** Once an uptime is known to have another unit, only one that counts seconds shows that it is right again: it may have restarted. */
function otherUnitAfter(before: number, speed: number): number {
  const isNear = (unit: number) => Math.abs(speed / unit - 1) <= UNIT_TOLERANCE;
  if (OTHER_UNITS.some(isNear)) return Math.min(before + 1, UNIT_NEEDS);
  return before === UNIT_NEEDS && !isNear(1) ? before : 0;
}

/** The check without an uptime that does not count seconds. */
export function withKnownUnits(check: CheckResult, clock: ReportClock | null): CheckResult {
  const { report, warnings } = check;
  if (report === null || report.uptime === null || clock?.otherUnit !== UNIT_NEEDS) return check;
  const message = `uptime (${report.uptime}) is not in seconds, so it is ignored`;
  return { ...check, report: { ...report, uptime: null }, warnings: [...warnings, { code: 'wrong_unit', message }] };
}

/** The check, as a failure if its report is healthy and has stopped moving. */
export function judgeMoving(check: CheckResult, clock: ReportClock | null, intervalMs: number): CheckResult {
  if (check.kind !== 'healthy' || clock?.everyMs == null || clockAfter(clock, check) !== clock) return check;
  const usualMs = Math.max(STALE_INTERVALS * intervalMs, STALE_PERIODS * clock.everyMs);
  if (check.at - clock.since <= Math.max(check.service.maxReportAgeMs ?? STALE_MS, usualMs)) return check;
  const since = new Date(clock.since).toISOString().replace('T', ' ').slice(0, 19);
  const who = check.cachedBy === undefined ? 'a cache seems to answer' : `a cache answers (${check.cachedBy})`;
  const message = `the report has not changed since ${since} UTC: ${who}, not the service`;
  return { ...check, kind: 'invalid', reason: 'report_stale', message };
}
