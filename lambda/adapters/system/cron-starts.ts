/** The start times of cron expressions, by croner. */

import { Cron } from 'croner';
import type { NextStart } from '../../core/silences/maintenance';

/**
 * See `NextStart`. When clocks are changed, a time of day that does not exist starts at the first moment after the gap, and a time that
 * occurs twice starts once, at the first occurrence; an expression with a wildcard or a step in minutes or hours continues in real time.
 * Throws if croner can't parse the expression or does not know the time zone; the config is checked for both.
 * Source: croner, README, "Pattern": "A time that occurs twice (DST fall back) runs once, at the first occurrence. A time that
 * doesn't exist (DST spring forward) runs at the first valid time after the gap, on the same day."
 */
export const nextStart: NextStart = (cron, timeZone, after) => {
  const key = `${timeZone} ${cron}`;
  const known = crons.get(key) ?? cronOf(cron, timeZone);
  crons.set(key, known);
  return known.nextRun(new Date(after))?.getTime() ?? null;
};

/** A cache of parsed expressions: every run uses the same ones, and parsing takes longer than finding the next start. */
const crons = new Map<string, Cron>();

function cronOf(cron: string, timezone: string): Cron {
  return new Cron(cron, { timezone, mode: '5-part', fixedTimeRule: 'no-wildcard', paused: true });
}
