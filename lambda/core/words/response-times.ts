/**
 * Response times of many checks, summed up so that they can be added together: a logarithmic histogram. Its percentiles are
 * interpolated within a bin, so they are right within 11 %, and usually within 1 %.
 * Source: Masson, Rim, Lee, "DDSketch: a fast and fully-mergeable quantile sketch", VLDB 2019, section 2.
 */

import { isJsonObject } from './json';

const RELATIVE_ERROR = 0.05;
/** Each bin is this many times as wide as the bin before. */
const GAMMA = (1 + RELATIVE_ERROR) / (1 - RELATIVE_ERROR);
/** Shorter times count as this time. */
const LEAST_MS = 0.1;
const LOG_GAMMA = Math.log(GAMMA);
/** The bin of a day; no check takes longer. */
export const LAST_BIN = Math.ceil(Math.log(86_400_000 / LEAST_MS) / LOG_GAMMA);

/** How many answers took how long: the counts of the bins from `first` on. */
export interface ResponseTimes {
  readonly first: number;
  readonly counts: readonly number[];
}

export const NO_TIMES: ResponseTimes = { first: 0, counts: [] };

/** Whether a stored value has response times. */
export function isResponseTimes(raw: unknown): raw is ResponseTimes {
  if (raw === NO_TIMES) return true;
  if (!isJsonObject(raw) || !isCount(raw.first) || !areCounts(raw.counts)) return false;
  return raw.first + raw.counts.length <= LAST_BIN + 1;
}

/** Whether a stored value is a list of counts. */
export function areCounts(raw: unknown): raw is readonly number[] {
  return Array.isArray(raw) && raw.every(isCount);
}

/** Sums of such counts are exact enough to be drawn. */
const LARGEST_COUNT = 1e15;

export function isCount(raw: unknown): raw is number {
  return Number.isInteger(raw) && (raw as number) >= 0 && (raw as number) <= LARGEST_COUNT;
}

/** The bin of a time in milliseconds. */
export function binOf(ms: number): number {
  return Math.min(LAST_BIN, Math.max(0, Math.ceil(Math.log(ms / LEAST_MS) / LOG_GAMMA)));
}

/** All times together. */
export function addTimes(all: readonly ResponseTimes[]): ResponseTimes {
  if (all.length === 1) return all[0] ?? NO_TIMES;
  let first = Number.POSITIVE_INFINITY;
  let end = 0;
  for (const times of all) {
    if (times.counts.length === 0) continue;
    first = Math.min(first, times.first);
    end = Math.max(end, times.first + times.counts.length);
  }
  if (end === 0) return NO_TIMES;
  const counts = new Array<number>(end - first).fill(0);
  for (const times of all) {
    for (let index = 0; index < times.counts.length; index += 1) {
      const bin = times.first - first + index;
      counts[bin] = (counts[bin] ?? 0) + (times.counts[index] ?? 0);
    }
  }
  return { first, counts };
}

/** The times of `count` answers that all took `ms` milliseconds. */
export function timesOf(ms: number, count = 1): ResponseTimes {
  return { first: binOf(ms), counts: [count] };
}

/** How many answers came. */
export function answersIn({ counts }: ResponseTimes): number {
  let answers = 0;
  for (const count of counts) answers += count;
  return answers;
}

/** The time in milliseconds that a share of the answers, from 0 to 1, did not exceed; `null` if none came. */
export function percentile(times: ResponseTimes, share: number): number | null {
  const answers = answersIn(times);
  if (answers === 0) return null;
  let left = Math.max(1, Math.ceil(share * answers));
  for (let index = 0; index < times.counts.length; index += 1) {
    const count = times.counts[index] ?? 0;
    if (left <= count) return timeIn(times.first + index, (left - 0.5) / count);
    left -= count;
  }
  return null;
}

/** Returns the time in milliseconds below which a share of a bin's answers is, if they are spread evenly. */
function timeIn(bin: number, share: number): number {
  return bin === 0 ? LEAST_MS : LEAST_MS * GAMMA ** (bin - 1 + share);
}

/** The least change of a percentile that is real: it may be anywhere in its bin. */
export const LEAST_CHANGE = GAMMA - 1;

/** Response times in milliseconds that 50, 95 and 99 % of the answers did not exceed. */
export interface Percentiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** `null` if no answer came. */
export function percentilesOf(times: ResponseTimes): Percentiles | null {
  return percentilesBy((share) => percentile(times, share));
}

/** Returns the exact percentile of single times, which are sorted. */
export function exactPercentile(times: readonly number[], share: number): number | null {
  return times[Math.max(1, Math.ceil(share * times.length)) - 1] ?? null;
}

/** Returns the exact percentiles of single times, in any order. */
export function exactPercentiles(times: readonly number[]): Percentiles | null {
  const sorted = times.toSorted((left, right) => left - right);
  return percentilesBy((share) => exactPercentile(sorted, share));
}

function percentilesBy(timeAt: (share: number) => number | null): Percentiles | null {
  const p50 = timeAt(0.5);
  const p95 = timeAt(0.95);
  const p99 = timeAt(0.99);
  return p50 === null || p95 === null || p99 === null ? null : { p50, p95, p99 };
}
