/** The monthly cost of a deployment at list prices, item by item. */

import type { Config, Deployment } from '../config/config';
import { type CostItem, priceItems, sum } from './bill';
import { ASSUMED, HOURS_A_MONTH, MONTH_MS, monthlyUsage, round, warmTableUsage } from './usage';

export interface CostEstimate {
  readonly items: readonly CostItem[];
  readonly listed: number;
  readonly afterFreeTier: number;
  /** Costs that are paid when the table is made, or when there are first so many services; in no sum of months. */
  readonly once: readonly CostItem[];
  /** The assumptions, in words. */
  readonly assumptions: readonly string[];
}

export function estimateCost(config: Config, deployment: Deployment): CostEstimate {
  const items = priceItems(monthlyUsage(config, deployment));
  return {
    items,
    listed: sum(items.map(({ listed }) => listed)),
    afterFreeTier: sum(items.map(({ afterFreeTier }) => afterFreeTier)),
    once: priceItems(warmTableUsage(config.services.length)),
    assumptions: assumptionsOf(config, items),
  };
}

function assumptionsOf({ intervalMs }: Config, items: readonly CostItem[]): readonly string[] {
  const { alerts, runSeconds, widgetLoads } = ASSUMED;
  const widget = items.find(({ name }) => name === 'widget');
  const alwaysOpen = ((widget?.listed ?? 0) / widgetLoads) * (MONTH_MS / 60_000);
  const ofWidget = `${round(widgetLoads)} loads of the widget a month; a dashboard that stays open and is refreshed each minute costs $${alwaysOpen.toFixed(2)} for each who has it open`;
  return [
    `${HOURS_A_MONTH} hours a month, one run every ${round(intervalMs / 60_000)} min`,
    ...(widget === undefined ? [] : [ofWidget]),
    `${runSeconds} s a run, ${alerts} alerts a month, failures not counted: each kind of failure, of a service and of all, is one more metric in the hours in which it happens`,
  ];
}
