/** Reads the answer of a deployed checker, which may have another version than this command. */

import { line, listOf, readStored } from '../../lambda/core/fields/stored-value';
import type { AnyAnswer, refusedAnswer } from '../../lambda/core/invoke/answer';
import { readSilence } from '../../lambda/core/silences/silence';
import { type SilenceDocument, silenceDocument } from '../../lambda/core/silences/silence-document';
import { cleanText } from '../../lambda/core/words/clean-text';
import { isJsonObject, type JsonObject, jsonObjectOf } from '../../lambda/core/words/json';
import { UserError } from '../input/user-error';

const TEXT_LIMIT = 10_000;
const ID_LIMIT = 80;

/** Reads the other keys of an answer of the expected kind; `null` if one is missing or wrong. */
export type ReadAnswer<Found extends AnyAnswer> = (raw: JsonObject) => Omit<Found, keyof AnyAnswer> | null;

/** Returns the answer if it is of `kind`, or refused. Throws a `UserError` otherwise. */
export function readAnswer<Found extends AnyAnswer>(
  raw: unknown,
  kind: string,
  read: ReadAnswer<Found>,
  deployment: string,
): Found | ReturnType<typeof refusedAnswer> {
  const answer = jsonObjectOf(raw);
  const text = readStored(line(TEXT_LIMIT), answer.text) ?? '';
  if (answer.kind === 'refused') return { kind: 'refused', text, faults: textsIn(answer.faults) };
  const found = answer.kind === kind ? read(answer) : null;
  if (found === null) throw otherVersion(deployment);
  return { ...found, kind, text } as unknown as Found;
}

/** Reads an answer about silences. */
export function readSilenceAnswer({ kind, silence, silences, notFailing, isNeeded, others }: JsonObject) {
  const found = { silence: readDocument(silence), silences: documentsIn(silences) };
  if (kind === 'silences' ? !Array.isArray(silences) : found.silence === null) return null;
  return { ...found, notFailing: textsIn(notFailing), isNeeded: isNeeded !== false, others: textsIn(others) };
}

/** The fault of a checker that does not know a request, or whose answer is not known here. */
export function otherVersion(deployment: string): UserError {
  return new UserError(
    `the checker of ${deployment} has another version than this command: deploy it again, or update this command`,
  );
}

function textsIn(raw: unknown): readonly string[] {
  return readStored(listOf(line(TEXT_LIMIT)), raw) ?? [];
}

function documentsIn(raw: unknown): readonly SilenceDocument[] {
  return (Array.isArray(raw) ? raw : []).map(readDocument).filter((document) => document !== null);
}

function readDocument(raw: unknown): SilenceDocument | null {
  if (!isJsonObject(raw)) return null;
  const silence = readSilence({ ...raw, from: Date.parse(String(raw.from)), until: Date.parse(String(raw.until)) });
  if (silence === null) return null;
  return silenceDocument({ ...silence, id: cleanText(silence.id, ID_LIMIT), planned: raw.planned === true });
}
