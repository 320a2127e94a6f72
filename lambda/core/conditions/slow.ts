/** `slow`: a service that answers more slowly than its limit, or than on the last day. */

import * as v from 'valibot';
import { instant, milliseconds } from '../fields/stored-value';
import {
  addTimes,
  answersIn,
  binOf,
  isResponseTimes,
  NO_TIMES,
  percentile,
  type ResponseTimes,
  timesOf,
} from '../words/response-times';
import { BETWEEN, condition, type HealthyCheck, OFF, on } from './rule';

const QUARTER_MS = 6 * 3_600_000;
const QUARTERS = 4;

const responseTimes = v.custom<ResponseTimes>(isResponseTimes);

/** The response times of the last day, in quarters: when the newest began, its times, and those of the four before. */
const daySchema = v.object({
  from: instant,
  times: responseTimes,
  past: v.pipe(v.array(responseTimes), v.maxLength(QUARTERS), v.readonly()),
  /** The p95 of the four, in milliseconds; `null` until they are there. */
  p95: v.nullable(milliseconds),
});
export type Day = Readonly<v.InferOutput<typeof daySchema>>;

/** Fewer answers than these make no p95. */
const LEAST_ANSWERS = 50;
/** A slow service is fast again below this share of the limit. */
const FAST_SHARE = 0.8;

/** Begins if the median of the last `runs` is over the key `slow`; without it, over `times` times the p95 of the last day, and over that by `by`. */
export const slow = condition({
  code: 'slow',
  phrase: 'slow',
  title: { state: 'slow' },
  advice: 'It answers more slowly than usual: look at its load, at what it depends on, and at what was deployed last.',
  meaning: 'The service answers slowly. Notifies if the key slow is set.',
  keys: ({ duration, number, wholeNumber }) => ({
    runs: wholeNumber(2, 20).describe('In how many runs in a row.').optional(),
    times: number(1.1, 100).optional(),
    by: duration(1, 60_000, '100ms').optional(),
  }),
  defaults: { do: 'show', runs: 5, times: 2, byMs: 100 },
  notifiesIf: ({ slowMs }) => slowMs !== null,
  // The median of a few long tails may be over a limit for a run.
  pace: ({ runs }) => ({ begins: { runs: 3, ms: 0 }, ends: { runs, ms: 0 } }),
  schema: daySchema,
  look: (seen, { runs, times, byMs }, before: Day | null) => {
    const { now, responseMs: ms, service } = seen;
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
});

/** Returns the median response time of the last healthy checks in a row, in milliseconds; `null` if there are too few. */
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
