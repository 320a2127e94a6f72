/** Recognizes in which form a service says how it is, from one answer. Each form is tried with the classifier that a watch uses. */

import type { Service } from '../../lambda/core/config/config';
import { classify } from '../../lambda/core/probe/classify';
import { type WordPlace, wordPlaces } from '../../lambda/core/probe/contracts/word-places';
import type { HttpAnswer } from '../../lambda/core/probe/observation';
import { cleanText } from '../../lambda/core/words/clean-text';
import type { Contract } from '../../lambda/core/words/codes';
import { isSuccess } from '../../lambda/core/words/http-status';
import { bodyText, isJsonObject, jsonObjectOf, parseJson } from '../../lambda/core/words/json';

/** The keys of the config by which an answer can be judged. */
export interface AnswerForm {
  readonly contract: Contract;
  /** The place of the word in the JSON; `null` if it is the usual place. */
  readonly at: string | null;
  /** A word that counts as healthy; `null` if the vocabulary has the word. */
  readonly healthyWord: string | null;
  /** Whether the answer itself says how the service is, so that no other place needs to be checked. */
  readonly isSaid: boolean;
  /** The reason for this form, for a comment: one line without control characters. */
  readonly why: string;
}

const WORD_LENGTH = 40;
/** `null` if the answer fits no form. A 4xx fits none: many APIs answer `{"status":"error"}` to a request that they don't know. */
export function recognizeForm(answer: HttpAnswer, service: Service, now: number): AnswerForm | null {
  const { httpStatus } = answer;
  if (httpStatus >= 300 && httpStatus <= 499) return null;
  const judged = (contract: Contract, at = service.at) =>
    classify(answer, { ...service, contract, at, words: null, secrets: [] }, now);
  const isKnown = (contract: Contract, at?: string) => {
    const { kind, reason } = judged(contract, at);
    return kind === 'healthy' || reason === 'reported_unhealthy';
  };
  const json = parseJson(answer.body);
  if (isOwnReport(json) && judged('own').report !== null) return form('own', "it is statuswatch's own report");
  if (isJsonObject(json)) {
    const place = wordPlaces(json).find(({ at }) => isKnown('common', at));
    if (place !== undefined) return saidInJson(place);
  } else if (isKnown('text')) {
    return form('text', `its text says "${firstWord(answer.body)}"`);
  }
  if (isSuccess(httpStatus)) return withoutKnownWord(json);
  return null;
}

/** The reason why a watch by this form finds the service failing, in words; `null` if it finds it healthy. */
export function failureBy(form: AnswerForm, answer: HttpAnswer, service: Service, now: number): string | null {
  const { contract, at, healthyWord } = form;
  const { service: named } = jsonObjectOf(parseJson(answer.body));
  const expectation = {
    ...service,
    contract,
    at: at ?? service.at,
    words: healthyWord === null ? null : { healthy: [healthyWord], degraded: [], unhealthy: [] },
    // The new config expects the name that the report gives.
    expectService: typeof named === 'string' ? named : service.expectService,
    secrets: [],
  };
  const { kind, message } = classify(answer, expectation, now);
  return kind === 'healthy' ? null : message;
}

/** Other reports that say "healthy" lack what the own contract is for: who answers, and when. */
function isOwnReport(json: unknown): boolean {
  const { service, timestamp } = jsonObjectOf(json);
  return typeof service === 'string' || typeof timestamp === 'string';
}

function form(contract: Contract, why: string): AnswerForm {
  return { contract, at: null, healthyWord: null, isSaid: true, why };
}

/** Returns a form that the answer does not say. */
export function guessed(contract: Contract, why: string): AnswerForm {
  return { ...form(contract, why), isSaid: false };
}

function saidInJson({ at, word }: WordPlace): AnswerForm {
  const said = cleanText(word, WORD_LENGTH);
  if (at === 'status') return form('common', `its status says "${said}"`);
  return { ...form('common', `its ${cleanText(at)} says "${said}"`), at };
}

/** The form of a good answer that has no word of the vocabulary. */
function withoutKnownWord(json: unknown): AnswerForm {
  const { status } = jsonObjectOf(json);
  const word = typeof status === 'string' ? cleanText(status, WORD_LENGTH) : '';
  // A word that can't be written as it is sent would not be found again.
  if (word === '' || word !== status) return guessed('http', 'any 2xx is healthy: its body has no word for that');
  const why = `its status says "${word}", which is read as healthy: add its other words`;
  return { ...form('common', why), healthyWord: word };
}

function firstWord(body: Uint8Array): string {
  return cleanText(bodyText(body.subarray(0, 200)).trim().split(/\s/)[0] ?? '', WORD_LENGTH);
}
