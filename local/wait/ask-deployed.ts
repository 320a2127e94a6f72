/** Asks services by the checker of a deployment: those that are asked at the same time in one invocation. */

import * as v from 'valibot';
import {
  code,
  httpStatus,
  known,
  line,
  listOf,
  milliseconds,
  readStored,
  verdict,
} from '../../lambda/core/fields/stored-value';
import type { AskedService } from '../../lambda/core/invoke/answer';
import { MOST_ASKED } from '../../lambda/core/invoke/checker-request';
import { DEFAULT_LENGTH } from '../../lambda/core/words/clean-text';
import type { Clock } from '../../lambda/core/words/clock';
import { jsonObjectOf } from '../../lambda/core/words/json';
import { UserError } from '../input/user-error';
import type { OpenChecker } from '../remote/invoke-checker';
import type { AskService } from './wait-for-services';

export interface DeployedAsking {
  readonly deployment: string;
  readonly checker: Pick<OpenChecker, 'invoke'>;
  readonly clock: Clock;
  readonly everyMs: number;
}

/** For how long an invocation waits for further services that are asked at the same time. */
const GATHERING_MS = 50;

/**
 * An invocation ends when its last service has answered. So a service that took long is asked in another than those that answer quickly, and
 * does not hold them up. An invocation that fails is an answer of its services: the next may succeed.
 */
export function askDeployed({ deployment, checker, clock, everyMs }: DeployedAsking): AskService {
  const slow = new Set<string>();
  let gathering: readonly Lot[] = [];

  const send = async (ids: ReadonlySet<string>, signal: AbortSignal): Promise<Answers> => {
    await clock.sleep(GATHERING_MS, signal);
    gathering = gathering.filter((lot) => lot.ids !== ids);
    return signal.aborted ? NO_ANSWERS : askLot(deployment, checker, [...ids], signal);
  };
  const openLot = (isSlow: boolean, signal: AbortSignal): Lot => {
    const ids = new Set<string>();
    const lot = { isSlow, ids, answers: send(ids, signal) };
    gathering = [...gathering, lot];
    return lot;
  };
  return async (id, signal) => {
    const isSlow = slow.has(id);
    const open = gathering.find((lot) => lot.isSlow === isSlow && lot.ids.size < MOST_ASKED);
    const lot = open ?? openLot(isSlow, signal);
    lot.ids.add(id);
    const answer = (await lot.answers).get(id) ?? notAsked(id, `the checker of ${deployment} did not answer for it`);
    const isLate = answer.verdict !== null && answer.responseMs >= everyMs / 2;
    if (isLate) slow.add(id);
    else slow.delete(id);
    return answer;
  };
}

const NO_ANSWERS: Answers = new Map();

/** Services that are asked in one invocation. */
interface Lot {
  readonly isSlow: boolean;
  readonly ids: Set<string>;
  readonly answers: Promise<Answers>;
}

type Answers = ReadonlyMap<string, AskedService>;

async function askLot(
  deployment: string,
  checker: DeployedAsking['checker'],
  ids: readonly string[],
  signal: AbortSignal,
): Promise<Answers> {
  const answered = await checker.invoke({ ask: ids, once: true }, signal).catch((error: unknown) => {
    if (error instanceof UserError) return error;
    throw error;
  });
  if (answered instanceof UserError) return new Map(ids.map((id) => [id, notAsked(id, answered.message)]));
  const { kind, faults, services } = jsonObjectOf(answered);
  if (kind === 'refused') {
    const why = readStored(listOf(text), faults)?.join('; ') ?? '';
    throw new UserError(
      `the checker of ${deployment} does not ask as "wait" needs it (${why}): it is of another version, deploy it again`,
    );
  }
  const read = kind === 'asked' ? readStored(listOf(answerSchema), services) : null;
  if (read !== null) return new Map(read.map((service) => [service.service, service]));
  throw new UserError(`the checker of ${deployment} answers in a way that is not known here: deploy it again`);
}

function notAsked(service: string, message: string): AskedService {
  return { service, verdict: null, message };
}

const text = line(DEFAULT_LENGTH);

const answerSchema: v.GenericSchema<unknown, AskedService> = v.union([
  v.object({
    service: v.string(),
    url: v.fallback(text, ''),
    verdict,
    reason: code,
    message: line(),
    httpStatus: known(httpStatus),
    attempts: v.fallback(v.number(), 1),
    version: known(text),
    environment: known(text),
    responseMs: v.fallback(milliseconds, 0),
  }),
  v.object({ service: v.string(), verdict: v.null(), message: v.fallback(line(), 'it could not be asked') }),
]);
