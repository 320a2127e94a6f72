/** The standing of objectives, as documents for programs. */

import type { Standing } from '../incident/objectives/standing';

/** The standing of one aim of an objective. Shares are from 0 to 1. */
export interface StandingDocument
  extends Pick<Standing, 'aim' | 'target' | 'underMs' | 'checks' | 'bad' | 'reached' | 'burnRate'> {
  readonly windowSeconds: number;
  /** ISO 8601 in UTC with milliseconds. */
  readonly since: string;
  /** Negative if the objective is missed. */
  readonly budgetLeftSeconds: number;
}

export function standingDocuments(standings: readonly Standing[]): readonly StandingDocument[] {
  return standings.map(({ windowMs, since, budgetLeftMs, ...standing }) => ({
    ...standing,
    windowSeconds: Math.round(windowMs / 1_000),
    since: new Date(since).toISOString(),
    budgetLeftSeconds: Math.round(budgetLeftMs / 1_000),
  }));
}
