/**
 * Judges an answer by the word with which it reports its status. A word for unhealthy counts whatever the HTTP status: with a mapping of
 * its own, Spring Boot answers 200 to DOWN. A word for healthy or degraded under a status that is no success contradicts it, and the worse
 * counts: alexliesenfeld/health answers 503 to "unknown" until its checks have run, so that it gets no requests. Without a word the status
 * counts.
 */

import type { ReportedStatus } from '../../words/codes';
import { isSuccess } from '../../words/http-status';
import type { HttpAnswer } from '../observation';
import { type Report, readErrorBody } from '../report';
import type { Answered, Judged } from './contract';
import { judgeStatus, judgeTooLarge } from './http-status';
import { judgeAge } from './stale-report';
import { statusOf } from './vocabulary';

/** The status that a contract found in the body of an answer. */
export interface Reading {
  /** The word as sent; `null` if there is none. */
  readonly word: string | null;
  /** Why it is not well, as a clean line; empty if it doesn't say so. */
  readonly cause: () => string;
  readonly reportOf: (status: ReportedStatus) => Report;
  /** The verdict of a success that has no word. */
  readonly withoutWord: () => Pick<Judged, 'reason' | 'message'>;
}

const WORD_LENGTH = 40;

export function judgeWord(answered: Answered, reading: Reading): Judged {
  const { word } = reading;
  const status = word === null ? null : statusOf(word, answered.expectation.words);
  if (word === null || status === null) return judgeWithoutStatus(answered, reading);
  const isContradicted = status !== 'unhealthy' && !isSuccess(answered.answer.httpStatus);
  return isContradicted ? judgeWithoutStatus(answered, reading) : judgeReported(answered, reading, word, status);
}

function judgeReported(answered: Answered, { cause, reportOf }: Reading, word: string, status: ReportedStatus): Judged {
  const report = reportOf(status);
  const found = { report, errorBody: null, warnings: [] };
  if (status === 'unhealthy') {
    const message = sentenceOf(answered, status, word, cause());
    return { kind: 'unhealthy', reason: 'reported_unhealthy', message, ...found };
  }
  const tooOld = judgeAge(report, answered);
  if (tooOld !== null) return { ...tooOld, ...found };
  const message = status === 'healthy' ? 'healthy' : sentenceOf(answered, status, word, cause());
  return { kind: 'healthy', reason: 'ok', message, ...found };
}

/**
 * `reports itself unhealthy ("DOWN", HTTP 503): db (Connection refused)`. A degraded service is healthy, and the name of the condition stands
 * before its message: `status "WARN" (HTTP 200): disk (85 percent)`.
 */
function sentenceOf({ answer, clean }: Answered, status: ReportedStatus, word: string, cause: string): string {
  const quoted = `"${clean(word, WORD_LENGTH)}"`;
  const http = `HTTP ${answer.httpStatus}`;
  const sentence =
    status === 'degraded' ? `status ${quoted} (${http})` : `reports itself ${status} (${quoted}, ${http})`;
  return cause === '' ? sentence : `${sentence}: ${cause}`;
}

/** Judges an answer that does not say how the service is, or contradicts itself. */
function judgeWithoutStatus(answered: Answered, { word, cause, withoutWord }: Reading): Judged {
  const { answer, json, clean } = answered;
  const errorBody = readErrorBody(json, clean);
  const found = { report: null, errorBody, warnings: [] };
  const quoted = word === null ? null : `"${clean(word, WORD_LENGTH)}"`;
  if (!isSuccess(answer.httpStatus)) {
    const why = errorBody?.error ?? cause();
    const reported = isReported(word, answer) ? `, with the status ${quoted}` : '';
    const given = why === '' ? reported : `${reported}: ${why}`;
    return { ...judgeStatus(answer, 'a 2xx', given, clean), ...found };
  }
  if (answer.bodyTooLarge) return { ...judgeTooLarge(answered), ...found };
  if (quoted === null) return { kind: 'invalid', ...withoutWord(), ...found };
  const message = `HTTP ${answer.httpStatus} with the status ${quoted}, which is unknown: if it is right, add it to "words" in the config`;
  return { kind: 'invalid', reason: 'unknown_status', message, ...found };
}

/** Returns whether `status` only repeats the HTTP status, as in error pages of Spring. */
function isReported(word: string | null, { httpStatus }: HttpAnswer): boolean {
  return word !== null && word !== String(httpStatus);
}
