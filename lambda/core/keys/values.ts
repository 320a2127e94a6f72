/**
 * The kinds of values in a config, each with the text that a fault gives as "what would be right". They are parsed into the types of
 * `Config`, so that nothing has to be built of them: times are numbers, and what may be missing is `null`.
 */

import * as z from 'zod';
import { cleanText } from '../words/clean-text';
import { DURATION_PATTERN, formatDuration, INSTANT, parseDuration, parseInstant } from '../words/duration';
import { isJsonObject } from '../words/json';
import { noted } from './notes';

export const text = (pattern: RegExp, expected: string) =>
  z.string({ error: expected }).regex(pattern, { error: expected });

export const wholeNumber = (min: number, max: number, alternative = '') => {
  const error = `expected ${alternative}a whole number from ${min} to ${max}`;
  // `z.int` would stop all checks of the maps around it (`compared`).
  const isWhole = (value: number) => Number.isInteger(value) && value >= min && value <= max;
  return z.number({ error }).refine(isWhole, { error }).meta({ type: 'integer', minimum: min, maximum: max });
};

export const number = (min: number, max: number) => {
  const error = `expected a number from ${min} to ${max}`;
  return z.number({ error }).min(min, { error }).max(max, { error });
};

export const yesOrNo = z.boolean({ error: 'expected true or false' });

/** A text with at least one character. */
export const someText = (error: string) => z.string({ error }).min(1, { error });

/** A line that people see. */
export const line = (expected: string, most: number) => {
  const error = `expected ${expected}: one line of at most ${most} characters`;
  return someText(error)
    .max(most, { error })
    .refine((value) => cleanText(value) === value, { error });
};

/** A parsed length of time. `map` puts its unit into its key. */
export interface Duration<Ms extends number | null = number> {
  readonly ms: Ms;
}

export const NEVER: Duration<null> = { ms: null };

export const duration = (minMs: number, maxMs: number, example: string, alternative = '') => {
  const range = `from ${formatDuration(minMs)} to ${formatDuration(maxMs)}`;
  const error = `expected ${alternative}a duration ${range}, such as ${example}`;
  return durationWhere(new RegExp(DURATION_PATTERN), (ms) => ms >= minMs && ms <= maxMs, error);
};

/** A length of time in a form and a range of its own. */
export const durationWhere = (pattern: RegExp, isRight: (ms: number) => boolean, error: string) =>
  text(pattern, error)
    .refine((value) => isRight(parseDuration(value) ?? Number.NaN), { error })
    .transform((value): Duration => ({ ms: parseDuration(value) ?? Number.NaN }));

export type WithUnits<Value> = Value extends readonly (infer Item)[]
  ? readonly WithUnits<Item>[]
  : Value extends object
    ? {
        readonly [Key in keyof Value as Exclude<Value[Key], undefined> extends Duration<number | null>
          ? `${string & Key}Ms`
          : Key]: Exclude<Value[Key], undefined> extends Duration<infer Ms>
          ? Ms
          : WithUnits<Exclude<Value[Key], undefined>>;
      }
    : Value;

/** Returns a parsed value with the units in its keys, without the keys that are missing: `wait: 5s` in the file is `waitMs: 5000`. */
export function withUnits<Value>(value: Value): WithUnits<Value> {
  const changed = Array.isArray(value) ? value.map(withUnits) : isJsonObject(value) ? mapWithUnits(value) : value;
  return changed as WithUnits<Value>;
}

function mapWithUnits(value: object): object {
  const entries = Object.entries(value).filter(([, held]) => held !== undefined);
  return Object.fromEntries(
    entries.map(([key, held]) => (isDuration(held) ? [`${key}Ms`, held.ms] : [key, withUnits(held)])),
  );
}

const isDuration = (value: unknown): value is Duration<number | null> =>
  isJsonObject(value) && (typeof value.ms === 'number' || value.ms === null);

/** The output of a schema, `withUnits`. */
export type Parsed<Schema extends z.ZodType> = WithUnits<z.output<Schema>>;

/** The schemas of the keys of a map. */
export type Shape = z.core.$ZodShape;

/** The parsed values of the keys of a map. */
export type Values<Keys extends Shape> = { [Key in keyof Keys]: z.output<Keys[Key]> };

/** A map with these keys and no others. */
export const map = <Keys extends Shape>(shape: Keys, error: string) => z.strictObject(shape, { error });

/** A value that may be missing, and is `null` then. */
export const orNull = <Value extends z.ZodType>(value: Value) => value.optional().transform((held) => held ?? null);

/** A length of time that may be missing, and is `NEVER` then. */
export const orNever = (value: ReturnType<typeof duration>) => value.optional().transform((held) => held ?? NEVER);

/** Each pending alert has its addresses: forty alerts have to fit into an item of the table. */
const LONGEST_ADDRESS = 1_000;

export const address = (expected: string) =>
  z
    .string({ error: expected })
    .max(LONGEST_ADDRESS, { error: `expected an address of at most ${LONGEST_ADDRESS} characters` });

export const url = (expected: string, isRight: (url: URL) => boolean) =>
  address(expected).refine((value) => URL.canParse(value) && isRight(new URL(value)), { error: expected });

export const mailAddress = (example: string) =>
  text(/^[^\s@<>,;]+@[^\s@<>,;]+$/, `expected an address such as ${example}`);

/** A mail address, with or without a name before it. */
export const mailbox = (example: string) =>
  text(
    /^(?:[^\s@<>,;]+@[^\s@<>,;]+|(?:[^\s<>,;"]+ )+<[^\s@<>,;]+@[^\s@<>,;]+>)$/,
    `expected an address such as ${example} or Name <${example}>`,
  );

export const isHttp = ({ protocol }: URL) => protocol === 'http:' || protocol === 'https:';

export const region = text(/^[a-z]{2,}(?:-[a-z]+)+-\d+$/, 'expected a region of AWS, such as eu-central-1');

/** A code of a list. */
export const choice = <const Code extends string>(codes: readonly Code[]) =>
  z.enum(codes, { error: `expected ${[codes.slice(0, -1).join(', '), ...codes.slice(-1)].join(' or ')}` });

export const list = <Item extends z.ZodType>(item: Item, error: string) =>
  // With a limit as its first check, a list that is too long would stop all checks of the maps around it (`compared`).
  z
    .array(item, { error })
    .refine(() => true)
    .min(1, { error });

/** ISO 8601 with a zone, to the minute or finer: `2026-12-06T05:00+01:00`, `2026-12-06T04:00:00Z`. */
export const instant = () => {
  const error = 'expected a time with its zone, such as 2026-12-06T04:00:00Z or 2026-12-06T05:00:00+01:00';
  return text(INSTANT, error)
    .refine((value) => parseInstant(value) !== null, { error })
    .transform((value) => parseInstant(value) ?? Number.NaN);
};

// Names of secrets that Secrets Manager accepts, and their ARNs.
const SECRET_ID = /^[A-Za-z0-9/_+=.@:-]{1,2048}$/;

const SECRET_EXPECTED = 'expected the name or the ARN of a secret';
const SECRET_KEY_EXPECTED = 'expected a key in the JSON of the secret';

/** A reference to a secret; `error` says what is expected in its place. */
export const secretReference = (error?: string) =>
  z.strictObject(
    {
      secret: z
        .string({ error: error ?? SECRET_EXPECTED })
        .regex(SECRET_ID, { error: error ?? SECRET_EXPECTED })
        .describe('The name or the ARN of a secret in AWS Secrets Manager.'),
      key: orNull(
        z.string({ error: error ?? SECRET_KEY_EXPECTED }).min(1, { error: error ?? SECRET_KEY_EXPECTED }),
      ).describe('The key in the JSON of the secret; the whole text of the secret if this is missing.'),
    },
    { error },
  );

const secret = secretReference().describe(
  'Read from Secrets Manager when deployed, from an environment variable on a laptop.',
);

/** A text that may be a secret, or a reference to a secret that has it. `unwritten`: the text must come from outside the file. */
export const textOrSecret = (literal: z.ZodType<string, string>, secrecy: 'written' | 'unwritten' = 'written') =>
  noted(
    z.union([literal, secret], {
      error: ({ input }) =>
        isJsonObject(input)
          ? 'expected the keys secret, a name or an ARN, and key, or a text'
          : literal.safeParse(input).error?.issues[0]?.message,
    }),
    { secret: secrecy },
  );

/** The address that a receiver posts to. */
export const receiverAddress = (example: string, more = '') =>
  textOrSecret(
    url(
      `expected an address such as ${example}, without user name and password${more}`,
      (value) => isHttp(value) && value.username === '' && value.password === '',
    ),
  );

/** A setting that may be a secret. */
export const setting = ({ pattern, expected }: { readonly pattern: RegExp; readonly expected: string }) =>
  textOrSecret(text(pattern, expected));
