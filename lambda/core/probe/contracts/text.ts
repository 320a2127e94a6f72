/** The contract `text`: a body that begins with a word, as .NET answers: `Healthy`. */

import { isSuccess } from '../../words/http-status';
import { bodyText } from '../../words/json';
import type { Answered, Judged } from './contract';
import { bareReport } from './framework-report';
import { contentType } from './http-status';
import { causeIn } from './parts';
import { judgeWord } from './reported-word';
import { longWordAt, statusOf } from './vocabulary';

/** A text of this length has its first word; of a longer body no more is read. */
const HEAD_BYTES = 2_048;
const CAUSE_LENGTH = 120;

export function judgeText(answered: Answered): Judged {
  const { answer, expectation, clean } = answered;
  const text = bodyText(answer.body.subarray(0, HEAD_BYTES)).trim();
  const first = longWordAt(text, expectation.words) ?? firstWord(text);
  // The text of an error has no status: `Bad Gateway`.
  const isStatus = first !== null && (isSuccess(answer.httpStatus) || statusOf(first, expectation.words) !== null);
  const word = isStatus ? first : null;
  return judgeWord(answered, {
    word,
    cause: () => (first === null ? causeIn(answered) : clean(restOfLine(text, word ?? ''), CAUSE_LENGTH)),
    reportOf: bareReport,
    withoutWord: () => ({ reason: 'not_a_report', message: withoutWord(answered, text) }),
  });
}

/** Without quotes around it and a sign behind it. A page or JSON begins with no word. */
export function firstWord(text: string): string | null {
  return /^["']?([\p{L}\p{N}][\p{L}\p{N}_-]*)/u.exec(text)?.[1] ?? null;
}

/** `database is down` of `Unhealthy: database is down`. */
function restOfLine(text: string, word: string): string {
  const [line = ''] = text
    .replace(/^["']/, '')
    .slice(word.length)
    .split(/[\r\n]/);
  return line.replace(/^[\s"':;,.!–-]+/, '').replace(/["']$/, '');
}

function withoutWord({ answer, clean }: Answered, text: string): string {
  const { httpStatus, headers } = answer;
  const held = text === '' ? 'an empty body' : `a body that begins with no word${contentType(headers, clean)}`;
  return `HTTP ${httpStatus} with ${held}; expected a word such as "Healthy" at its start`;
}
