/** The checks in a story: one row for consecutive checks with the same result. */

import { type Bucket, type Counts, failedChecks, NO_FAILURES, sumUp } from '../../history/bucket';
import type { PastCheck } from '../../history/past-check';
import { HOUR_MS, type RunningHistory } from '../../history/running-history';
import { CHANGES_KEPT } from '../../history/service-change';
import type { CountedOnly } from '../../incident/incident-checks';
import type { ServiceState } from '../../state/service-state';
import { FAILURE_KINDS, type FailureKind } from '../../words/codes';
import { exactPercentile, percentile } from '../../words/response-times';
import { GAP_INTERVALS } from './history-view';

/** Times are in milliseconds since 1970. */
export interface ChecksEntry extends Counts {
  readonly kind: 'checks';
  /** The time of the first check; for totals, their start. */
  readonly at: number;
  /** The time of the last check; for totals, their end (exclusive). */
  readonly until: number;
  readonly healthy: number;
  /** The reason that all failed checks share; `null` if they differ, or if it is no longer recorded. */
  readonly reason: string | null;
  /** The message of the last check; `null` if it is no longer recorded. */
  readonly message: string | null;
  /** The median response time in milliseconds; `null` if no answer came. */
  readonly p50: number | null;
  /** The number of checks within planned maintenance. */
  readonly inMaintenance: number;
  /** The numbers of restarts and version changes, if only counts are recorded; otherwise 0. */
  readonly restarts: number;
  readonly versions: number;
  /** The length of each total in milliseconds; `null` if each check is stored individually. */
  readonly stepMs: number | null;
}

/** A time without recorded checks, between two rows. */
export interface GapEntry {
  readonly kind: 'gap';
  readonly at: number;
  readonly until: number;
}

export interface RowsOptions {
  readonly state: ServiceState;
  readonly checks: readonly PastCheck[];
  /** Totals before the first check. Oldest first, without overlaps. */
  readonly sums: readonly Bucket[];
  /** Checks of an outage that were not stored individually. */
  readonly counted: CountedOnly | null;
  readonly intervalMs: number;
  /** A new row begins at the first check at or after each of these times. */
  readonly cuts: readonly number[];
}

export function rowsOf({
  state,
  checks,
  sums,
  counted,
  intervalMs,
  cuts,
}: RowsOptions): readonly (ChecksEntry | GapEntry)[] {
  const isMissed = (from: number, to: number) => counted?.from !== from && isGap(from, to, intervalMs);
  const rows = [
    ...rowsWhere(sums, (left, right) => signOf(left) === signOf(right) && !isMissed(left.to, right.from)).map((row) =>
      rowOfSums(row, state),
    ),
    ...rowsWhere(checks, (left, right) => {
      const isCut = cuts.some((cut) => left.at < cut && cut <= right.at);
      return left.kind === right.kind && left.reason === right.reason && !isCut && !isMissed(left.at, right.at);
    }).map((row) => rowOfChecks(row, state, counted)),
  ];
  return rows.flatMap((row, index) => {
    const before = rows[index - 1];
    if (before === undefined) return [row];
    if (before.until === counted?.from) return [rowOfCounted(counted), row];
    return isMissed(before.until, row.at) ? [{ kind: 'gap', at: before.until, until: row.at } as const, row] : [row];
  });
}

/** Returns a row for checks that are stored only as a number. */
function rowOfCounted({ from, to, failed }: CountedOnly): ChecksEntry {
  return {
    kind: 'checks',
    at: from,
    until: to,
    checks: failed,
    failures: NO_FAILURES,
    healthy: 0,
    reason: null,
    message: null,
    p50: null,
    inMaintenance: 0,
    restarts: 0,
    versions: 0,
    stepMs: null,
  };
}

/** Returns the totals of a time, without the checks that are stored individually, and only from before the first of these. */
export function sumsBefore(
  state: ServiceState,
  buckets: readonly Bucket[],
  { from, to }: { readonly from: number; readonly to: number },
): readonly Bucket[] {
  const { checks } = state.history;
  const first = checks[0]?.at ?? Number.POSITIVE_INFINITY;
  return bucketsWithKept(buckets, state.history)
    .filter((bucket) => bucket.from < to && bucket.to > from && bucket.from < first)
    .map((bucket) => without(bucket, checks))
    .filter((bucket) => bucket.checks > 0);
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

/** Returns whether so long without a check means that checks were missed. */
export function isGap(from: number, to: number, intervalMs: number): boolean {
  return to - from > GAP_INTERVALS * intervalMs;
}

/** Splits a list into parts: a part goes on as long as the next item belongs to the item before. */
function rowsWhere<Item>(all: readonly Item[], isSameRow: (before: Item, next: Item) => boolean): readonly Item[][] {
  const rows: Item[][] = [];
  for (const item of all) {
    const row = rows.at(-1);
    const before = row?.at(-1);
    if (row && before !== undefined && isSameRow(before, item)) row.push(item);
    else rows.push([item]);
  }
  return rows;
}

/** Returns a bucket without the checks that are stored individually. Its response times still include them. */
function without(bucket: Bucket, checks: readonly PastCheck[]): Bucket {
  const known = checks.filter(({ at }) => at >= bucket.from && at < bucket.to);
  const [first] = known;
  if (first === undefined) return bucket;
  const less = (counts: Counts, those: readonly PastCheck[]): Counts => ({
    checks: Math.max(0, counts.checks - those.length),
    failures: Object.fromEntries(
      FAILURE_KINDS.map((kind) => [kind, (counts.failures[kind] ?? 0) - countOf(those, kind)] as const).filter(
        ([, count]) => count > 0,
      ),
    ),
  });
  const maintenance = less(
    bucket.maintenance,
    known.filter(({ inMaintenance }) => inMaintenance),
  );
  return { ...bucket, ...less(bucket, known), to: first.at, maintenance };
}

function countOf(checks: readonly PastCheck[], kind: FailureKind): number {
  return checks.filter((check) => check.kind === kind).length;
}

/** Returns the kinds of results in a bucket as a key. */
function signOf({ checks, failures }: Counts): string {
  return [...Object.keys(failures).sort(), ...(failedChecks({ failures }) < checks ? ['healthy'] : [])].join();
}

function rowOfSums(row: readonly Bucket[], { changes }: ServiceState): ChecksEntry {
  const first = row[0] as Bucket;
  const last = row.at(-1) as Bucket;
  const { checks, failures, maintenance, times, restarts, versions } = sumUp(row, first.from, last.to);
  const areChangesLost = changes.length >= CHANGES_KEPT && first.from < (changes[0]?.at ?? 0);
  return {
    kind: 'checks',
    at: first.from,
    until: last.to,
    checks,
    failures,
    healthy: checks - failedChecks({ failures }),
    reason: null,
    message: null,
    p50: percentile(times, 0.5),
    inMaintenance: maintenance.checks,
    ...(areChangesLost ? { restarts, versions } : { restarts: 0, versions: 0 }),
    stepMs: Math.max(...row.map(({ from, to }) => to - from)),
  };
}

function rowOfChecks(row: readonly PastCheck[], state: ServiceState, counted: CountedOnly | null): ChecksEntry {
  const first = row[0] as PastCheck;
  const last = row.at(-1) as PastCheck;
  const { kind, reason } = first;
  const isWell = kind === 'healthy';
  const isAround = counted !== null && first.at <= counted.from && last.at >= counted.to;
  const checks = row.length + (isAround ? counted.failed : 0);
  const times = row.flatMap(({ ms }) => ms ?? []).sort((left, right) => left - right);
  return {
    kind: 'checks',
    at: first.at,
    until: last.at,
    checks,
    failures: isWell ? NO_FAILURES : { [kind]: checks },
    healthy: isWell ? checks : 0,
    reason: isWell ? null : reason,
    message: isWell ? null : messageAt(last, state),
    p50: exactPercentile(times, 0.5),
    inMaintenance: row.filter(({ inMaintenance }) => inMaintenance).length,
    restarts: 0,
    versions: 0,
    stepMs: null,
  };
}

/** Returns the message of a past check, which stores only a reason: from the last check, or from the incident that it belongs to. */
function messageAt({ at, reason }: PastCheck, { latest, incidents }: ServiceState): string | null {
  if (latest?.reason === reason && latest.at === at) return latest.message;
  const incident = incidents.findLast(
    ({ kind, openedAt, over, ...incident }) =>
      kind === 'outage' && incident.reason === reason && openedAt <= at && at <= (over?.at ?? at),
  );
  return incident?.message ?? null;
}
