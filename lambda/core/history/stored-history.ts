/**
 * The stored form of histories: plain JSON. Fields of buckets that have their initial value are `undefined`, which JSON leaves out: each
 * save pays for its length.
 */

import * as v from 'valibot';
import { amount, count, instant, recordOf } from '../fields/stored-value';
import { FAILURE_KINDS, OBJECTIVE_REASONS } from '../words/codes';
import { isJsonObject, type JsonObject } from '../words/json';
import { areCounts, isCount, isResponseTimes, NO_TIMES } from '../words/response-times';
import { BUCKET_MS, type Bucket, type Counts, NO_CHECKS, NO_FAILURES, RESOLUTIONS, type Resolution } from './bucket';
import { checksSchema, storedChecks } from './past-check';
import { CHECKS_KEPT, HOURS_KEPT, NO_HISTORY, type RunningHistory } from './running-history';
import { FIELDS, type SloCounters, slotsKept } from './slo-counters';

const { hours: HOUR_MS, days: DAY_MS } = BUCKET_MS;

export function storedHistory({ checks, hours, ...rest }: RunningHistory): JsonObject {
  return {
    ...rest,
    checks: storedChecks(checks),
    hours: hours.map((hour) => ({ ...hour, buckets: storedBuckets(hour.buckets) })),
  };
}

/** The end of a bucket follows from its length. */
export function storedBuckets(buckets: readonly Bucket[]): readonly JsonObject[] {
  return buckets.map((bucket) => ({
    from: bucket.from,
    checks: bucket.checks,
    failures: bucket.failures === NO_FAILURES ? undefined : bucket.failures,
    maintenance: bucket.maintenance === NO_CHECKS ? undefined : bucket.maintenance,
    times: bucket.times === NO_TIMES ? undefined : bucket.times,
    memory: bucket.memory ?? undefined,
    restarts: bucket.restarts || undefined,
    versions: bucket.versions || undefined,
    speed: bucket.speed ?? undefined,
  }));
}

/** Buckets of the same length, oldest first, each time once. */
export function bucketsSchema(resolution: Resolution): v.GenericSchema<unknown, readonly Bucket[]> {
  const stepMs = BUCKET_MS[resolution];
  return v.pipe(
    v.array(v.unknown()),
    // A page reads a hundred thousand buckets: a schema of each would take longer than all else in it.
    v.transform((stored) => stored.map((bucket) => readBucket(bucket, stepMs))),
    v.guard((buckets): buckets is Bucket[] => buckets.every((bucket) => bucket !== null)),
    v.check((buckets) => areInOrder(buckets, ({ from }) => from)),
  );
}

/** `null` if it is invalid. */
function readBucket(raw: unknown, stepMs: number): Bucket | null {
  if (!isJsonObject(raw)) return null;
  const { from, checks, restarts = 0, versions = 0, memory = null, speed = null, times = NO_TIMES } = raw;
  const { failures = NO_FAILURES, maintenance = NO_CHECKS } = raw;
  const isSound =
    isCount(from) &&
    from % stepMs === 0 &&
    isCounts({ checks, failures }) &&
    (maintenance === NO_CHECKS || isCounts(maintenance)) &&
    isResponseTimes(times) &&
    (memory === null || isMemory(memory)) &&
    isCount(restarts) &&
    isCount(versions) &&
    (speed === null || isSpeed(speed));
  if (!isSound) return null;
  return { from, to: from + stepMs, checks, failures, maintenance, times, memory, restarts, versions, speed } as Bucket;
}

function isCounts(raw: unknown): raw is Counts {
  if (!isJsonObject(raw) || !isCount(raw.checks) || !isJsonObject(raw.failures)) return false;
  const { failures } = raw;
  return failures === NO_FAILURES || FAILURE_KINDS.every((kind) => isCount(failures[kind] ?? 0));
}

function isMemory(raw: unknown): boolean {
  return isJsonObject(raw) && isCount(raw.least) && isCount(raw.most);
}

/** A threshold is never 0. */
function isSpeed(raw: unknown): boolean {
  return isJsonObject(raw) && isCount(raw.underMs) && raw.underMs > 0 && isCount(raw.checks) && isCount(raw.slow);
}

function areInOrder<Value>(values: readonly Value[], timeOf: (value: Value) => number): boolean {
  return values.every((value, index) => index === 0 || timeOf(value) > timeOf(values[index - 1] as Value));
}

const lastChecks = v.pipe(
  checksSchema,
  v.transform((all) => all.slice(-CHECKS_KEPT)),
);

function startOf(stepMs: number) {
  return v.pipe(
    instant,
    v.check((time) => time % stepMs === 0),
  );
}

const hour = v.pipe(
  v.object({ from: startOf(HOUR_MS), written: count, buckets: bucketsSchema('fine') }),
  v.check(({ from, buckets }) => buckets.every((bucket) => bucket.from >= from && bucket.to <= from + HOUR_MS)),
);

const hours = v.pipe(
  v.array(hour),
  v.check((all) => areInOrder(all, ({ from }) => from)),
  v.transform((all) => all.slice(-HOURS_KEPT)),
);

const MOST_DAYS = 400;

function slots(resolution: Resolution) {
  return v.object({ from: startOf(BUCKET_MS[resolution]), counts: v.custom<readonly number[]>(areCounts) });
}

const counters: v.GenericSchema<unknown, SloCounters> = v.pipe(
  v.object({
    underMs: v.nullable(amount),
    windowMs: v.pipe(startOf(DAY_MS), v.minValue(DAY_MS), v.maxValue(MOST_DAYS * DAY_MS)),
    generation: count,
    since: instant,
    timedSince: instant,
    until: instant,
    backfilled: v.boolean(),
    burns: recordOf(v.picklist(OBJECTIVE_REASONS), instant),
    slots: v.object({ fine: slots('fine'), hours: slots('hours'), days: slots('days') }),
  }),
  v.check(({ windowMs, slots }) => {
    const kept = slotsKept(windowMs);
    return RESOLUTIONS.every((each) => slots[each].counts.length <= kept[each] * FIELDS);
  }),
);

/** Reads what `storedHistory` makes. A field that does not fit has its initial value. */
export const historySchema: v.GenericSchema<unknown, RunningHistory> = v.object({
  since: v.fallback(v.nullable(instant), NO_HISTORY.since),
  checks: v.fallback(lastChecks, NO_HISTORY.checks),
  hours: v.fallback(hours, NO_HISTORY.hours),
  counters: v.fallback(v.nullable(counters), NO_HISTORY.counters),
});
