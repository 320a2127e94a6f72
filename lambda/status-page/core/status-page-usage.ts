/** What the public page uses in a month, for the estimate of the cost. */

import type { Config } from '../../core/config/config';
import { HOURS, MONTH_MS, type Usage } from '../../core/cost/prices';

const LOADS = 10_000;
const BYTES = 20_000;
const FRESH_MS = 120_000;
/** All files are written daily and twice for each of 100 alerts: seven, and a badge per component. */
const WRITES = HOURS / 24 + 2 * 100;
const FILES = 7;

/** Empty without a page. */
export function statusPageUsage({ statusPage, intervalMs }: Config): readonly Usage[] {
  if (statusPage === null) return [];
  const quantities = {
    s3Put: MONTH_MS / Math.max(intervalMs, FRESH_MS) + WRITES * (FILES + statusPage.components.length),
    cloudfrontRequest: LOADS,
    cloudfrontGb: (LOADS * BYTES) / 2 ** 30,
  };
  return [
    { name: 'public page', detail: `${LOADS.toLocaleString('en-US')} requests of ${BYTES / 1_000} kB`, quantities },
  ];
}
