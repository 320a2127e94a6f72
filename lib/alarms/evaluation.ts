/** Over how many runs an alarm looks, within what CloudWatch allows. */

import type { Config } from '../../lambda/core/config/config';

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;

/**
 * As many periods of one run as wanted, or as many as CloudWatch allows: those of an alarm may span a day, and seven days
 * where one is an hour or longer. Source: Amazon CloudWatch user guide, "Evaluating an alarm".
 */
export function runsWithinLimits({ intervalMs }: Pick<Config, 'intervalMs'>, wanted: number): number {
  const period = intervalMs / 1_000;
  const span = period < HOUR_S ? DAY_S : 7 * DAY_S;
  return Math.min(wanted, Math.floor(span / period));
}
