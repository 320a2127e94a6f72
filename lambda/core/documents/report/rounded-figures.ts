/** How figures are written in a report document. */

import type { Percentiles } from '../../history/response-times';

/** Milliseconds → whole seconds that have passed. */
export function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1_000);
}

/** Response times to a tenth of a millisecond: more digits would say more than is known. */
export function roundedTimes(times: Percentiles | null): Percentiles | null {
  return rounded(times, 10);
}

/** Changes to a hundredth of a per cent. */
export function roundedChange(change: Percentiles | null): Percentiles | null {
  return rounded(change, 1e4);
}

function rounded(figures: Percentiles | null, steps: number): Percentiles | null {
  if (figures === null) return null;
  const round = (value: number) => Math.round(value * steps) / steps;
  return { p50: round(figures.p50), p95: round(figures.p95), p99: round(figures.p99) };
}
