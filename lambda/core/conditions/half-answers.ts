/** `half_answers`: many attempts fail, although each check succeeds in the end. */

import * as v from 'valibot';
import { count, instant } from '../fields/stored-value';
import { describeDuration } from '../words/duration';
import { AT_ONCE, BETWEEN, condition, OFF, on } from './rule';

const PARTS = 6;

/** The attempts of healthy checks in a part of the time that counts. */
const attemptsSchema = v.object({ made: count, failed: count });
type Attempts = Readonly<v.InferOutput<typeof attemptsSchema>>;

const partsSchema = v.object({
  /** When the newest part began, in milliseconds since 1970. */
  from: instant,
  /** Oldest first. */
  parts: v.pipe(v.array(attemptsSchema), v.minLength(1), v.maxLength(PARTS), v.readonly()),
});
export type Parts = Readonly<v.InferOutput<typeof partsSchema>>;

const NONE: Attempts = { made: 0, failed: 0 };
/** Fewer attempts that failed say nothing. */
const LEAST_FAILED = 5;

/** Begins if so many of a hundred attempts within this time failed. */
export const halfAnswers = condition({
  code: 'half_answers',
  phrase: 'some attempts fail',
  title: { state: 'answering only after retries' },
  advice: 'Some instances at this address are unhealthy: check each instance behind the load balancer.',
  meaning: 'Many attempts fail, but a retry succeeds.',
  keys: ({ duration, wholeNumber }) => ({
    percent: wholeNumber(1, 100).optional(),
    within: duration(10 * 60_000, 86_400_000, '1h').optional(),
  }),
  defaults: { do: 'show', percent: 20, withinMs: 60 * 60_000 },
  pace: () => ({ begins: AT_ONCE, ends: AT_ONCE }),
  schema: partsSchema,
  look: ({ now, check: { attempts } }, { percent, withinMs }, before: Parts | null, holds) => {
    const memory = withAttempts(before, attempts, Math.floor(now / (withinMs / PARTS)) * (withinMs / PARTS), withinMs);
    const { made, failed } = memory.parts.reduce(addAttempts);
    const share = (100 * failed) / made;
    if (share < percent / 2) return { look: OFF, memory };
    if (share < percent || failed < LEAST_FAILED) return { look: holds ? BETWEEN : OFF, memory };
    const message = `${failed} of ${made} attempts of the last ${describeDuration(withinMs)} failed, but a retry succeeded`;
    return { look: on(message), memory };
  },
});

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
