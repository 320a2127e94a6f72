/** The contract `common`: a word in a JSON object, as many frameworks answer. */

import { isJsonObject, jsonKind } from '../../words/json';
import type { Answered, Judged } from './contract';
import { frameworkReport } from './framework-report';
import { notJson } from './http-status';
import { causeIn } from './parts';
import { judgeWord } from './reported-word';
import { likelyPlace } from './word-places';

export function judgeCommon(answered: Answered): Judged {
  const { json, expectation, clean } = answered;
  const held = valueAt(json, expectation.at);
  return judgeWord(answered, {
    word: wordOf(held),
    cause: () => causeIn(answered),
    reportOf: (status) => frameworkReport(status, json, clean),
    withoutWord: () => withoutWord(answered, held),
  });
}

/** The value at a dotted path; of a list, a part of the path is a place, from 0. `undefined` if there is none. */
function valueAt(json: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((held, name) => {
    if (Array.isArray(held)) return /^\d+$/.test(name) ? held[Number(name)] : undefined;
    return isJsonObject(held) && Object.hasOwn(held, name) ? held[name] : undefined;
  }, json);
}

/** `true` and `0` are words too: the config may say what they mean. */
function wordOf(held: unknown): string | null {
  if (typeof held === 'string') return held;
  return typeof held === 'boolean' || typeof held === 'number' ? String(held) : null;
}

function withoutWord(answered: Answered, held: unknown): Pick<Judged, 'reason' | 'message'> {
  const { answer, json, expectation, clean } = answered;
  const { at } = expectation;
  const place = likelyPlace(json);
  const hint = place === null ? '' : `: set "at: ${place.at}" to read its "${clean(place.word, 40)}"`;
  const lookedFor = `expected a word such as "UP" at "${at}"${hint}`;
  if (json === undefined) return { reason: 'not_json', message: `${notJson(answer, clean)}; ${lookedFor}` };
  const answeredWith = `HTTP ${answer.httpStatus} with JSON`;
  if (held !== undefined) {
    return { reason: 'not_a_report', message: `${answeredWith} whose "${at}" is ${jsonKind(held)}; ${lookedFor}` };
  }
  const fault = isJsonObject(json) ? `that has no "${at}"` : `that is ${jsonKind(json)}, not an object`;
  return { reason: 'not_a_report', message: `${answeredWith} ${fault}; ${lookedFor}` };
}
