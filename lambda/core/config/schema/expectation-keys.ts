/**
 * The keys that say what is expected of a service: `objective`, what share of its checks should be healthy, or fast; and `conditions`,
 * what is done about what is not right.
 */

import * as z from 'zod';
import { CONDITIONS, type ConditionCode, type ConditionSettings } from '../../conditions/conditions';
import * as values from '../../keys/values';
import { choice, duration, durationWhere, map, type Parsed, text } from '../../keys/values';
import { CONDITION_ACTIONS, type ConditionAction } from '../../words/codes';

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
    window: window.optional().describe('The days over which the shares count, up to now. Default: 30d.'),
  },
  'expected a map with the keys availability, responseTime and window',
).describe('How reliable a service should be. People are notified if its budget burns too fast.');

export type ObjectiveKeys = Parsed<typeof objective>;

/** `99.9%` → 0.999, exactly. */
function shareOf(text: string): number {
  return Number(`${text.slice(0, -1)}e-2`);
}

/** The text of a fault of a value that is neither a word nor a map; of a map, what is wrong in it says more. */
const UNION_OF_MAP = 'expected notify, show or off, or a map with the key do and the figures from which on';

const action = choice(CONDITION_ACTIONS).describe(
  'Whether people are notified, it is only shown, or nobody looks for it.',
);

const setting = (keys: values.Shape, meaning: string) =>
  z
    .union([action.transform((value) => ({ do: value })), map({ do: action.optional(), ...keys }, UNION_OF_MAP)], {
      error: UNION_OF_MAP,
    })
    .optional()
    .describe(meaning);

const settings = CONDITIONS.map(({ code, keys, meaning }) => [code, setting(keys(values), meaning)]);

/** A condition's setting in a config: an action, or a map with its own keys. */
type SettingInput<Code extends ConditionCode> =
  | ConditionAction
  | z.input<z.ZodObject<ReturnType<Extract<(typeof CONDITIONS)[number], { code: Code }>['keys']> & { do: ActionKey }>>;
type ActionKey = z.ZodOptional<typeof action>;

export const conditions = map(
  Object.fromEntries(settings) as {
    [Code in ConditionCode]: z.ZodOptional<z.ZodType<ConditionSettings[Code], SettingInput<Code>>>;
  },
  'expected a map of conditions to notify, show or off',
).describe('Problems of a service that still answers healthy, and what to do about them.');
