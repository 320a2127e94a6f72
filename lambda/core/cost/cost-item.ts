/** One item of a bill. */

import { FREE_TIER, PRICES } from './prices';

export interface CostItem {
  readonly name: string;
  /** How the price is made up, in words. */
  readonly detail: string;
  /** US dollars a month at list prices. */
  readonly listed: number;
  /** The same for an account whose free tier nothing else uses. */
  readonly afterFreeTier: number;
}

/** So much of what has a price and a free tier of its own. */
export function item(name: string, price: keyof typeof FREE_TIER, amount: number, detail: string): CostItem {
  return {
    name,
    detail,
    listed: amount * PRICES[price],
    afterFreeTier: Math.max(0, amount - FREE_TIER[price]) * PRICES[price],
  };
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** A number for people. */
export function round(value: number): string {
  return (Math.round(value * 100) / 100).toLocaleString('en-US');
}
