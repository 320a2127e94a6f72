/** How a service answers: `slow` and `half_answers`. */

import { putTimes, readTimes } from '../history/bucket-bytes';
import { fromBase64, isBroken, readerOf, toBase64 } from '../history/bytes';
import {
  addTimes,
  answersIn,
  binOf,
  NO_TIMES,
  percentile,
  type ResponseTimes,
  timesOf,
} from '../history/response-times';
import { responseMs } from '../probe/own-figures';
import { describeDuration } from '../words/duration';
import { jsonObjectOf } from '../words/json';
import { readCount, readInstant, readList, readMilliseconds, readText } from '../words/stored-value';
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
/** What was slow is fast again below this share of the limit. */
const FAST_SHARE = 0.8;

export const slow: Rule<'slow', Day | null> = {
  code: 'slow',
  // The median of a few long tails may be over a limit for a run.
  pace: ({ runs }) => ({ begins: { runs: 3, ms: 0 }, ends: { runs, ms: 0 } }),
  read: readDay,
  store: storeDay,
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

/** `times` has the times of the four quarters before and of the newest, oldest first, as bytes in base64. */
function storeDay(day: Day | null): unknown {
  if (day === null) return null;
  const { from, times, past, p95 } = day;
  const bytes: number[] = [];
  for (const each of [...past, times]) putTimes(bytes, each);
  return { from, times: toBase64(Uint8Array.from(bytes)), p95 };
}

function readDay(raw: unknown): Day | null {
  const stored = jsonObjectOf(raw);
  const [from, bytes] = [readInstant(stored.from), fromBase64(readText(stored.times) ?? '')];
  if (from === null || bytes === null) return null;
  const reader = readerOf(bytes);
  const all: ResponseTimes[] = [];
  while (reader.place < reader.end && all.length <= QUARTERS) all.push(readTimes(reader));
  const times = all.pop() ?? NO_TIMES;
  return isBroken(reader) ? null : { from, times, past: all, p95: readMilliseconds(stored.p95) };
}

/** Attempts of healthy checks, counted in parts of the time that counts: when the newest began, and of each how many were made and failed. */
interface Attempts {
  readonly from: number;
  /** Oldest first: made and failed, again and again. */
  readonly counts: readonly number[];
}

const PARTS = 6;
/** Fewer attempts that failed say nothing. */
const LEAST_FAILED = 5;

export const halfAnswers: Rule<'half_answers', Attempts | null> = {
  code: 'half_answers',
  pace: () => ({ begins: AT_ONCE, ends: AT_ONCE }),
  read: (raw) => {
    const stored = jsonObjectOf(raw);
    const [from, counts] = [readInstant(stored.from), readList(stored.counts, readCount).slice(-2 * PARTS)];
    return from === null || counts.length % 2 !== 0 ? null : { from, counts };
  },
  look: ({ now, check: { attempts } }, { percent, withinMs }, before, holds) => {
    const memory = withAttempts(before, attempts, Math.floor(now / (withinMs / PARTS)) * (withinMs / PARTS), withinMs);
    let [made, failed] = [0, 0];
    for (let index = 0; index < memory.counts.length; index += 2) {
      made += memory.counts[index] ?? 0;
      failed += memory.counts[index + 1] ?? 0;
    }
    const share = (100 * failed) / made;
    if (share < percent / 2) return { look: OFF, memory };
    if (share < percent || failed < LEAST_FAILED) return { look: holds ? BETWEEN : OFF, memory };
    const message = `${failed} of ${made} attempts of the last ${describeDuration(withinMs)} failed and were saved by asking again`;
    return { look: on(message), memory };
  },
};

function withAttempts(before: Attempts | null, attempts: number, from: number, withinMs: number): Attempts {
  const parts = before === null ? PARTS : Math.round((from - before.from) / (withinMs / PARTS));
  if (before === null || parts >= PARTS || parts < 0) return { from, counts: [attempts, attempts - 1] };
  const counts = before.counts.slice(Math.max(0, before.counts.length + 2 * parts - 2 * PARTS));
  for (let part = 0; part < parts; part++) counts.push(0, 0);
  const last = counts.length - 2;
  counts[last] = (counts[last] ?? 0) + attempts;
  counts[last + 1] = (counts[last + 1] ?? 0) + attempts - 1;
  return { from, counts };
}
