/** How many runs an alarm evaluates, within the limits of CloudWatch. */

import type { Config } from '../../lambda/core/config/config';

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;

/**
 * The wanted number of periods of one run each, or the most that CloudWatch allows: all periods of an alarm together may
 * span one day, or seven days if a period is an hour or longer. Source: Amazon CloudWatch user guide, "Evaluating an alarm".
 */
export function runsWithinLimits({ intervalMs }: Pick<Config, 'intervalMs'>, wanted: number): number {
  const period = intervalMs / 1_000;
  const span = period < HOUR_S ? DAY_S : 7 * DAY_S;
  return Math.min(wanted, Math.floor(span / period));
}
