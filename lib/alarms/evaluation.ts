/** The number of runs that an alarm evaluates, within the limits of CloudWatch, and its beginning. */

import type { Config } from '../../lambda/core/config/config';
import { latenessMs } from '../../lambda/core/metrics/metrics';

const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;

/**
 * The wanted number of periods of one run each, or the most that CloudWatch allows: all periods of an alarm together may
 * span one day, or seven days if a period is an hour or longer. Source: Amazon CloudWatch user guide, "Evaluating an alarm".
 */
export function runsWithinLimits({ intervalMs }: Config, wanted: number): number {
  const period = intervalMs / 1_000;
  const span = period < HOUR_S ? DAY_S : 7 * DAY_S;
  return Math.min(wanted, Math.floor(span / period));
}

/**
 * The number of intervals that a shard may be without a heartbeat: one run may fail, and the next may be as late as possible. For any
 * interval up to a day this is within the limits of CloudWatch.
 */
export function silentRuns({ intervalMs }: Config): number {
  return 2 + Math.ceil(latenessMs(intervalMs) / intervalMs);
}

/** CloudWatch's limit of a warm-up period: two days. */
const LONGEST_WARM_UP_S = 2 * DAY_S;

/** How long a new alarm about silence waits for the first heartbeat, in minutes: as long as for any other, if CloudWatch allows it. */
export function warmUpMinutes(config: Config): number {
  return Math.min((silentRuns(config) * config.intervalMs) / 1_000, LONGEST_WARM_UP_S) / MINUTE_S;
}
