/** Planned maintenance of the config as silences. */

import type { Config, Maintenance } from '../config/config';
import type { Silence } from './silence';

/** The first start of a cron expression after an instant, by the clock of a time zone; `null` if it never starts again. */
export type NextStart = (cron: string, timeZone: string, after: number) => number | null;

/** Gives the maintenance that a config plans for a time, in milliseconds since 1970. */
export type Planner = (from: number, to: number) => readonly Silence[];

export function plannerOf({ maintenance }: Pick<Config, 'maintenance'>, nextStart: NextStart): Planner {
  return (from, to) => plannedSilences(maintenance, { from, to }, nextStart);
}

/** How many starts of a window are looked for at most: each takes time to find. */
const MOST_STARTS = 100;

const WEEK_MS = 7 * 86_400_000;

/** The maintenance that begins after `now` and within a week of it, in milliseconds since 1970; what begins first comes first. */
export function upcomingIn(planner: Planner, now: number): readonly Silence[] {
  return planner(now, now + WEEK_MS)
    .filter(({ from }) => from > now)
    .sort((left, right) => left.from - right.from);
}

interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/**
 * The silences of the windows that hold at `from`, or begin after it and at `to` at the latest, in milliseconds since 1970. Each
 * is as long as its window in real time, even if the clocks change in between.
 */
export function plannedSilences(
  windows: readonly Maintenance[],
  wanted: TimeSpan,
  nextStart: NextStart,
): readonly Silence[] {
  return windows.flatMap((window, index) =>
    timesOf(window, wanted, nextStart).map(({ from, to }) => ({
      id: `maintenance-${index + 1}`,
      services: window.services,
      from,
      until: to,
      untilWell: false,
      reason: window.name,
      by: null,
      planned: true,
    })),
  );
}

function timesOf(window: Maintenance, wanted: TimeSpan, nextStart: NextStart): readonly TimeSpan[] {
  if (window.kind === 'once') return window.from <= wanted.to && window.to > wanted.from ? [window] : [];
  const { cron, timeZone, lengthMs } = window;
  const times: TimeSpan[] = [];
  let start = nextStart(cron, timeZone, wanted.from - lengthMs);
  for (let found = 0; start !== null && start <= wanted.to && found < MOST_STARTS; found++) {
    const last = times.at(-1);
    const to = start + lengthMs;
    // A window that begins again before it has ended is extended.
    if (last && start <= last.to) times[times.length - 1] = { from: last.from, to };
    else times.push({ from: start, to });
    // All that is wanted is covered.
    if (to > wanted.to) break;
    start = nextStart(cron, timeZone, start);
  }
  return times;
}
