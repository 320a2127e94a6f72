/** The key `objective`: what share of its checks should be healthy, or fast. At a service each of its keys replaces that of the top. */

import * as z from 'zod';
import type { Objective } from '../config/config';
import { parseDuration } from '../words/duration';
import { isJsonObject, type JsonObject, jsonObjectOf } from '../words/json';
import type { ConfigDocument, ConfigPath } from './document';
import type { ConfigFault } from './fault';
import { duration, text } from './schema-values';

const DAY_MS = 86_400_000;
const DEFAULT_WINDOW_MS = 30 * DAY_MS;

const SHARE_EXPECTED = 'expected a percentage above 0% and below 100%, such as 99.9%, or none';
const share = z.union(
  [
    z.literal('none'),
    text(/^\d{1,2}(?:\.\d{1,6})?%$/, SHARE_EXPECTED).refine((value) => shareOf(value) !== 0, { error: SHARE_EXPECTED }),
  ],
  { error: SHARE_EXPECTED },
);
const WINDOW_EXPECTED = 'expected whole days from 1d to 90d, such as 30d';
const window = text(/^\d+(?:\.\d+)?[a-z]+$/, WINDOW_EXPECTED).refine(
  (value) => {
    const milliseconds = parseDuration(value);
    return (
      milliseconds !== null && milliseconds % DAY_MS === 0 && milliseconds >= DAY_MS && milliseconds <= 90 * DAY_MS
    );
  },
  { error: WINDOW_EXPECTED },
);

export const objective = z
  .strictObject(
    {
      availability: share
        .optional()
        .describe('The share of checks that should be healthy; planned maintenance is left out.'),
      responseTime: z
        .strictObject(
          {
            under: duration(1, 60_000, '800ms').optional().describe('How fast an answer should be.'),
            share: share.optional().describe('The share of healthy checks that should be answered in less than that.'),
          },
          { error: 'expected a map with the keys under and share' },
        )
        .optional()
        .describe('How many of the healthy checks should be fast.'),
      window: window.optional().describe('The days over which the shares count, up to now; 30d if this is missing.'),
    },
    { error: 'expected a map with the keys availability, responseTime and window' },
  )
  .describe('How good a service should be. People are notified if it uses up what may go wrong too fast.');

type ObjectiveInput = z.infer<typeof objective>;

/** `null` if no share is set. */
export function buildObjective(own: ObjectiveInput = {}, common: ObjectiveInput = {}): Objective | null {
  const availability = shareOf(own.availability ?? common.availability);
  const fast = shareOf(own.responseTime?.share ?? common.responseTime?.share);
  const underMs = parseDuration(own.responseTime?.under ?? common.responseTime?.under ?? '');
  const responseTime = fast === null || underMs === null ? null : { underMs, share: fast };
  const windowMs = parseDuration(own.window ?? common.window ?? '') ?? DEFAULT_WINDOW_MS;
  return availability === null && responseTime === null ? null : { availability, responseTime, windowMs };
}

/** `99.9%` → 0.999, exactly; `null` if there is none. */
function shareOf(text: string | undefined): number | null {
  return text === undefined || text === 'none' ? null : Number(`${text.slice(0, -1)}e-2`);
}

/** A share of fast answers says nothing without how fast they should be, and the other way round. */
export function halfResponseTimes(
  document: ConfigDocument,
  services: readonly JsonObject[],
  refused: ReadonlySet<string>,
): ConfigFault[] {
  if ([...refused].some((key) => key.includes('objective'))) return [];
  const common = timesIn(document.value);
  return services.flatMap((service, index) => {
    const own = timesIn(service);
    const times: JsonObject = { ...common, ...own };
    if (times.share === 'none' || (times.under === undefined) === (times.share === undefined)) return [];
    const path: ConfigPath = own === null ? [] : ['services', index];
    const expected = times.under === undefined ? 'under too, such as 800ms' : 'share too, such as 99%';
    return [document.fault([...path, 'objective', 'responseTime'], `expected ${expected}`)];
  });
}

function timesIn(entry: unknown): JsonObject | null {
  const { responseTime } = jsonObjectOf(jsonObjectOf(entry).objective);
  return isJsonObject(responseTime) ? responseTime : null;
}
