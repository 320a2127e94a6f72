/** The contract `http`: any success is healthy, whatever the body. */

import { isSuccess } from '../../words/http-status';
import { readErrorBody } from '../report';
import type { Answered, Judged } from './contract';
import { judgeStatus } from './http-status';
import { causeIn } from './parts';

export function judgeHttp(answered: Answered): Judged {
  const { answer, json, clean } = answered;
  const found = { report: null, warnings: [] };
  if (isSuccess(answer.httpStatus)) {
    return { kind: 'healthy', reason: 'ok', message: 'healthy', errorBody: null, ...found };
  }
  const errorBody = readErrorBody(json, clean);
  const why = errorBody?.error ?? causeIn(answered);
  return { ...judgeStatus(answer, 'a 2xx', why === '' ? '' : `: ${why}`, clean), errorBody, ...found };
}
