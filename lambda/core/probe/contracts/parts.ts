/**
 * The parts of a service that are not well, as the frameworks name them: components, entries, checks. Words for people, on which no
 * decision depends.
 */

import type { StatusWords } from '../../config/config';
import { type CleanText, cleanText } from '../../words/clean-text';
import { isJsonObject, type JsonObject, jsonObjectOf } from '../../words/json';
import { nameSome } from '../../words/shown-value';
import { causeBeyondReport } from '../unhealthy-cause';
import type { Answered } from './contract';
import { comparedWord, statusOf } from './vocabulary';

/**
 * The fields of the root that hold parts, the more telling first: `error` and `details` (Terminus), `components` (Spring Boot; `details`
 * in 2.0 and 2.1), `entries` and `results` (.NET), `checks` (health+json, MicroProfile), `failures` (hellofresh/health-go), `details`
 * (alexliesenfeld/health), `checkResults` (Spatie's health of Laravel); `services` and `dependencies` in services without a framework.
 */
const ROOTS = [
  'error',
  'failures',
  'components',
  'entries',
  'results',
  'checks',
  'checkResults',
  'services',
  'dependencies',
  'details',
] as const;
/** The fields of a part that may hold parts of its own. */
const NESTED = ['components', 'details', 'checks'] as const;
/** A text in this field is the reason itself: `"failures": { "redis": "timeout" }`. */
const NAMED_REASONS = 'failures';
/** The fields of a part that say why it is not well, the more telling first; `rootCause` is in the examples of MicroProfile Health. */
const REASONS = [
  'error',
  'message',
  'output',
  'notificationMessage',
  'exception',
  'reason',
  'description',
  'shortSummary',
  'rootCause',
] as const;
/** A part that was not looked at is not sick. Source: spatie/laravel-health, `Enums/Status`. */
const SKIPPED = 'skipped';

const DEPTH = 4;
/** The most parts of an answer that are read. */
const MOST_PARTS = 500;
const PARTS_SHOWN = 3;
const NAME_LENGTH = 60;
const REASON_LENGTH = 100;
const LENGTH = 300;

interface Part {
  readonly name: string;
  readonly isDegraded: boolean;
  /** Why it is not well; `null` if it doesn't say so. */
  readonly reason: string | null;
}

interface Reading {
  readonly words: StatusWords | null;
  readonly clean: CleanText;
  /** How many parts may still be read. */
  left: number;
}

/** The parts that are not well; if the answer names none, its `error` or another field that mostly holds a cause. */
export function causeIn({ json, expectation, clean }: Answered): string {
  return describeParts(json, expectation.words, clean) || causeBeyondReport(json, clean).text;
}

/** `db (connection refused), queue and 2 more`: sick parts before degraded parts. An empty text if none is named. */
function describeParts(json: unknown, words: StatusWords | null, clean: CleanText): string {
  const root = jsonObjectOf(json);
  const reading: Reading = { words, clean, left: MOST_PARTS };
  const found = ROOTS.flatMap((field) => [...partsIn(root[field], field, '', DEPTH, reading)]);
  const single = new Map<string, Part>();
  for (const part of found) {
    if (!single.has(part.name)) single.set(part.name, part);
  }
  const parts = [...single.values()];
  const shown = [...parts.filter((part) => !part.isDegraded), ...parts.filter((part) => part.isDegraded)].map(
    shownPart,
  );
  return cleanText(nameSome(shown, PARTS_SHOWN), LENGTH);
}

function shownPart({ name, reason }: Part): string {
  return reason === null ? name : `${name} (${reason})`;
}

/** The sick parts of a map or of a list; `prefix` is the name of what they belong to. */
function* partsIn(held: unknown, field: string, prefix: string, depth: number, reading: Reading): Generator<Part> {
  if (depth === 0) return;
  for (const [name, part] of entriesOf(held)) {
    if (reading.left-- <= 0) return;
    yield* sickParts(`${prefix}${name}`, part, field, depth, reading);
  }
}

/** Each part with its name. In health+json a name has a list of parts. */
function* entriesOf(held: unknown): Generator<readonly [name: string, part: unknown]> {
  if (Array.isArray(held)) {
    for (const part of held) yield [nameIn(part), part];
    return;
  }
  if (!isJsonObject(held)) return;
  for (const name of Object.keys(held)) {
    const part = held[name];
    if (!Array.isArray(part)) yield [name, part];
    else for (const each of part) yield [name, each];
  }
}

function nameIn(part: unknown): string {
  const { name, label } = jsonObjectOf(part);
  const isText = (text: unknown): text is string => typeof text === 'string' && text !== '';
  return [name, label].find(isText) ?? 'unnamed';
}

function* sickParts(name: string, part: unknown, field: string, depth: number, reading: Reading): Generator<Part> {
  const { words, clean } = reading;
  const shown = clean(name, NAME_LENGTH);
  if (typeof part === 'string') {
    const status = statusOf(part, words);
    if (status === null && field === NAMED_REASONS)
      yield { name: shown, isDegraded: false, reason: clean(part, REASON_LENGTH) };
    else if (status !== null && status !== 'healthy') {
      yield { name: shown, isDegraded: status === 'degraded', reason: null };
    }
    return;
  }
  if (!isJsonObject(part)) return;
  const word = typeof part.status === 'string' ? part.status : null;
  const status = word === null ? null : statusOf(word, words);
  if (status === 'healthy' || (word !== null && comparedWord(word) === SKIPPED)) return;
  const nested = NESTED.flatMap((inner) => [...partsIn(part[inner], inner, `${name}.`, depth - 1, reading)]);
  if (nested.length > 0) yield* nested;
  else if (word !== null) {
    const reason = reasonOf(part, clean) ?? (status === null ? clean(word, REASON_LENGTH) : null);
    yield { name: shown, isDegraded: status === 'degraded', reason };
  }
}

/** The reason that a part gives, or what it has measured. */
function reasonOf(part: JsonObject, clean: CleanText): string | null {
  const text = [part, jsonObjectOf(part.details), jsonObjectOf(part.data)].flatMap(textsIn)[0] ?? measuredIn(part);
  return text === null ? null : clean(text, REASON_LENGTH);
}

function textsIn(fields: JsonObject): string[] {
  return REASONS.map((name) => fields[name])
    .map((value) => (isJsonObject(value) ? value.message : value))
    .filter((value): value is string => typeof value === 'string' && value.trim() !== '');
}

/** `85 percent`. Source: draft-inadarei-api-health-check-06, 4.4 and 4.5. */
function measuredIn({ observedValue, observedUnit }: JsonObject): string | null {
  if (typeof observedValue !== 'number' && typeof observedValue !== 'string') return null;
  return typeof observedUnit === 'string' ? `${observedValue} ${observedUnit}` : String(observedValue);
}
