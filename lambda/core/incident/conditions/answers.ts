/** How a service answers: `slow` and `half_answers`. */

import * as v from 'valibot';
import { count, instant, milliseconds } from '../../fields/stored-value';
import { responseMs } from '../../probe/own-figures';
import { describeDuration } from '../../words/duration';
import {
  addTimes,
  answersIn,
  binOf,
  isResponseTimes,
  NO_TIMES,
  percentile,
  type ResponseTimes,
  timesOf,
} from '../../words/response-times';
import { AT_ONCE, BETWEEN, type HealthyCheck, OFF, on, type Rule } from './rule';

/** The response times of the last day, in quarters: when the newest began, its times, and those of the four before. */
interface Day {
  readonly from: number;
  readonly times: ResponseTimes;
  readonly past: readonly ResponseTimes[];
  /** The p95 of the four, in milliseconds; `null` until they are there. */
  readonly p95: number | null;
}

const QUARTER_MS = 6 * 3_600_000;
const QUARTERS = 4;
/** Fewer answers than these make no p95. */
const LEAST_ANSWERS = 50;
/** A slow service is fast again below this share of the limit. */
const FAST_SHARE = 0.8;

const responseTimes = v.custom<ResponseTimes>(isResponseTimes);

export const slow: Rule<'slow', Day> = {
  code: 'slow',
  // The median of a few long tails may be over a limit for a run.
  pace: ({ runs }) => ({ begins: { runs: 3, ms: 0 }, ends: { runs, ms: 0 } }),
  schema: v.object({
    from: instant,
    times: responseTimes,
    past: v.pipe(v.array(responseTimes), v.maxLength(QUARTERS)),
    p95: v.nullable(milliseconds),
  }),
  look: (seen, { runs, times, byMs }, before) => {
    const { now, check, service } = seen;
    const ms = responseMs(check);
    const memory = ms === null ? before : withTime(before, ms, Math.floor(now / QUARTER_MS) * QUARTER_MS);
    const p95 = memory?.p95 ?? null;
    const limit = service.slowMs ?? (p95 === null ? null : Math.max(times * p95, p95 + byMs));
    const median = medianOf(seen, runs);
    if (limit === null || median === null) return { look: BETWEEN, memory };
    if (median <= limit) return { look: median < FAST_SHARE * limit ? OFF : BETWEEN, memory };
    const usual =
      service.slowMs === null ? `${times} times the p95 of the last day (${Math.round(p95 ?? 0)} ms)` : `${limit} ms`;
    return { look: on(`the median of the last ${runs} runs is ${Math.round(median)} ms, over ${usual}`), memory };
  },
};

/** Of the last healthy checks in a row that have a response time, in milliseconds; `null` if there are too few. */
function medianOf({ history: { checks } }: HealthyCheck, runs: number): number | null {
  const last: number[] = [];
  for (let index = checks.length - 1; index >= 0 && last.length < runs; index--) {
    const check = checks[index];
    if (check?.kind !== 'healthy') break;
    if (check.ms !== null) last.push(check.ms);
  }
  return last.length < runs ? null : (last.sort((left, right) => left - right)[Math.floor(runs / 2)] ?? null);
}

function withTime(before: Day | null, ms: number, from: number): Day {
  if (before?.from === from) return { ...before, times: withOne(before.times, ms) };
  const time = timesOf(ms);
  if (before === null) return { from, times: time, past: [], p95: null };
  const gone = Math.round((from - before.from) / QUARTER_MS);
  if (gone < 0) return { ...before, from, times: addTimes([before.times, time]) };
  const missed = Array.from({ length: Math.min(gone - 1, QUARTERS) }, () => NO_TIMES);
  const past = [...before.past, before.times, ...missed].slice(-QUARTERS);
  const day = addTimes(past);
  const isWhole = past.length === QUARTERS && answersIn(day) >= LEAST_ANSWERS;
  return { from, times: time, past, p95: isWhole ? Math.round(percentile(day, 0.95) ?? 0) : null };
}

function withOne(times: ResponseTimes, ms: number): ResponseTimes {
  const index = binOf(ms) - times.first;
  if (index < 0 || index >= times.counts.length) return addTimes([times, timesOf(ms)]);
  const counts = times.counts.slice();
  counts[index] = (counts[index] ?? 0) + 1;
  return { first: times.first, counts };
}

/** The attempts of healthy checks in a part of the time that counts. */
interface Attempts {
  readonly made: number;
  readonly failed: number;
}

interface Parts {
  /** When the newest part began, in milliseconds since 1970. */
  readonly from: number;
  /** Oldest first. */
  readonly parts: readonly Attempts[];
}

const NONE: Attempts = { made: 0, failed: 0 };
const PARTS = 6;
/** Fewer attempts that failed say nothing. */
const LEAST_FAILED = 5;

export const halfAnswers: Rule<'half_answers', Parts> = {
  code: 'half_answers',
  pace: () => ({ begins: AT_ONCE, ends: AT_ONCE }),
  schema: v.object({
    from: instant,
    parts: v.pipe(v.array(v.object({ made: count, failed: count })), v.minLength(1), v.maxLength(PARTS)),
  }),
  look: ({ now, check: { attempts } }, { percent, withinMs }, before, holds) => {
    const memory = withAttempts(before, attempts, Math.floor(now / (withinMs / PARTS)) * (withinMs / PARTS), withinMs);
    const { made, failed } = memory.parts.reduce(addAttempts);
    const share = (100 * failed) / made;
    if (share < percent / 2) return { look: OFF, memory };
    if (share < percent || failed < LEAST_FAILED) return { look: holds ? BETWEEN : OFF, memory };
    const message = `${failed} of ${made} attempts of the last ${describeDuration(withinMs)} failed and were saved by asking again`;
    return { look: on(message), memory };
  },
};

function withAttempts(before: Parts | null, attempts: number, from: number, withinMs: number): Parts {
  const made = { made: attempts, failed: attempts - 1 };
  const gone = before === null ? PARTS : Math.round((from - before.from) / (withinMs / PARTS));
  if (before === null || gone >= PARTS || gone < 0) return { from, parts: [made] };
  const none = Array.from({ length: gone }, () => NONE);
  const parts = [...before.parts, ...none].slice(-PARTS);
  return { from, parts: parts.with(-1, addAttempts(parts.at(-1) ?? NONE, made)) };
}

function addAttempts(left: Attempts, right: Attempts): Attempts {
  return { made: left.made + right.made, failed: left.failed + right.failed };
}
