/** Reads the answer of a deployed checker, which may have another version than this command. */

import { readPostDocument } from '../../lambda/core/documents/public/post';
import { line, listOf, readStored } from '../../lambda/core/fields/stored-value';
import type { Answer } from '../../lambda/core/invoke/answer';
import { readSilence } from '../../lambda/core/silences/silence';
import { type SilenceDocument, silenceDocument } from '../../lambda/core/silences/silence-document';
import { cleanText } from '../../lambda/core/words/clean-text';
import { isJsonObject, jsonObjectOf } from '../../lambda/core/words/json';
import { UserError } from '../input/user-error';

const TEXT_LIMIT = 10_000;
const ID_LIMIT = 80;

/** Returns the answer if it is of `kind`, or refused. Throws a `UserError` otherwise. */
export function readAnswer(raw: unknown, kind: Answer['kind'], deployment: string): Answer {
  const {
    kind: found,
    text: answered,
    silence,
    silences,
    notFailing,
    isNeeded,
    others,
    post,
    faults,
  } = jsonObjectOf(raw);
  if (typeof found !== 'string') throw otherVersion(deployment);
  const text = readStored(line(TEXT_LIMIT), answered) ?? '';
  if (found === 'refused') return { kind: found, text, faults: textsIn(faults) };
  const answer = { kind: found, text, silence: readDocument(silence), silences: documentsIn(silences) };
  if ((kind === 'posted' || kind === 'unposted') && found === kind) {
    const read = readPostDocument(post);
    if (read !== null) return { kind, text, post: read };
  }
  const isWhole = kind === 'silences' ? Array.isArray(silences) : answer.silence !== null;
  if (found === kind && isWhole) {
    return {
      ...answer,
      notFailing: textsIn(notFailing),
      isNeeded: isNeeded !== false,
      others: textsIn(others),
    } as Answer;
  }
  throw otherVersion(deployment);
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
