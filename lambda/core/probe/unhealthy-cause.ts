/** The cause that a failing service gives, in its report or elsewhere: words for people, on which no decision depends. */

import { type CleanText, cleanText } from '../words/clean-text';
import { repeatsStatus } from '../words/http-status';
import { bodyText, isJsonObject, jsonObjectOf } from '../words/json';
import { statusOf } from './contracts/vocabulary';
import { HEALTH_FIELD } from './contracts/word-places';
import type { HttpAnswer } from './observation';
import { CONTRACT_FIELDS, errorTextIn } from './report';

/** The fields that mostly hold a cause. If a report has none of them, all that the contract doesn't know is shown. */
const CAUSES =
  /^(?:errors?|reasons?|causes?|messages?|details?|checks|components|dependencies|services|failures|problems|output|notes)$/i;

const PARTS_SHOWN = 8;
const PART_LENGTH = 100;
const NAME_LENGTH = 40;
const LENGTH = 300;
export const STATED_LENGTH = 120;
/** A title comes early in a page: of a long page no more is read. */
const HEAD_BYTES = 4_096;
const DEPTH = 4;

/**
 * The cause that an unhealthy report gives, on a clean line of at most 300 characters: `checks db: timeout after
 * 5000ms`. Its `error` comes first; parts that say they are well are left out. Empty if it gives none. Every text of the
 * report goes through `clean`, which hides secrets.
 */
export function unhealthyCause(report: unknown, clean: CleanText = cleanText): string {
  const fields = Object.entries(jsonObjectOf(report)).filter(([name]) => !CONTRACT_FIELDS.has(name));
  const telling = fields.filter(isCause);
  return causeIn(telling.length > 0 ? telling : fields, clean, LENGTH);
}

export const STATED_CODES = ['error_text', 'given_cause', 'page_title'] as const;

/** Returns the cause in an answer, in addition to the message of its verdict: a clean line of at most 120 characters. */
export interface StatedCause {
  readonly code: (typeof STATED_CODES)[number];
  readonly text: string;
}

/**
 * The cause that an answer without a report gives: the text of its `error`, the fields of its JSON that mostly hold a cause, or the title of
 * a page. `null` if it says nothing, or nothing that `message` does not. `json` is `undefined` if the body is no JSON.
 */
export function statedCauseOf(
  { body, httpStatus }: HttpAnswer,
  json: unknown,
  message: string,
  clean: CleanText = cleanText,
): StatedCause | null {
  const stated =
    json === undefined
      ? titleIn(bodyText(body.subarray(0, HEAD_BYTES)), httpStatus, clean)
      : causeBeyondReport(json, clean);
  // A text may be cut short here, and not in the message.
  return stated === null || message.includes(stated.text.replace(/…$/, '')) ? null : stated;
}

/** The text of the `error`, or the fields that mostly hold a cause; an empty text if it gives none. */
export function causeBeyondReport(json: unknown, clean: CleanText): StatedCause {
  const fields = jsonObjectOf(json);
  const error = errorTextIn(fields);
  if (error !== null && !repeatsStatus(error)) return { code: 'error_text', text: clean(error, STATED_LENGTH) };
  return { code: 'given_cause', text: causeIn(Object.entries(fields).filter(isCause), clean, STATED_LENGTH) };
}

/**
 * Matches what nginx writes after the status if it rejects a client certificate: `400 No required SSL certificate was sent`, `400 The SSL
 * certificate error`. Source: nginx, src/http/ngx_http_special_response.c.
 */
const NAMES_TLS = /\bSSL\b/;

/** The title of a page; `null` if it has none, or only repeats the status: `502 Bad Gateway`. */
function titleIn(head: string, httpStatus: number, clean: CleanText): StatedCause | null {
  const start = head.search(/<title[\s>]/i);
  const isPage = /^\s*</.test(head);
  const from = head.indexOf('>', start) + 1;
  const to = head.indexOf('<', from);
  if (!isPage || start < 0 || from === 0 || to < 0) return null;
  const title = clean(head.slice(from, to), STATED_LENGTH);
  const repeats = (title.startsWith(String(httpStatus)) || repeatsStatus(title)) && !NAMES_TLS.test(title);
  return repeats ? null : { code: 'page_title', text: title };
}

type Field = readonly [name: string, value: unknown];

/** A field that mostly holds a cause and does not only repeat the status, or one with a word for unhealthy: `"db": "disconnected"`. */
function isCause([name, value]: Field): boolean {
  if (typeof value !== 'string') return CAUSES.test(name);
  if (CAUSES.test(name)) return !repeatsStatus(value);
  return !HEALTH_FIELD.test(name) && statusOf(value, null) === 'unhealthy';
}

function causeIn(fields: readonly Field[], clean: CleanText, length: number): string {
  const errorFirst = [...fields].sort(([left], [right]) => rank(left) - rank(right));
  const parts: string[] = [];
  for (const [name, value] of errorFirst) {
    for (const part of partsOf(name, value, { depth: DEPTH, clean })) {
      parts.push(part);
      if (parts.length === PARTS_SHOWN) return cleanText(parts.join('; '), length);
    }
  }
  return cleanText(parts.join('; '), length);
}

function rank(name: string): number {
  return name === 'error' ? 0 : 1;
}

interface Reading {
  readonly depth: number;
  readonly clean: CleanText;
}

/** Each text, number or `false` below a field, behind the names that lead to it; what lies too deep is left out. */
function* partsOf(name: string, value: unknown, { depth, clean }: Reading): Generator<string> {
  const below = { depth: depth - 1, clean };
  if (value === null || value === '' || isWell(value, depth) || depth === 0) return;
  if (Array.isArray(value)) {
    for (const element of value) yield* partsOf(name, element, below);
  } else if (isJsonObject(value)) {
    for (const key of Object.keys(value)) yield* partsOf(`${name} ${key}`, value[key], below);
  } else {
    const text = clean(String(value), PART_LENGTH);
    yield name === 'error' ? text : `${clean(name, NAME_LENGTH)}: ${text}`;
  }
}

function isWell(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return statusOf(value, null) === 'healthy';
  if (!isJsonObject(value)) return value === true;
  return depth > 0 && [value.status, value.state, value.health].some((part) => isWell(part, depth - 1));
}
