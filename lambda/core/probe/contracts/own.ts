/** The contract of docs/reference/status-report.md. The order of the rules: worst first, the first match wins. */

import { type CleanText, cleanText } from '../../words/clean-text';
import { bodyText, isJsonObject, jsonKind, jsonObjectOf } from '../../words/json';
import { timestampWarnings } from '../clock-skew';
import { type Report, readErrorBody, readReport } from '../report';
import { unhealthyCause } from '../unhealthy-cause';
import type { Answered, Expectation, Judged, Judgement } from './contract';
import { judgeStatus, judgeTooLarge, notJson } from './http-status';
import { judgeAge } from './stale-report';
import { firstWord } from './text';
import { statusOf } from './vocabulary';
import { likelyPlace } from './word-places';

export function judgeOwn(answered: Answered): Judged {
  const { json, clean } = answered;
  const found = readReport(json, clean);
  if (found === null) {
    const errorBody = readErrorBody(json, clean);
    const given = errorBody ? `: ${errorBody.error}` : '';
    return { report: null, errorBody, warnings: [], ...judgeOther(answered, given) };
  }
  const { report } = found;
  const warnings = [...found.warnings, ...timestampWarnings(report.timestamp, json)];
  return { report, errorBody: null, warnings, ...judgeReport(report, answered) };
}

function judgeReport(report: Report, answered: Answered): Judgement {
  const { answer, json, expectation, clean } = answered;
  const status = answer.httpStatus;
  if (report.status === 'unhealthy') {
    return { kind: 'unhealthy', reason: 'reported_unhealthy', message: reportedUnhealthy(status, json, clean) };
  }
  if (status !== 200) return judgeStatus(answer, '200', '', clean);
  const wrong = wrongService(report, json, expectation);
  if (wrong !== null) return { kind: 'invalid', reason: 'wrong_service', message: wrong };
  return judgeAge(report, answered) ?? { kind: 'healthy', reason: 'ok', message: 'healthy' };
}

/** Judges an answer without a report. */
function judgeOther(answered: Answered, given: string): Judgement {
  const { answer, json, clean } = answered;
  if (answer.httpStatus !== 200) return judgeStatus(answer, '200', given, clean);
  if (answer.bodyTooLarge) return judgeTooLarge(answered);
  const hint = otherContract(answered);
  if (json === undefined) return { kind: 'invalid', reason: 'not_json', message: `${notJson(answer, clean)}${hint}` };
  return { kind: 'invalid', reason: 'not_a_report', message: `${notAReport(json, clean)}${hint}` };
}

/** `; "contract: common" can read its "UP"`: the contract that knows the word of an answer. Empty if none does. */
function otherContract({ answer, json, clean }: Answered): string {
  const place = likelyPlace(json);
  if (place !== null) {
    const at = place.at === 'status' ? '' : ` with "at: ${place.at}"`;
    return `; "contract: common"${at} can read its "${clean(place.word, 40)}"`;
  }
  const word = json === undefined ? firstWord(bodyText(answer.body)) : null;
  return word === null || statusOf(word, null) === null ? '' : `; "contract: text" can read its "${clean(word, 40)}"`;
}

function reportedUnhealthy(status: number, json: unknown, clean: CleanText): string {
  const cause = unhealthyCause(json, clean);
  return `reports itself unhealthy (HTTP ${status})${cause === '' ? '' : `: ${cause}`}`;
}

function wrongService({ service }: Report, json: unknown, expectation: Expectation): string | null {
  const { expectService, requireService } = expectation;
  if (saysOther(json, expectService)) return `"${service}" answered instead of "${expectService}"`;
  if (service !== null || !requireService) return null;
  const given = jsonObjectOf(json).service;
  const fault = given === undefined ? 'names no service' : `has a "service" that is ${jsonKind(given)}, not a text`;
  return `the report ${fault}; requireService asks for "${expectService}"`;
}

function notAReport(json: unknown, clean: CleanText): string {
  if (!isJsonObject(json)) return 'HTTP 200 with JSON that is not an object';
  const { status } = json;
  if (status === undefined) return 'HTTP 200 with JSON that has no "status"';
  if (typeof status !== 'string') return `HTTP 200 with a "status" that is ${jsonKind(status)}, not a text`;
  return `HTTP 200 with the status "${clean(status, 40)}", which is neither "healthy" nor "unhealthy"`;
}

/** This compares what was sent, not what is shown of it: hiding a secret changes no decision. */
function saysOther(json: unknown, expected: string): boolean {
  const given = jsonObjectOf(json).service;
  return typeof given === 'string' && cleanText(given) !== cleanText(expected);
}
