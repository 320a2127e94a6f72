/**
 * The keys that say what is expected of a service: `objective`, what share of its checks should be healthy, or fast; and `conditions`,
 * what is done about what is not right.
 */

import * as z from 'zod';
import { choice, duration, durationWhere, list, map, type Parsed, text, wholeNumber } from '../../keys/values';
import { CONDITION_ACTIONS, SEVERITIES } from '../../words/codes';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const SHARE_EXPECTED = 'expected a percentage above 0% and below 100%, such as 99.9%, or none';
const share = z.union(
  [
    z.literal('none').transform(() => null),
    text(/^\d{1,2}(?:\.\d{1,6})?%$/, SHARE_EXPECTED)
      .refine((value) => shareOf(value) !== 0, { error: SHARE_EXPECTED })
      .transform(shareOf),
  ],
  { error: SHARE_EXPECTED },
);
const WINDOW_EXPECTED = 'expected whole days from 1d to 90d, such as 30d';
const window = durationWhere(
  /^\d+(?:\.\d+)?[a-z]+$/,
  (ms) => ms % DAY_MS === 0 && ms >= DAY_MS && ms <= 90 * DAY_MS,
  WINDOW_EXPECTED,
);

export const objective = map(
  {
    availability: share
      .optional()
      .describe('The share of checks that should be healthy; planned maintenance is left out.'),
    responseTime: map(
      {
        under: duration(1, 60_000, '800ms').optional().describe('How fast an answer should be.'),
        share: share.optional().describe('The share of healthy checks that should be answered in less than that.'),
      },
      'expected a map with the keys under and share',
    )
      .optional()
      .describe('How many of the healthy checks should be fast.'),
    window: window.optional().describe('The days over which the shares count, up to now; 30d if this is missing.'),
  },
  'expected a map with the keys availability, responseTime and window',
).describe('How reliable a service should be. People are notified if its budget is used too fast.');

export type ObjectiveKeys = Parsed<typeof objective>;

/** `99.9%` → 0.999, exactly. */
function shareOf(text: string): number {
  return Number(`${text.slice(0, -1)}e-2`);
}

/** The text of a fault of a value that is neither a word nor a map; of a map, what is wrong in it says more. */
export const UNION_OF_MAP = 'expected notify, show or off, or a map with the key do and the figures from which on';

const NUMBER = 'expected a number from 1.1 to 100';
const action = choice(CONDITION_ACTIONS).describe(
  'Whether people are notified, it is only shown, or nobody looks for it.',
);
const runs = wholeNumber(2, 20).describe('In how many runs in a row.').optional();
const percent = wholeNumber(1, 100).optional();
const days = list(wholeNumber(1, 365), 'expected a list of days')
  .max(10)
  // Before a certificate expires, the most first: people are notified at each of them.
  .transform((each) => [...new Set(each)].sort((left, right) => right - left));

const conditionOf = <Keys extends z.core.$ZodShape>(keys: Keys, meaning: string) =>
  z
    .union([action.transform((value) => ({ do: value })), map({ do: action.optional(), ...keys }, UNION_OF_MAP)], {
      error: UNION_OF_MAP,
    })
    .optional()
    .describe(meaning);

export const conditions = map(
  {
    certificate_expires_soon: conditionOf(
      { days: days.optional() },
      'A certificate of the chain expires soon. Notifies, again at each of the days.',
    ),
    client_certificate_expires_soon: conditionOf(
      { days: days.optional() },
      'The client certificate that the checker shows expires soon. Notifies, again at each of the days.',
    ),
    reports_degraded: conditionOf(
      { severity: choice(SEVERITIES).describe('Of its alerts.').optional() },
      'The service reports itself degraded, with another contract than own. Notifies.',
    ),
    restarting: conditionOf(
      { starts: wholeNumber(2, 10).optional(), within: duration(MINUTE_MS, DAY_MS, '15m').optional() },
      'The service starts again and again. Notifies.',
    ),
    memory_full: conditionOf(
      { percent, for: duration(1_000, DAY_MS, '15m').optional() },
      'The memory is as good as full, and its total is a limit: it never changes while the service runs. Notifies.',
    ),
    memory_filling: conditionOf({}, 'The memory climbs until the service restarts, and climbs again. Notifies.'),
    /** If the median of the last `runs` is over `slow`; or so many times the p95 of the last day, and over it by `by`. */
    slow: conditionOf(
      {
        runs,
        times: z.number({ error: NUMBER }).min(1.1, { error: NUMBER }).max(100, { error: NUMBER }).optional(),
        by: duration(1, MINUTE_MS, '100ms').optional(),
      },
      'The service answers slowly. Notifies if the key slow is set.',
    ),
    clock_skewed: conditionOf({ by: duration(1_000, DAY_MS, '1m').optional() }, 'The clock of the service is off.'),
    /** Without a setting, the environment that has been reported for so long is right. */
    wrong_environment: conditionOf(
      { after: duration(MINUTE_MS, 7 * DAY_MS, '1d').optional() },
      'The report names another environment. Notifies if the key environment is set.',
    ),
    mixed_versions: conditionOf(
      { for: duration(MINUTE_MS, DAY_MS, '10m').optional() },
      'Versions take turns: a rollout that hangs, or two fleets behind one name.',
    ),
    /** If so many of a hundred attempts within this time failed. */
    half_answers: conditionOf(
      { percent, within: duration(10 * MINUTE_MS, DAY_MS, '1h').optional() },
      'Many attempts fail and are saved by asking again.',
    ),
  },
  'expected a map of conditions to notify, show or off',
).describe('Problems of a service that still answers healthy, and what to do about them.');

export type ConditionKeys = Parsed<typeof conditions>;
