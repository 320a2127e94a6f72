/** The keys for where a service is checked, and for the words of its answer. */

import * as z from 'zod';
import { list, map, text } from '../../keys/values';
import { REPORTED_STATUSES, type ReportedStatus } from '../../words/codes';

const LONGEST_PATH = 300;

export const path = z
  .string({ error: 'expected a path that begins with /, such as /healthz' })
  .max(LONGEST_PATH, { error: `expected a path of at most ${LONGEST_PATH} characters` })
  .superRefine((value, context) => {
    const message = pathFault(value);
    if (message !== null) context.addIssue({ code: 'custom', message });
  })
  .describe('Added to the base URL unchanged, including a query or final slash.');

/** Gives examples, not the right path itself: that may have the value of a variable in it, which may be a secret. */
const AS_SENT = 'expected the path as it is sent, such as /a%20b for "/a b", or /b for "/a/../b"';

function pathFault(value: string): string | null {
  if (!value.startsWith('/')) return 'expected a path that begins with /, such as /healthz';
  if (value.includes('#')) return 'expected a path without a fragment (#…), which is never sent';
  const address = `http://host${value}`;
  if (!URL.canParse(address)) return 'expected a path such as /healthz?fresh=1';
  const { pathname, search } = new URL(address);
  const sent = `${pathname}${search}`;
  return sent === value ? null : AS_SENT;
}

const LONGEST_WORD = 100;
const WORD_EXPECTED = 'expected a word, in quotes if YAML would read it as something else, as in "true"';
const wordList = (meaning: string) =>
  list(
    z
      .string({ error: WORD_EXPECTED })
      .regex(/\S/, { error: WORD_EXPECTED })
      .max(LONGEST_WORD, { error: `expected a word of at most ${LONGEST_WORD} characters` }),
    'expected a list of words',
  )
    .max(100, { error: 'expected at most 100 words' })
    .optional()
    .transform((held) => held ?? [])
    .describe(meaning);

type Words = { readonly [Status in ReportedStatus]: readonly string[] };

export const words = map(
  {
    healthy: wordList('Words that mean healthy.'),
    degraded: wordList('Words that mean healthy, with the condition reports_degraded.'),
    unhealthy: wordList('Words that mean unhealthy.'),
  },
  'expected a map with the keys healthy, degraded and unhealthy',
)
  .superRefine((held, context) => {
    for (const { status, index, other } of repeatedWords(held)) {
      const message = `expected each word in one list: ${other} has this one too`;
      context.addIssue({ code: 'custom', message, path: [status, index] });
    }
  })
  .describe('Your own status words, in any case. They take precedence over the known words.');

/** Each word that a list before its own has too, whatever its case. */
function repeatedWords(words: Words) {
  const seen = new Map<string, ReportedStatus>();
  return REPORTED_STATUSES.flatMap((status) =>
    words[status].flatMap((word, index) => {
      const compared = word.trim().toLowerCase();
      const other = seen.get(compared) ?? status;
      seen.set(compared, other);
      return other === status ? [] : [{ status, index, other }];
    }),
  );
}

const AT_EXPECTED = 'expected the dotted path of a field, such as data.health';
export const at = text(/^[^.\s]+(?:\.[^.\s]+)*$/, AT_EXPECTED)
  .max(200, { error: AT_EXPECTED })
  .describe('The path of the status word in the JSON, such as data.health or checks.0.status.');
