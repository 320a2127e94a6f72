/** The totals of a service's checks within a period. */

import { joinLists, larger } from '../fields/join';
import { FAILURE_KINDS, type FailureKind } from '../words/codes';
import { addTimes, NO_TIMES, type ResponseTimes, timesOf } from '../words/response-times';
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

/** Joins buckets of the same length, oldest first: of two that begin at the same time, the one with more checks counts. */
export function joinBuckets(some: readonly Bucket[], others: readonly Bucket[]): readonly Bucket[] {
  return joinLists(some, others, {
    key: ({ from }) => from,
    order: (left, right) => left.from - right.from,
    most: Number.POSITIVE_INFINITY,
    join: (left, right) => larger(left, right, ({ checks }) => checks),
  });
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

/** Returns the counts for the latest threshold: counts for different ones do not mix. */
function speedIn(buckets: readonly Bucket[]): Speed | null {
  if (buckets.every(({ speed }) => speed === null)) return null;
  const ordered = buckets.toSorted((left, right) => left.from - right.from);
  return ordered.reduce<Speed | null>((sum, { speed }) => {
    if (sum === null || speed === null || speed.underMs !== sum.underMs) return speed ?? sum;
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

/**
 * Returns when the first check of a service's first bucket was made, in milliseconds since 1970: `since`, the first check in its state, or
 * the beginning of the bucket if the state was reset later.
 */
export function firstCheckIn({ from, to }: Bucket, since: number | null): number {
  return since !== null && since >= from && since < to ? since : from;
}
