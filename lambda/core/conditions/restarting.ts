/** `restarting`: a service that starts again and again. */

import * as v from 'valibot';
import { count, instant } from '../fields/stored-value';
import { describeDuration, timeOfDay } from '../words/duration';
import { AT_ONCE, BETWEEN, condition, type HealthyCheck, OFF, on } from './rule';

const KEPT = 20;
const startTimes = v.pipe(v.array(instant), v.maxLength(KEPT), v.readonly());

const startsSchema = v.object({
  /** The starts that were seen within the window, oldest first; bounded. */
  at: startTimes,
  /** How many reports in a row, up to a limit, had an uptime that ran as a clock does. */
  ticks: count,
  /** When a report of an instance was seen that had started before the latest known start; `null` if never. */
  severalAt: v.nullable(instant),
  /** The starts within the window that fell into a check, which may have caused them; bounded. */
  byCheckAt: startTimes,
});
export type Starts = Readonly<v.InferOutput<typeof startsSchema>>;

const NO_STARTS: Starts = { at: [], ticks: 0, severalAt: null, byCheckAt: [] };
/** After so many, an uptime that is less than the time since the report before is that of a new start, even if it has grown. */
const TICKS_NEEDED = 5;
const TOLERANCE_MS = 2_000;
/** Several instances behind an address show at least once a day that they are several. */
const SEVERAL_MS = 86_400_000;

/**
 * A start shows in the uptime, also after failing checks. Of several instances behind an address, a rollout shows one start for
 * each: these don't count while versions change, and twice as many are needed. A service that scales to zero starts with a request: while
 * at least half of its starts fall into checks, no start counts.
 */
export const restarting = condition({
  code: 'restarting',
  phrase: 'restarting',
  title: { state: 'restarting repeatedly' },
  advice:
    'It keeps restarting: look at its last log lines before a start, at its memory, and at what was deployed last.',
  meaning: 'The service keeps restarting. Notifies.',
  contracts: ['own', 'common'],
  keys: ({ duration, wholeNumber }) => ({
    starts: wholeNumber(2, 10).optional(),
    within: duration(60_000, 86_400_000, '15m').optional(),
  }),
  defaults: { do: 'notify', starts: 3, withinMs: 15 * 60_000 },
  pace: () => ({ begins: AT_ONCE, ends: AT_ONCE }),
  schema: startsSchema,
  look: (seen, { starts: limit, withinMs }, before: Starts | null, holds) => {
    const memory = afterReport(before ?? NO_STARTS, seen, withinMs);
    const { at, severalAt, byCheckAt } = memory;
    const first = at[0];
    const last = at.at(-1);
    if (first === undefined || last === undefined) return { look: OFF, memory };
    const { now, changes } = seen;
    const several = severalAt !== null && now - severalAt < SEVERAL_MS;
    const isRollout = several && changes.some((change) => change.version !== null && change.at > now - withinMs);
    const scales = 2 * byCheckAt.length >= at.length;
    const isOn = !isRollout && !scales && at.length >= (several ? 2 * limit : limit);
    if (!isOn) return { look: holds ? BETWEEN : OFF, memory };
    const message = `${at.length} starts within ${describeDuration(withinMs)}, the last at ${timeOfDay(last)} UTC`;
    return { look: on(message, { since: first }), memory };
  },
});

function afterReport(
  before: Starts,
  { now, startedByCheck, report, before: last, lastHealthy }: HealthyCheck,
  withinMs: number,
): Starts {
  const recent = (starts: readonly number[]) =>
    starts.some((at) => at <= now - withinMs) ? starts.filter((at) => at > now - withinMs) : starts;
  const kept = recent(before.at);
  const byCheckAt = recent(before.byCheckAt);
  const uptime = report?.uptime ?? null;
  const known = lastHealthy?.uptime ?? null;
  // A cached report has nothing new.
  const isOld = report !== null && report.timestamp !== null && report.timestamp === last?.report?.timestamp;
  if (uptime === null || known === null || lastHealthy === null || isOld) return { ...before, at: kept, byCheckAt };
  const withStart = (starts: readonly number[], at: number) => [...starts, at].slice(-KEPT);
  if (startedByCheck) return { ...before, at: withStart(kept, now), ticks: 0, byCheckAt: withStart(byCheckAt, now) };
  const startedAt = now - uptime * 1_000;
  const elapsedMs = now - lastHealthy.at;
  const isTick = Math.abs((uptime - known) * 1_000 - elapsedMs) <= TOLERANCE_MS;
  // Uptimes are rounded, and as of a moment after the question: a start right after a check can seem to be before it.
  const isYounger = startedAt > lastHealthy.at - TOLERANCE_MS;
  const isStart = isYounger && !isTick && (uptime < known || before.ticks >= TICKS_NEEDED);
  const isOlder = !isStart && !isTick && startedAt < lastHealthy.at - known * 1_000 - TOLERANCE_MS;
  if (isTick && before.ticks === TICKS_NEEDED && kept === before.at && byCheckAt === before.byCheckAt) return before;
  const ticksAfterOther = isStart ? before.ticks : 0;
  const ticks = isTick ? Math.min(before.ticks + 1, TICKS_NEEDED) : ticksAfterOther;
  return {
    at: isStart ? withStart(kept, Math.min(startedAt, now)) : kept,
    ticks,
    severalAt: isOlder ? now : before.severalAt,
    byCheckAt,
  };
}
