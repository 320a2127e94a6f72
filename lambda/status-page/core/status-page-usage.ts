/** What the public page uses in a month, for the estimate of the cost. */

import type { Config } from '../../core/config/config';
import { ALERTS, GIB, HOURS, MONTH_MS, type Usage } from '../../core/cost/prices';

const LOADS = 10_000;
const BYTES = 20_000;
const FRESH_MS = 120_000;
/** All files are written daily and twice per alert: nine, and a badge per component, from five items of each service's history. */
const WRITES = HOURS / 24 + 2 * ALERTS;
const FILES = 9;
const ITEMS = 5;

/** Empty without a page. */
export function statusPageUsage({ statusPage, intervalMs }: Config): readonly Usage[] {
  if (statusPage === null) return [];
  const runs = MONTH_MS / intervalMs;
  const { components } = statusPage;
  const quantities = {
    s3Put: Math.min(runs, MONTH_MS / FRESH_MS) + WRITES * (FILES + components.length),
    // CloudFront reads each file from S3 at most once in fifteen seconds.
    s3Get: LOADS,
    dynamodbRead: runs + WRITES * ITEMS * components.flatMap(({ services }) => services).length,
    cloudfrontRequest: LOADS,
    cloudfrontGb: (LOADS * BYTES) / GIB,
  };
  return [
    { name: 'public page', detail: `${LOADS.toLocaleString('en-US')} requests of ${BYTES / 1_000} kB`, quantities },
  ];
}
