/**
 * The keys that say what is expected of a service: `objective`, what share of its checks should be healthy, or fast; and `conditions`,
 * what is done about what is not right. At a service each of their keys replaces that of the top.
 */

import * as z from 'zod';
import type { ConditionSettings } from '../config/condition-policies';
import type { Objective } from '../config/config';
import { CONDITION_DEEDS, type ConditionCode } from '../words/codes';
import { parseDuration } from '../words/duration';
import { isJsonObject, type JsonObject, jsonObjectOf } from '../words/json';
import type { ConfigDocument, ConfigPath } from './document';
import type { ConfigFault } from './fault';
import { choice, duration, list, text, wholeNumber } from './schema-values';

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

/** The text of a fault of a value that is neither a word nor a map; of a map, what is wrong in it says more. */
export const UNION_OF_MAP = 'expected notify, show or off, or a map with the key do and the figures from which on';

const NUMBER = 'expected a number from 1.1 to 100';
const MINUTE_MS = 60_000;
const deed = choice(CONDITION_DEEDS).describe('Whether people are notified, it is only shown, or nobody looks for it.');
const runs = wholeNumber(2, 20).describe('In how many runs in a row.').optional();
const percent = wholeNumber(1, 100).optional();

const conditionOf = <Keys extends z.core.$ZodShape>(keys: Keys, meaning: string) =>
  z
    .union([deed, z.strictObject({ do: deed.optional(), ...keys })], { error: UNION_OF_MAP })
    .optional()
    .describe(meaning);

export const conditions = z
  .strictObject(
    {
      certificate_expires_soon: conditionOf(
        { days: list(wholeNumber(1, 365), 'expected a list of days').max(10).optional() },
        'A certificate of the chain expires soon. Notifies, again at each of the days.',
      ),
      restarting: conditionOf(
        { starts: wholeNumber(2, 10).optional(), within: duration(MINUTE_MS, DAY_MS, '15m').optional() },
        'The service starts again and again. Notifies.',
      ),
      memory_full: conditionOf(
        { percent, runs, steadyFor: duration(0, 7 * DAY_MS, '1d').optional() },
        'The memory is as good as full. Notifies.',
      ),
      memory_filling: conditionOf(
        { within: duration(30 * MINUTE_MS, 3 * DAY_MS, '6h').optional() },
        'The memory fills steadily and will soon be full. Notifies.',
      ),
      report_frozen: conditionOf(
        { runs, for: duration(1_000, DAY_MS, '2m').optional() },
        'The report stands still: a cache answers, not the service. Notifies.',
      ),
      slow: conditionOf(
        {
          runs,
          times: z.number({ error: NUMBER }).min(1.1, { error: NUMBER }).max(100, { error: NUMBER }).optional(),
          by: duration(1, MINUTE_MS, '100ms').optional(),
        },
        'The service answers slowly. Notifies if the key slow is set.',
      ),
      clock_skewed: conditionOf({ by: duration(1_000, DAY_MS, '1m').optional() }, 'The clock of the service is off.'),
      wrong_environment: conditionOf(
        { after: duration(MINUTE_MS, 7 * DAY_MS, '1d').optional() },
        'The report names another environment. Notifies if the key environment is set.',
      ),
      mixed_versions: conditionOf(
        { for: duration(MINUTE_MS, DAY_MS, '10m').optional() },
        'Versions take turns: a rollout that hangs, or two fleets behind one name.',
      ),
      half_answers: conditionOf(
        { percent, within: duration(10 * MINUTE_MS, DAY_MS, '1h').optional() },
        'Many attempts fail and are saved by asking again.',
      ),
    },
    { error: 'expected a map of conditions to notify, show or off' },
  )
  .describe('What is not right about a service although it answers healthy, and what is done about it.');

type Input = z.infer<typeof conditions>;

/** What is set for a service; each figure of its own wins over the common one. */
export function buildConditions(common: Input = {}, own: Input = {}): ConditionSettings {
  const codes = [...new Set([...Object.keys(common), ...Object.keys(own)])] as ConditionCode[];
  return Object.fromEntries(codes.map((code) => [code, { ...settingOf(common[code]), ...settingOf(own[code]) }]));
}

/** A length of time gets its unit into its name: `within: 15m` is `withinMs: 900000`. */
function settingOf(input: Input[ConditionCode] = {}): object {
  if (typeof input === 'string') return { do: input };
  const entries = Object.entries(input).map(([key, value]): [string, unknown] => {
    if (Array.isArray(value)) return [key, [...new Set<number>(value)].sort((left, right) => right - left)];
    return key === 'do' || typeof value !== 'string' ? [key, value] : [`${key}Ms`, parseDuration(value)];
  });
  return Object.fromEntries(entries);
}
