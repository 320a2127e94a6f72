/** The history of a service for a chart: bars, each for a check or a time span, and their totals. */

import {
  type Bucket,
  bucketOf,
  countedChecks,
  emptyBucket,
  firstCheckIn,
  healthyChecks,
  sumUp,
} from '../../history/bucket';
import type { PastCheck } from '../../history/past-check';
import { CHECKS_KEPT, HOUR_MS } from '../../history/running-history';
import type { ServiceChange } from '../../history/service-change';
import type { Silence } from '../../silences/silence';
import type { Percentiles } from '../../words/response-times';
import type { ServiceFacts, ServiceWithState } from './deployment-facts';
import { lastKnown, type Span } from './service-view';
import { type SingleAnswers, timeAt, timesIn, withSingles } from './single-answers';
import { isWithin, type StripTimes, stripTimes } from './strip-times';

/** All checks from `from` to before `to`, or the single check at `from`. */
export interface Bar extends Bucket, SingleAnswers {
  /** Missing if the bar covers a time span. */
  readonly check?: PastCheck;
  /**
   * `degraded`: no check failed, and a condition held. `silenced`: checks failed during a silence. Missing if neither applies.
   */
  readonly note?: BarNote;
}

export type BarNote = 'degraded' | 'silenced';

export interface HistoryView {
  /** The bars, oldest first. A bar without checks has no data, or is before the first check. */
  readonly bars: readonly Bar[];
  /** The first recorded check, or the beginning of its bucket, in milliseconds since 1970; `null` if it was never checked. */
  readonly begunAt: number | null;
  /** All bars together, from the first check or its bucket's start to the end of the span, or of the last bucket if that is later. */
  readonly whole: Bucket;
  /** Exact while each answer is recorded by itself, otherwise accurate to 11 %; `null` if no answer came. */
  readonly responseMs: Percentiles | null;
  /** Each change with the index of its bar. */
  readonly changes: readonly { readonly bar: number; readonly change: ServiceChange }[];
}

/** A time between two checks that is longer than this many intervals is drawn as a gap. */
export const GAP_INTERVALS = 2.5;
/** The minimum length of a bar in intervals: a shorter bar would sometimes have no check. */
const BAR_INTERVALS = 1.5;

/**
 * The most bars in a time span: 15 minutes each for a day, two hours for a week, a day for three months, and one more for a partial bar
 * at either end. For single checks there are as many as are stored.
 */
export const MOST_BARS = 97;

/** The time of a view, in milliseconds since 1970, and the interval of the runs. */
export interface Watch {
  readonly now: number;
  readonly intervalMs: number;
  /** The silences in force at `now`. */
  readonly silences?: readonly Silence[];
}

/** Returns the history over a span, in about `most` bars or fewer. */
export function historyView(
  watch: Watch,
  service: ServiceWithState & Pick<ServiceFacts, 'buckets'>,
  span: Span,
  most: number,
): HistoryView {
  const { buckets, state } = service;
  const shown = span.kind === 'checks' ? [] : bucketsIn(buckets, span);
  // A bucket can't be split: all of the last bucket counts, also its checks after the span.
  const until = Math.max(endOf(span, watch), Math.min(shown.at(-1)?.to ?? 0, watch.now + 1));
  const checks = checksBefore(until, state);
  const found =
    span.kind === 'checks'
      ? ofChecks(checks, watch.intervalMs)
      : overTime(shown, span, watch, most).map((bar) => withSingles(bar, checks));
  const bars = noted(found, service, watch);
  const first = span.kind === 'checks' ? bars.find((bar) => bar.checks > 0) : shown[0];
  const since = state?.history.since ?? null;
  const from = first === undefined ? null : firstCheckIn(first, since);
  const begun = [from, since, lastKnown(service)?.since ?? null].filter((time) => time !== null);
  const begunAt = begun.length === 0 ? null : Math.min(...begun);
  const whole = withSingles(sumUp(bars, from ?? until, until), checks);
  const changes = (state?.changes ?? []).flatMap((change) => {
    const bar = bars.findLastIndex(({ checks, from }) => checks > 0 && from <= change.at);
    return bar < 0 || change.at >= until ? [] : [{ bar, change }];
  });
  return { bars, begunAt, whole, responseMs: timesIn(whole), changes };
}

/** Returns all checks of a span together, with much less work than for its view. */
export function totalsOf(watch: Watch, { buckets, state }: ServiceFacts, span: Span): Bucket & SingleAnswers {
  const until = endOf(span, watch);
  const checks = checksBefore(until, state);
  const parts =
    span.kind === 'time' ? bucketsIn(buckets, span) : checks.map((check) => bucketOf(check, null, check.at, check.at));
  return withSingles(sumUp(parts, parts[0]?.from ?? until, until), checks);
}

function checksBefore(until: number, state: ServiceFacts['state']): readonly PastCheck[] {
  return (state?.history.checks ?? []).filter(({ at }) => at < until);
}

/** Returns the end of a span. For the last checks it is now, since a clock that was ahead may have left checks in the future. */
function endOf(span: Span, { now }: Watch): number {
  return span.kind === 'checks' ? now + 1 : span.to;
}

function bucketsIn(buckets: readonly Bucket[], span: Span & { kind: 'time' }): readonly Bucket[] {
  return buckets.filter(({ from, to }) => from < span.to && to > span.from);
}

/** Returns the response time of a check, or a percentile of a bar's answers, in milliseconds; `null` if none came. */
export function timeOf(bar: Bar, share: number): number | null {
  return bar.check === undefined ? timeAt(bar, share) : bar.check.ms;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * HOUR_MS;
/** The possible lengths of a bar. They are multiples of five minutes, and longer ones of hours or days, like buckets. */
const STEPS_MS = [
  ...[5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 2, 4, 7, 14, 28].map((days) => days * DAY_MS),
];

/** Returns bars that begin at multiples of their length, so that they stay the same as time passes. */
function overTime(
  buckets: readonly Bucket[],
  { from, to }: Span & { kind: 'time' },
  { intervalMs }: Watch,
  most: number,
): readonly Bar[] {
  // A bucket can't be split: no bar is shorter than the longest bucket.
  const least = buckets.reduce((longest, { from, to }) => Math.max(longest, to - from), BAR_INTERVALS * intervalMs);
  const stepMs = STEPS_MS.find((step) => step >= least && to - from <= most * step) ?? 28 * DAY_MS;
  const start = Math.floor(from / stepMs) * stepMs;
  const count = Math.max(1, Math.ceil((to - start) / stepMs));
  const parts: Bucket[][] = Array.from({ length: count }, () => []);
  for (const bucket of buckets) parts[Math.floor(((bucket.from + bucket.to) / 2 - start) / stepMs)]?.push(bucket);
  const sum = least < HOUR_MS ? sumUp : knownSum;
  const bars = parts.map((part, index) => sum(part, start + index * stepMs, start + (index + 1) * stepMs));
  // The first and the last bar may lie only partly in the span, in a part without a check.
  const isPart = (bar: Bucket) => bar.checks === 0 && (bar.from < from || bar.to > to);
  return bars.filter((bar, index) => !((index === 0 || index === count - 1) && isPart(bar)));
}

/** A cache of sums over hours and days, by their first bucket: a page is drawn after each run, mostly from the same buckets. */
const sums = new WeakMap<Bucket, { readonly of: readonly Bucket[]; readonly sum: Bucket }>();

function knownSum(buckets: readonly Bucket[], from: number, to: number): Bucket {
  const [first] = buckets;
  const known = first && sums.get(first);
  const isSame = known?.of.length === buckets.length && known.of.every((bucket, index) => bucket === buckets[index]);
  if (isSame && known.sum.from === from && known.sum.to === to) return known.sum;
  const sum = sumUp(buckets, from, to);
  if (first !== undefined) sums.set(first, { of: buckets, sum });
  return sum;
}

function ofChecks(checks: readonly PastCheck[], intervalMs: number): readonly Bar[] {
  const bars = checks.flatMap((check, index) => {
    const before = checks[index - 1];
    const bar = Object.assign(bucketOf(check, null, check.at, check.at), { check });
    return before && check.at - before.at > GAP_INTERVALS * intervalMs ? [nothingAt(before.at), bar] : [bar];
  });
  const missing = Array.from({ length: Math.max(0, CHECKS_KEPT - bars.length) }, () => nothingAt(0));
  return [...missing, ...bars].slice(-Math.max(CHECKS_KEPT, checks.length + 1));
}

/** Adds notes to bars. Returns the same bars if there are none, as for most services. */
function noted(bars: readonly Bar[], service: ServiceWithState, { silences = [], now }: Watch): readonly Bar[] {
  const times = stripTimes(service, silences, now);
  if (times.degraded.length + times.silenced.length === 0) return bars;
  return bars.map((bar) => {
    const note = noteOf(bar, times);
    return note === null ? bar : Object.assign({}, bar, { note });
  });
}

/** Returns the note of a bar. Checks in planned maintenance don't count. */
function noteOf(bar: Bar, { degraded, silenced }: StripTimes): BarNote | null {
  const { checks, failures } = countedChecks(bar);
  if (checks === 0) return null;
  const isFailing = healthyChecks({ checks, failures }) < checks;
  if (isFailing) return isWithin(silenced, bar.from, bar.to) ? 'silenced' : null;
  return isWithin(degraded, bar.from, bar.to) ? 'degraded' : null;
}

function nothingAt(time: number): Bar {
  return emptyBucket(time, time);
}
