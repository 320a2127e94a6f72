/** Quantities times prices: the items of a bill. */

import { PRICES, type Price, type PriceName } from './prices';

/** A row of the table from which a bill is made. */
export interface Usage {
  readonly name: string;
  /** How the quantities are made up, in words. */
  readonly detail: string;
  /** How much of each price's units it takes in a month. */
  readonly quantities: Readonly<Partial<Record<PriceName, number>>>;
}

export interface CostItem extends Usage {
  /** US dollars a month at list prices. */
  readonly listed: number;
  /** The same for an account whose free tier nothing else uses. */
  readonly afterFreeTier: number;
}

/** The price of each row. The rows use up the free tier in their order. */
export function priceItems(rows: readonly Usage[]): readonly CostItem[] {
  const used = new Map<PriceName, number>();
  return rows.map((row) => {
    let listed = 0;
    let free = 0;
    for (const [name, quantity] of Object.entries(row.quantities) as [PriceName, number][]) {
      const price: Price = PRICES[name];
      const pool = price.freeWith ?? name;
      const usedBefore = used.get(pool) ?? 0;
      const left = Math.max(0, PRICES[pool].free - usedBefore);
      used.set(pool, usedBefore + quantity);
      listed += listPrice(price, quantity);
      free += listPrice(price, Math.min(quantity, left));
    }
    return { ...row, listed, afterFreeTier: listed - free };
  });
}

/** The price of so many units, each part of them at the price of its tier. */
function listPrice({ usd, tiers = [] }: Price, quantity: number): number {
  let total = quantity * usd;
  let above = usd;
  for (const tier of tiers) {
    total += Math.max(0, quantity - tier.beyond) * (tier.usd - above);
    above = tier.usd;
  }
  return total;
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
