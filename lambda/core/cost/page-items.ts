/** What the page for the public costs: mostly requests, since its files are small. */

import type { Config } from '../config/config';
import { UPTIME_DAYS } from '../documents/public/public-uptime';
import { type CostItem, item, round } from './cost-item';
import { GB, HOURS_A_MONTH } from './extras';
import { READ_BYTES } from './history-units';

/** Values that can't be known beforehand; the estimate shows them. */
const ASSUMED = {
  /** Loads of the page by people, and of its other files by programs. */
  loads: 10_000,
  /** Of the page with a few dozen services. */
  pageBytes: 20_000,
  /** Each incident is written as often as it changes. */
  writesAnAlert: 2,
} as const;

/** That the page is fresh is written every two minutes. */
const FRESH_A_MONTH = (HOURS_A_MONTH * 60) / 2;
/** Files that there are whatever the page shows, and those of each component: a badge and a strip. */
const [FILES, FILES_OF_EACH] = [13, 2];
/** Of a history: the months that ninety days touch, and the hours of the running day. */
const HISTORY_ITEMS = Math.ceil(UPTIME_DAYS / 30) + 2;

/** `runs` a month; `alerts` as assumed for all. None if there is no page. */
export function pageItems(
  { statusPage }: Pick<Config, 'statusPage'>,
  runs: number,
  alerts: number,
): readonly CostItem[] {
  if (statusPage === null) return [];
  const { components } = statusPage;
  const writings = HOURS_A_MONTH / 24 + alerts * ASSUMED.writesAnAlert;
  const files = writings * (FILES + FILES_OF_EACH * components.length);
  const fresh = Math.min(runs, FRESH_A_MONTH);
  const services = components.reduce((sum, one) => sum + one.services.length, 0);
  const { loads, pageBytes } = ASSUMED;
  return [
    item(
      'page writes',
      's3Put',
      fresh + files,
      `${round(fresh)} times that it is fresh, ${round(writings)} times all files`,
    ),
    item(
      'page reads',
      'dynamodbRead',
      runs + writings * services * HISTORY_ITEMS,
      `posts in each run, up to ${READ_BYTES / 1_024} kB of them, and histories`,
    ),
    item('page requests', 'cloudfrontRequest', loads, `${round(loads)} requests for the page`),
    item('page fetches', 's3Get', loads, 'what CloudFront asks of S3: each file once in fifteen seconds at most'),
    item('page data', 'cloudfrontGb', (loads * pageBytes) / GB, `${pageBytes / 1_000} kB each`),
  ];
}
