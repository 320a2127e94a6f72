/** The checks of a story, summed up: a row for all that follow each other and found the same. */

import { type Bucket, type Counts, failedChecks, NO_FAILURES, sumUp } from '../../history/bucket';
import type { PastCheck } from '../../history/past-check';
import { HOUR_MS, type RunningHistory } from '../../history/running-history';
import { CHANGES_KEPT } from '../../history/service-change';
import type { ServiceState } from '../../state/service-state';
import { FAILURE_KINDS, type FailureKind } from '../../words/codes';
import { exactPercentile, percentile } from '../../words/response-times';
import { GAP_INTERVALS } from './history-view';

/** Times are in milliseconds since 1970. */
export interface ChecksEntry extends Counts {
  readonly kind: 'checks';
  /** The first of them; if they are summed up, from when on. */
  readonly at: number;
  /** The last of them; if they are summed up, to before when. */
  readonly until: number;
  readonly healthy: number;
  /** Of checks that failed alike; `null` if they did not, or if it is not known any more. */
  readonly reason: string | null;
  /** The message of the last of them; `null` if it is not known any more. */
  readonly message: string | null;
  /** The response time that half of the answers did not exceed, in milliseconds; `null` if none came. */
  readonly p50: number | null;
  /** How many of them were within planned maintenance. */
  readonly inMaintenance: number;
  /** How many restarts, and changes of version, if they are only known as counts; otherwise 0. */
  readonly restarts: number;
  readonly versions: number;
  /** If only their sums are known, the length of each sum, in milliseconds; `null` if each check is known. */
  readonly stepMs: number | null;
}

/** A time of which no check is known, between two that are. */
export interface GapEntry {
  readonly kind: 'gap';
  readonly at: number;
  readonly until: number;
}

export interface RowsOptions {
  readonly state: ServiceState;
  /** Oldest first, without overlaps. */
  readonly buckets: readonly Bucket[];
  readonly from: number;
  readonly to: number;
  readonly intervalMs: number;
  /** A new row begins with the first check at each of these times, or after it. */
  readonly cuts: readonly number[];
}

export function rowsOf({
  state,
  buckets,
  from,
  to,
  intervalMs,
  cuts,
}: RowsOptions): readonly (ChecksEntry | GapEntry)[] {
  const checks = state.history.checks.filter(({ at }) => at >= from && at < to);
  const first = state.history.checks[0]?.at ?? Number.POSITIVE_INFINITY;
  const sums = bucketsWithKept(buckets, state.history)
    .filter((bucket) => bucket.from < to && bucket.to > from && bucket.from < first)
    .map((bucket) => without(bucket, state.history.checks))
    .filter((bucket) => bucket.checks > 0);
  const rows = [
    ...rowsWhere(sums, (left, right) => signOf(left) === signOf(right) && !isGap(left.to, right.from, intervalMs)).map(
      (row) => rowOfSums(row, state),
    ),
    ...rowsWhere(checks, (left, right) => {
      const isCut = cuts.some((cut) => left.at < cut && cut <= right.at);
      return (
        left.kind === right.kind && left.reason === right.reason && !isCut && !isGap(left.at, right.at, intervalMs)
      );
    }).map((row) => rowOfChecks(row, state)),
  ];
  return rows.flatMap((row, index) => {
    const before = rows[index - 1];
    return before && isGap(before.until, row.at, intervalMs)
      ? [{ kind: 'gap', at: before.until, until: row.at } as const, row]
      : [row];
  });
}

/** The buckets that were read, and those that the state keeps itself: the last and the finest. Oldest first, without overlaps. */
export function bucketsWithKept(buckets: readonly Bucket[], { hours }: RunningHistory): readonly Bucket[] {
  const isKept = ({ from, to }: Bucket) => hours.some((hour) => from >= hour.from && to <= hour.from + HOUR_MS);
  const read = buckets.filter((bucket) => !isKept(bucket));
  const kept = hours
    .flatMap((hour) => hour.buckets)
    .filter(({ from, to }) => !read.some((bucket) => bucket.from < to && bucket.to > from));
  return [...read, ...kept].sort((left, right) => left.from - right.from);
}

/** Whether so much time without a check means that nobody checked. */
export function isGap(from: number, to: number, intervalMs: number): boolean {
  return to - from > GAP_INTERVALS * intervalMs;
}

/** Parts of a list: a part is extended as long as the next item belongs to the item before. */
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

/** The rest of a bucket without the checks that are known themselves. Its response times stay those of all. */
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

/** The kinds of checks that a bucket has. */
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

function rowOfChecks(row: readonly PastCheck[], state: ServiceState): ChecksEntry {
  const first = row[0] as PastCheck;
  const last = row.at(-1) as PastCheck;
  const { kind, reason } = first;
  const isWell = kind === 'healthy';
  const times = row.flatMap(({ ms }) => ms ?? []).sort((left, right) => left - right);
  return {
    kind: 'checks',
    at: first.at,
    until: last.at,
    checks: row.length,
    failures: isWell ? NO_FAILURES : { [kind]: row.length },
    healthy: isWell ? row.length : 0,
    reason: isWell ? null : reason,
    message: isWell ? null : messageAt(last, state),
    p50: exactPercentile(times, 0.5),
    inMaintenance: row.filter(({ inMaintenance }) => inMaintenance).length,
    restarts: 0,
    versions: 0,
    stepMs: null,
  };
}

/** Of a check of the past only the reason is kept: its sentence is that of the last check, or of the incident that it was part of. */
function messageAt({ at, reason }: PastCheck, { latest, incidents }: ServiceState): string | null {
  if (latest?.reason === reason && latest.at === at) return latest.message;
  const incident = incidents.findLast(
    ({ kind, openedAt, over, ...incident }) =>
      kind === 'outage' && incident.reason === reason && openedAt <= at && at <= (over?.at ?? at),
  );
  return incident?.message ?? null;
}
