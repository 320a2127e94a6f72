/** The checks in a timeline: one row for consecutive checks with the same result. */

import { type Bucket, failedChecks } from '../../history/bucket';
import type { PastCheck } from '../../history/past-check';
import { HOUR_MS, type RunningHistory } from '../../history/running-history';
import { type CountedOnly, checksOf, countedOnly } from '../../incident/incident-checks';
import { reasonPhrase } from '../../reasons/reason-phrases';
import type { ServiceState } from '../../state/service-state';
import { exactPercentile } from '../../words/response-times';
import { GAP_INTERVALS } from '../facts/history-view';
import type { StorySpan, StorySubject } from '../facts/stored-incidents';

/** Times are in milliseconds since 1970. */
export interface CheckRow {
  /** The time of the first check; for totals, their start. */
  readonly at: number;
  /** The time of the last check; for totals, their end (exclusive). */
  readonly until: number;
  readonly checks: number;
  readonly healthy: number;
  /** The reason that all failed checks share; `null` if they are healthy or differ, or if it is no longer recorded. */
  readonly reason: string | null;
  /** The finding of the last failed check, in words. */
  readonly found: string;
  /** The response times in milliseconds; empty for totals. */
  readonly times: readonly number[];
  readonly inMaintenance: boolean;
  /** The length of each total in milliseconds; `null` if each check is stored individually. */
  readonly stepMs: number | null;
}

export interface RowsOptions extends Pick<StorySubject, 'state' | 'incident'> {
  readonly intervalMs: number;
  /** They cover the time before the single checks; an outage stores its own checks. */
  readonly buckets: readonly Bucket[];
}

/** Returns the rows within a time, oldest first. */
export function checkRows(
  { state, incident, intervalMs, buckets }: RowsOptions,
  { from, to }: StorySpan,
): readonly CheckRow[] {
  const outage = incident?.kind === 'outage' ? incident : null;
  const all = outage === null ? state.history.checks : checksOf(outage, state.history.checks);
  const counted = outage && countedOnly(outage, all);
  const cuts = cutsIn(state);
  const isSameRow = (left: CheckRow, right: CheckRow) => {
    if (isHealthy(left) !== isHealthy(right) || (left.stepMs === null) !== (right.stepMs === null)) return false;
    if (left.until !== counted?.from && isGap(left.until, right.at, intervalMs)) return false;
    if (left.stepMs !== null) return true;
    return left.reason === right.reason && !cuts.some((cut) => left.until < cut && cut <= right.at);
  };
  const rows: CheckRow[] = [];
  for (const row of [
    ...(outage === null ? totalsBefore(state, buckets, { from, to }) : []),
    ...all.filter(({ at }) => at >= from && at < to).map((check) => rowOfCheck(check, state)),
  ]) {
    const before = rows.at(-1);
    const between = counted !== null && before?.until === counted.from ? counted : null;
    if (before !== undefined && isSameRow(before, row)) rows[rows.length - 1] = joined(before, row, between);
    else rows.push(...(between === null ? [] : [rowOfCounted(between)]), row);
  }
  return rows;
}

/** Returns whether so long without a check means that checks were missed. */
export function isGap(from: number, to: number, intervalMs: number): boolean {
  return to - from > GAP_INTERVALS * intervalMs;
}

export function isHealthy({ checks, healthy }: CheckRow): boolean {
  return checks === healthy;
}

/** Returns the median response time in milliseconds; `null` if no answer came, and for totals. */
export function medianOf({ times }: CheckRow): number | null {
  return exactPercentile(
    times.toSorted((left, right) => left - right),
    0.5,
  );
}

/** Returns when new rows begin: at a change, and at the recovery of an outage. */
function cutsIn({ changes, incidents }: ServiceState): readonly number[] {
  const ends = incidents.flatMap(({ kind, over }) => (kind === 'outage' && over !== null ? [over.at] : []));
  return [...changes.map(({ at }) => at), ...ends];
}

/** Returns a row for both, and for the failed checks between them of which only the number is stored. */
function joined(left: CheckRow, right: CheckRow, between: CountedOnly | null): CheckRow {
  return {
    ...right,
    at: left.at,
    checks: left.checks + right.checks + (between?.failed ?? 0),
    healthy: left.healthy + right.healthy,
    times: [...left.times, ...right.times],
    inMaintenance: left.inMaintenance || right.inMaintenance,
    stepMs: left.stepMs === null ? null : Math.max(left.stepMs, right.stepMs ?? 0),
  };
}

const SEVERAL_WAYS = 'failed in several ways';

function rowOfCounted({ from, to, failed }: CountedOnly): CheckRow {
  const more = { reason: null, found: SEVERAL_WAYS, times: [], inMaintenance: false, stepMs: null };
  return { at: from, until: to, checks: failed, healthy: 0, ...more };
}

function rowOfCheck(check: PastCheck, state: ServiceState): CheckRow {
  const { at, ms, kind, reason, inMaintenance } = check;
  const isWell = kind === 'healthy';
  return {
    at,
    until: at,
    checks: 1,
    healthy: isWell ? 1 : 0,
    reason: isWell ? null : reason,
    found: messageOf(check, state) ?? reasonPhrase(reason),
    times: ms === null ? [] : [ms],
    inMaintenance,
    stepMs: null,
  };
}

/** Returns the message of a past check, which stores only a reason: from the last check, or from the incident that it belongs to. */
function messageOf({ at, reason }: PastCheck, { latest, incidents }: ServiceState): string | null {
  if (latest?.reason === reason && latest.at === at) return latest.message;
  const incident = incidents.findLast(
    ({ kind, openedAt, over, ...incident }) =>
      kind === 'outage' && incident.reason === reason && openedAt <= at && at <= (over?.at ?? at),
  );
  return incident?.message ?? null;
}

/** Returns rows for the totals of a time, without the checks that are stored individually, and only from before the first of these. */
function totalsBefore({ history }: ServiceState, buckets: readonly Bucket[], { from, to }: StorySpan) {
  const first = history.checks[0]?.at ?? Number.POSITIVE_INFINITY;
  return bucketsWithKept(buckets, history)
    .filter((bucket) => bucket.from < to && bucket.to > from && bucket.from < first)
    .map((bucket) => rowOfTotal(bucket, history.checks))
    .filter(({ checks }) => checks > 0);
}

function rowOfTotal(bucket: Bucket, all: readonly PastCheck[]): CheckRow {
  const single = all.filter(({ at }) => at >= bucket.from && at < bucket.to);
  const checks = bucket.checks - single.length;
  const failed = failedChecks(bucket) - single.filter(({ kind }) => kind !== 'healthy').length;
  return {
    at: bucket.from,
    until: single[0]?.at ?? bucket.to,
    checks,
    healthy: checks - failed,
    reason: null,
    found: SEVERAL_WAYS,
    times: [],
    inMaintenance: bucket.maintenance.checks > 0,
    stepMs: bucket.to - bucket.from,
  };
}

/** Returns the buckets that were read, with the latest and finest from the state. Oldest first, without overlaps. */
export function bucketsWithKept(buckets: readonly Bucket[], { hours }: RunningHistory): readonly Bucket[] {
  const isKept = ({ from, to }: Bucket) => hours.some((hour) => from >= hour.from && to <= hour.from + HOUR_MS);
  const read = buckets.filter((bucket) => !isKept(bucket));
  const kept = hours
    .flatMap((hour) => hour.buckets)
    .filter(({ from, to }) => !read.some((bucket) => bucket.from < to && bucket.to > from));
  return [...read, ...kept].sort((left, right) => left.from - right.from);
}
