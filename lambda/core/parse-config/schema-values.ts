/** The kinds of values in a config, each with the text that a fault gives as "what would be right". */

import * as z from 'zod';
import { DURATION_PATTERN, formatDuration, INSTANT, parseDuration, parseInstant } from '../words/duration';

export const text = (pattern: RegExp, expected: string) =>
  z.string({ error: expected }).regex(pattern, { error: expected });

export const wholeNumber = (min: number, max: number, alternative = '') => {
  const error = `expected ${alternative}a whole number from ${min} to ${max}`;
  return z.int({ error }).min(min, { error }).max(max, { error });
};

export const duration = (minMs: number, maxMs: number, example: string, alternative = '') => {
  const range = `from ${formatDuration(minMs)} to ${formatDuration(maxMs)}`;
  const error = `expected ${alternative}a duration ${range}, such as ${example}`;
  return text(new RegExp(DURATION_PATTERN), error).refine(
    (value) => {
      const milliseconds = parseDuration(value);
      return milliseconds === null || (milliseconds >= minMs && milliseconds <= maxMs);
    },
    { error },
  );
};

/** Addresses stand in each alert that is owed: forty of them and their addresses have to fit into one item of the table. */
const LONGEST_ADDRESS = 1_000;

export const address = (expected: string) =>
  z
    .string({ error: expected })
    .max(LONGEST_ADDRESS, { error: `expected an address of at most ${LONGEST_ADDRESS} characters` });

export const url = (expected: string, isRight: (url: URL) => boolean) =>
  address(expected).refine((value) => URL.canParse(value) && isRight(new URL(value)), { error: expected });

export const isHttp = ({ protocol }: URL) => protocol === 'http:' || protocol === 'https:';

/** One of the codes of a list. */
export const choice = <const Code extends string>(codes: readonly Code[]) =>
  z.enum(codes, { error: `expected ${[codes.slice(0, -1).join(', '), ...codes.slice(-1)].join(' or ')}` });

export const list = <Item extends z.ZodType>(item: Item, error: string) => z.array(item, { error }).min(1, { error });

/** ISO 8601 with a zone, to the minute or finer: `2026-12-06T05:00+01:00`, `2026-12-06T04:00:00Z`. */
export const instant = () => {
  const error = 'expected a time with its zone, such as 2026-12-06T04:00:00Z or 2026-12-06T05:00:00+01:00';
  return text(INSTANT, error).refine((value) => parseInstant(value) !== null, { error });
};
