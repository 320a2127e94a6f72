/** When the first check of a service was made, as exactly as it is known: a bucket says only that it has one. */

import type { Bucket } from './bucket';

/** From `from` to before `to`, in milliseconds since 1970; the same instant if it is known exactly. */
export interface FirstCheck {
  readonly from: number;
  readonly to: number;
}

/** The first check of the first bucket of a service. `since` is what its state has of it: one that was begun anew doesn't know it. */
export function firstCheckIn({ from, to }: Pick<Bucket, 'from' | 'to'>, since: number | null): FirstCheck {
  return since !== null && since >= from && since < to ? { from: since, to: since } : { from, to };
}
