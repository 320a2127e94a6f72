/** How a service answers: `slow` and `half_answers`. */

import { describeDuration } from '../words/duration';
import { jsonObjectOf } from '../words/json';
import { readCount, readInstant, readList } from '../words/stored-value';
import { AT_ONCE, BETWEEN, OFF, on, type Rule } from './rule';

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
    memory.counts.forEach((count, index) => {
      if (index % 2 === 0) made += count;
      else failed += count;
    });
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
  const gone = Array.from({ length: 2 * parts }, () => 0);
  const counts = [...before.counts, ...gone].slice(-2 * PARTS);
  const last = counts.length - 2;
  return {
    from,
    counts: counts.map((count, index) => (index < last ? count : count + (index === last ? attempts : attempts - 1))),
  };
}
