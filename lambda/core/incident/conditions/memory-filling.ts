/** `memory_filling`: memory whose floor grows steadily, and when it will be full. */

import * as v from 'valibot';
import { amount, count, instant, known } from '../../state/fields/stored-value';
import { timeOfDay } from '../../words/duration';
import { BETWEEN, type HealthyCheck, OFF, OVER, on, type Rule } from './rule';
import {
  type Cycle,
  type Floor,
  floorsOf,
  type Growth,
  type Lately,
  LEAST_GROWTH,
  type Reach,
  rises,
  steadyGrowth,
} from './steady-growth';

/** The usual course of a service's memory. */
interface Filling {
  /** The last start, or the first check; milliseconds since 1970. */
  readonly since: number;
  /** The total, and since when it has been the same. */
  readonly total: Lately;
  /** Small cycles and large cycles: a cycle of a collector may hide another. */
  readonly cycles: readonly Cycle[];
  /** The first of the hours that follow, in hours since 1970, and the least of each since the start; `null` if nothing was seen. */
  readonly hour: number;
  readonly hours: readonly (number | null)[];
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const HOURS_KEPT = 24;
/** The least that a collector gives back, as a share of the total: in a small cycle and in a large cycle. */
const CYCLE_SHARES = [0.05, 0.2];
/** After so long what was usual is forgotten. */
const USUAL_MS = 7 * DAY_MS;

const lately = v.object({ value: amount, at: instant });
const cycle = v.object({
  downAt: instant,
  low: amount,
  high: amount,
  beforeAt: instant,
  safe: known(lately),
  lengthMs: known(lately),
  rise: known(lately),
});

/**
 * A collector lets memory rise and fall: what counts is its floor, the least in each part of some time. Several lengths of time are
 * looked at, from 15 minutes to a day. A rise is not believed if it is like those from which the service has come down by
 * itself: as short, as low and as slow.
 */
export const memoryFilling: Rule<'memory_filling', Filling> = {
  code: 'memory_filling',
  pace: () => ({ begins: { runs: 2, ms: 0 }, ends: { runs: 10, ms: 15 * MINUTE_MS } }),
  schema: v.object({
    since: instant,
    total: lately,
    cycles: v.pipe(v.array(cycle), v.length(CYCLE_SHARES.length)),
    hour: count,
    hours: v.pipe(v.array(v.nullable(amount)), v.maxLength(HOURS_KEPT + 1)),
  }),
  look: (seen, { withinMs }, before, holds) => {
    const { now, report } = seen;
    const { used, total } = report?.memory ?? { used: null, total: null };
    if (used === null || total === null || total <= 0) return { look: BETWEEN, memory: before };
    const isStart = before === null || hasStarted(seen, before, used);
    // Whole megabytes are exact enough to be kept.
    const mb = Math.round(used);
    const memory = withHour(isStart ? begun(before, mb, total, now) : goneOn(before, mb, total, now), mb, now);
    if (isStart) return { look: OVER, memory };
    const reach = holds ? { withinMs: 2 * withinMs, spans: 2 * SPANS } : { withinMs, spans: SPANS };
    const growth = growthOf(seen, memory, { used, total }, reach);
    if (growth === null) return { look: used >= total * ALMOST ? BETWEEN : OFF, memory };
    const { from, fullAt } = growth;
    const grown = `from ${Math.round(from.mb)} to ${Math.round(used)} of ${Math.round(total)} MB`;
    const message = `memory has grown ${grown} since ${timeOfDay(from.at)} and will be full at about ${timeOfDay(fullAt)} UTC`;
    return { look: on(message), memory };
  },
};

/** Growth is expected to last for this many times as long as it was seen. */
const SPANS = 2.5;
/** Up here growth may end because there is nothing left to grow into. */
const ALMOST = 0.9;

/** Of a service that gives no uptime, a fall to less than half is taken for a start. */
function hasStarted({ change, report }: HealthyCheck, { cycles }: Filling, used: number): boolean {
  const high = cycles[0]?.high ?? 0;
  return change?.restarted === true || (report?.uptime === null && used < high / 2);
}

function begun(before: Filling | null, used: number, total: number, now: number): Filling {
  const cycles = CYCLE_SHARES.map((_, index) => {
    const { safe, lengthMs, rise } = before?.cycles[index] ?? NOTHING_USUAL;
    return { downAt: now, low: used, high: used, beforeAt: now, safe, lengthMs, rise };
  });
  return { since: now, total: totalOf(before, total, now), cycles, hour: hourOf(now), hours: [] };
}

const NOTHING_USUAL = { safe: null, lengthMs: null, rise: null };

function totalOf(before: Filling | null, total: number, now: number): Lately {
  return before !== null && before.total.value === total ? before.total : { value: total, at: now };
}

function goneOn(known: Filling, used: number, total: number, now: number): Filling {
  const before = known.total.value === total ? known : { ...known, total: { value: total, at: now } };
  const cycles = before.cycles.map((cycle, index) => cycleAfter(cycle, used, (CYCLE_SHARES[index] ?? 1) * total, now));
  return cycles.every((cycle, index) => cycle === before.cycles[index]) ? before : { ...before, cycles };
}

function cycleAfter(before: Cycle, used: number, least: number, now: number): Cycle {
  const { high, low, downAt } = before;
  if (used > high) return { ...before, high: used };
  if (used > high - least) return before;
  return {
    downAt: now,
    low: used,
    high: used,
    beforeAt: downAt,
    safe: highest(before.safe, high, now),
    lengthMs: highest(before.lengthMs, now - downAt, now),
    rise: highest(before.rise, Math.round(((high - low) / Math.max(now - downAt, MINUTE_MS)) * HOUR_MS), now),
  };
}

function highest(known: Lately | null, value: number, now: number): Lately {
  return known !== null && known.value > value && now - known.at < USUAL_MS ? known : { value, at: now };
}

function hourOf(now: number): number {
  return Math.floor(now / HOUR_MS);
}

function withHour(memory: Filling, floor: number, now: number): Filling {
  const { hour, hours } = memory;
  const index = hourOf(now) - hour;
  const known = hours[index];
  if (known !== undefined && known !== null && known <= floor) return memory;
  if (index < 0 || index >= 2 * HOURS_KEPT) return { ...memory, hour: hourOf(now), hours: [floor] };
  const grown = Array.from({ length: Math.max(hours.length, index + 1) }, (_, at) => hours[at] ?? null);
  grown[index] = floor;
  const over = Math.max(0, grown.length - HOURS_KEPT - 1);
  return { ...memory, hour: hour + over, hours: grown.slice(over) };
}

function growthOf(
  { now, history: { checks } }: HealthyCheck,
  { since, hour, hours, cycles, total: { at: totalAt } }: Filling,
  { used, total }: { used: number; total: number },
  reach: Reach,
): Growth | null {
  // A total that moves is no limit; and what is usual shows within a day.
  if (now - totalAt < DAY_MS) return null;
  const steady = (floors: readonly Floor[] | null) => floors && steadyGrowth(floors, cycles, total, now, reach);
  const over = Math.min(hours.length, hourOf(now) - hour);
  const inHour = (index: number) => hours[index] ?? null;
  const least = LEAST_GROWTH * total;
  if (rises(over, inHour, least)) {
    for (const count of HOURS_LOOKED_AT) {
      const window = { from: over - count, to: over, least };
      const growth = steady(floorsOf(window, inHour, (index) => (hour + index) * HOUR_MS));
      if (growth) return growth;
    }
  }
  const inCheck = (index: number) => checks[index]?.memoryMb ?? null;
  // Smaller growth can't fill the rest within reach: half of it is left for floors that lie above their line.
  const leastLately = Math.max(least, (total - used) / (2 * reach.spans));
  if (!rises(checks.length, inCheck, leastLately)) return null;
  for (const count of CHECKS_LOOKED_AT) {
    const from = checks.length - count;
    const first = checks[from]?.at ?? now;
    if (first < since || now - first < LEAST_SPAN_MS) continue;
    const window = { from, to: checks.length, least: leastLately };
    const growth = steady(floorsOf(window, inCheck, (index) => checks[index]?.at ?? 0));
    if (growth) return growth;
  }
  return null;
}

const HOURS_LOOKED_AT = [6, 12, HOURS_KEPT];
const LEAST_SPAN_MS = 15 * MINUTE_MS;
/** With a check a minute, a quarter of an hour and more; with fewer, longer. */
const CHECKS_LOOKED_AT = [6, 12, 16, 20, 24, 30, 36, 45, 60];
