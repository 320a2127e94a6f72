/** The totals of a service's checks within a period. */

import { FAILURE_KINDS, type FailureKind } from '../words/codes';
import { addTimes, answersIn, NO_TIMES, type ResponseTimes, timesOf } from '../words/response-times';
import type { PastCheck } from './past-check';
import type { ServiceChange } from './service-change';

export interface Counts {
  readonly checks: number;
  /** Checks that did not find it healthy, by kind; kinds that did not happen are left out. */
  readonly failures: Readonly<Partial<Record<FailureKind, number>>>;
}

/** How many checks were fast enough, exactly, of those that were healthy and outside planned maintenance. */
export interface Speed {
  /** The threshold in whole milliseconds: a check that took as long or longer was slow. */
  readonly underMs: number;
  /** The number of checks compared with this threshold. */
  readonly checks: number;
  readonly slow: number;
}

/** From `from` to before `to`, in milliseconds since 1970. */
export interface Bucket extends Counts {
  readonly from: number;
  readonly to: number;
  /** The checks within planned maintenance, which availability leaves out. */
  readonly maintenance: Counts;
  /** The response times, without answers that the checker itself delayed. */
  readonly times: ResponseTimes;
  /** The least and the most memory used, in megabytes; `null` if it was never reported. */
  readonly memory: { readonly least: number; readonly most: number } | null;
  readonly restarts: number;
  /** How many times its version changed. */
  readonly versions: number;
  /** `null` if no check was held against a threshold. If it has changed, only the checks since then count. */
  readonly speed: Speed | null;
}

export function emptyBucket(from: number, to: number): Bucket {
  const nothing = { times: NO_TIMES, memory: null, restarts: 0, versions: 0, speed: null };
  return { from, to, ...NO_CHECKS, maintenance: NO_CHECKS, ...nothing };
}

export const NO_FAILURES: Counts['failures'] = {};
export const NO_CHECKS: Counts = { checks: 0, failures: NO_FAILURES };

/**
 * The bucket of a single check, and of the change that it has found; from `from` to before `to`. It is held against the threshold
 * of `underMs` milliseconds, if there is any.
 */
export function bucketOf(
  { kind, ms, memoryMb, inMaintenance }: PastCheck,
  change: ServiceChange | null,
  from: number,
  to: number,
  underMs: number | null = null,
): Bucket {
  const failures = kind === 'healthy' ? NO_FAILURES : { [kind]: 1 };
  const isTimed = underMs !== null && kind === 'healthy' && ms !== null && !inMaintenance;
  // A view makes thousands each time that it is drawn: spreading would cost more than all else in it.
  return {
    from,
    to,
    checks: 1,
    failures,
    maintenance: inMaintenance ? { checks: 1, failures } : NO_CHECKS,
    times: ms === null ? NO_TIMES : timesOf(ms),
    memory: memoryMb === null ? null : { least: memoryMb, most: memoryMb },
    restarts: change?.restarted ? 1 : 0,
    versions: change?.version ? 1 : 0,
    speed: isTimed ? { underMs, checks: 1, slow: ms >= underMs ? 1 : 0 } : null,
  };
}

/** Returns the bucket with more checks; the choice between equals does not depend on the order of the arguments. */
export function largerBucket(left: Bucket, right: Bucket): Bucket {
  return left === right || (left.checks - right.checks || compareBuckets(left, right)) >= 0 ? left : right;
}

/** An order of buckets that have as many checks; 0 if they are the same. Nothing is made on the way: a join of histories asks often. */
function compareBuckets(left: Bucket, right: Bucket): number {
  return (
    orderOfCounts(left.times.counts, right.times.counts) ||
    left.times.first - right.times.first ||
    orderOfFailures(left, right) ||
    left.maintenance.checks - right.maintenance.checks ||
    orderOfFailures(left.maintenance, right.maintenance) ||
    left.restarts - right.restarts ||
    left.versions - right.versions ||
    (left.memory?.least ?? -1) - (right.memory?.least ?? -1) ||
    (left.memory?.most ?? -1) - (right.memory?.most ?? -1) ||
    (left.speed?.underMs ?? 0) - (right.speed?.underMs ?? 0) ||
    (left.speed?.checks ?? 0) - (right.speed?.checks ?? 0) ||
    (left.speed?.slow ?? 0) - (right.speed?.slow ?? 0)
  );
}

function orderOfFailures({ failures }: Counts, { failures: others }: Counts): number {
  const differing = FAILURE_KINDS.find((kind) => (failures[kind] ?? 0) !== (others[kind] ?? 0));
  return differing === undefined ? 0 : (failures[differing] ?? 0) - (others[differing] ?? 0);
}

function orderOfCounts(counts: readonly number[], others: readonly number[]): number {
  const place = counts.findIndex((count, index) => count !== others[index]);
  return place < 0 ? counts.length - others.length : (counts[place] ?? 0) - (others[place] ?? 0);
}

/** Adds up all buckets into one, from `from` to before `to`. */
export function sumUp(buckets: readonly Bucket[], from: number, to: number): Bucket {
  // A view sums up thousands of buckets each time that it is drawn: a single pass, with few allocations. Spreading would cost more than all else.
  let checks = 0;
  let restarts = 0;
  let versions = 0;
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  let failures: Sums | null = null;
  let maintained = 0;
  let failuresMaintained: Sums | null = null;
  for (const bucket of buckets) {
    checks += bucket.checks;
    restarts += bucket.restarts;
    versions += bucket.versions;
    failures = addedFailures(failures, bucket.failures);
    if (bucket.maintenance.checks > 0) {
      maintained += bucket.maintenance.checks;
      failuresMaintained = addedFailures(failuresMaintained, bucket.maintenance.failures);
    }
    if (bucket.memory !== null) {
      least = Math.min(least, bucket.memory.least);
      most = Math.max(most, bucket.memory.most);
    }
  }
  return {
    from,
    to,
    checks,
    failures: failures ?? NO_FAILURES,
    maintenance: maintained === 0 ? NO_CHECKS : { checks: maintained, failures: failuresMaintained ?? NO_FAILURES },
    times: addTimes(buckets.map((bucket) => bucket.times)),
    memory: least <= most ? { least, most } : null,
    restarts,
    versions,
    speed: speedIn(buckets),
  };
}

/** Counts of different thresholds do not mix: those since the last change of it stay, and none if it was taken away. */
function speedIn(buckets: readonly Bucket[]): Speed | null {
  if (buckets.every(({ speed }) => speed === null)) return null;
  const ordered = buckets.toSorted((left, right) => left.from - right.from);
  return ordered.reduce<Speed | null>((sum, bucket) => {
    const { speed } = bucket;
    const timed = leastTimed(bucket);
    if (timed <= 0 && speed === null) return sum;
    // The threshold changed within a bucket of which only a part counts.
    if (sum === null || speed === null || speed.underMs !== sum.underMs || speed.checks < timed) return speed;
    return { underMs: sum.underMs, checks: sum.checks + speed.checks, slow: sum.slow + speed.slow };
  }, null);
}

type Sums = Partial<Record<FailureKind, number>>;

function addedFailures(sums: Sums | null, failures: Counts['failures']): Sums | null {
  if (failures === NO_FAILURES) return sums;
  const added = sums ?? {};
  for (const kind of FAILURE_KINDS) {
    const count = failures[kind];
    if (count !== undefined) added[kind] = (added[kind] ?? 0) + count;
  }
  return added;
}

/** Returns the checks that count for availability: the ones outside planned maintenance. */
export function countedChecks({ checks, failures, maintenance }: Pick<Bucket, keyof Counts | 'maintenance'>): Counts {
  if (maintenance.checks === 0) return { checks, failures };
  const left = FAILURE_KINDS.flatMap((kind) => {
    const count = (failures[kind] ?? 0) - (maintenance.failures[kind] ?? 0);
    return count > 0 ? [[kind, count] as const] : [];
  });
  return {
    checks: checks - maintenance.checks,
    failures: left.length === 0 ? NO_FAILURES : Object.fromEntries(left),
  };
}

/** How many checks can be held against a threshold: the healthy checks outside planned maintenance. */
export function timedChecks(bucket: Bucket): number {
  return healthyChecks(bucket) - healthyChecks(bucket.maintenance);
}

/** Returns how many of them have a response time at least: some answers may have none. */
export function leastTimed(bucket: Bucket): number {
  const timed = timedChecks(bucket);
  if (timed === bucket.speed?.checks) return timed;
  const answered = bucket.checks - (bucket.failures.unreachable ?? 0);
  return timed - (answered - answersIn(bucket.times));
}

export function failedChecks({ failures }: Pick<Counts, 'failures'>): number {
  if (failures === NO_FAILURES) return 0;
  return FAILURE_KINDS.reduce((sum, kind) => sum + (failures[kind] ?? 0), 0);
}

export function healthyChecks(counts: Counts): number {
  return counts.checks - failedChecks(counts);
}

export const RESOLUTIONS = ['fine', 'hours', 'days'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** How long a bucket is, in milliseconds. */
export const BUCKET_MS: Readonly<Record<Resolution, number>> = { fine: 300_000, hours: 3_600_000, days: 86_400_000 };

/** A value for each resolution. */
export function inEach<Value>(valueIn: (resolution: Resolution) => Value): Readonly<Record<Resolution, Value>> {
  return { fine: valueIn('fine'), hours: valueIn('hours'), days: valueIn('days') };
}

/** From `from` to before `to`, in milliseconds since 1970; the same instant if it is known exactly. */
export interface FirstCheck {
  readonly from: number;
  readonly to: number;
}

/** The first check of the first bucket of a service. `since` is the first check in its state: a state that was reset has lost it. */
export function firstCheckIn({ from, to }: Bucket, since: number | null): FirstCheck {
  return since !== null && since >= from && since < to ? { from: since, to: since } : { from, to };
}
