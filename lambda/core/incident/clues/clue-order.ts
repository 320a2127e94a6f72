/** Which clues are shown: the strongest, and of these the newest first. */

import { CONDITION_CODES } from '../../conditions/conditions';
import { type Clue, MOST_CLUES } from '../clue';

/** From the strongest to the weakest. */
export const CLUE_CODES = [
  'origin_matters',
  'needed_failing',
  'version_changed',
  'others_failing',
  'restarted',
  'certificate_expires',
  'error_text',
  'given_cause',
  'page_title',
  'memory_rising',
  'answers_slower',
] as const;
export type ClueCode = (typeof CLUE_CODES)[number];

const STRENGTHS: ReadonlyMap<string, number> = new Map(
  [...CLUE_CODES, ...CONDITION_CODES].map((code, at) => [code, at]),
);

/** A clue, or a clue of an alert, whose time is a text. */
type Timed = Pick<Clue, 'code'> & { readonly at: number | string | null };

/** The strongest of some clues, at most `MOST_CLUES`, newest first; clues that last still come before all. */
export function strongest<Each extends Timed>(clues: readonly Each[]): readonly Each[] {
  return [...clues]
    .sort((left, right) => strengthOf(left) - strengthOf(right))
    .slice(0, MOST_CLUES)
    .sort(newestFirst);
}

/** Codes that are not known are the weakest. */
function strengthOf({ code }: Timed): number {
  return STRENGTHS.get(code) ?? STRENGTHS.size;
}

function newestFirst({ at: left }: Timed, { at: right }: Timed): number {
  if (left === right) return 0;
  if (left === null || right === null) return left === null ? -1 : 1;
  return left > right ? -1 : 1;
}
