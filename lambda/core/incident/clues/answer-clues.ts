/** Clues from the answer of a failing service: what it says, and what it says to another `Origin`. */

import type { Checked, OtherOrigin } from '../../probe/check-result';
import type { Clue } from '../clue';
import type { ClueCode } from './clue-order';

/** The clues in an answer. */
export function answerClues({
  statedCause,
  otherOrigin,
  at,
}: Pick<Checked, 'statedCause' | 'otherOrigin' | 'at'>): readonly Clue[] {
  const clue = (code: ClueCode, message: string): Clue => ({ code, at, message });
  return [
    ...(otherOrigin ? [clue('origin_matters', originMatters(otherOrigin))] : []),
    ...(statedCause ? [clue(statedCause.code, `${SAYS[statedCause.code]}: ${statedCause.text}`)] : []),
  ];
}

const SAYS = {
  error_text: 'the answer has the error',
  given_cause: 'the answer gives as cause',
  page_title: 'it answers with a page titled',
} as const;

/** An address of the config may have a secret in it, so none is named. */
function originMatters({ httpStatus, keys }: OtherOrigin): string {
  const answered = `it answered ${httpStatus} with a report when checked`;
  if (keys.length > 0) return `${answered} without Origin: remove ${keys.join(' and ')} from its config`;
  return `${answered} with an Origin: set origin in its config, here to the origin of its baseUrl`;
}
