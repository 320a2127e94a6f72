/** Requests of people (silences, posts) in a folder with one file for each: a watch reads them in each run, and commands write them in the meantime. */

import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type JsonObject, parseText } from '../../lambda/core/words/json';
import { PRIVATE_FOLDER } from './private-folder';
import { readIfThere, writeWhole } from './write-whole';

const ENDING = '.json';
/** The form of an id. Any other name could lead out of the folder, or steer the terminal that it is shown on. */
const ID = /^[a-z0-9]+$/;

export interface RecordReports {
  /** Called once for each file that can't be parsed: it has no effect, and is left as it is. */
  readonly onDamage: (message: string) => void;
  /** Called for each file that can't be read, which is left out then; if missing, `read` rejects. */
  readonly onUnreadable?: (message: string) => void;
}

export interface RecordFilesOptions<Kept> extends RecordReports {
  readonly folder: string;
  /** Reads the content of a file; `null` if it can't be parsed. */
  readonly read: (raw: unknown) => Kept | null;
  readonly stored: (kept: Kept) => JsonObject;
  /** The end of a record, in milliseconds since 1970. */
  readonly endOf: (kept: Kept) => number;
  /** The lacking effect of a damaged record: `silences nothing`. */
  readonly withoutEffect: string;
}

export interface RecordFiles<Kept> {
  /** The records that have not ended at `now`. */
  read(now: number): Promise<readonly Kept[]>;
  /** Saves a record, and removes those that have ended by `now`. */
  put(kept: Kept, now: number): Promise<void>;
  /** Resolves to `false` if there is no record with this id. */
  remove(id: string): Promise<boolean>;
}

/** Several processes may use the folder at once, since each file is written once and whole. */
export function createRecordFiles<Kept extends { readonly id: string }>({
  folder,
  read,
  stored,
  endOf,
  withoutEffect,
  onDamage,
  onUnreadable,
}: RecordFilesOptions<Kept>): RecordFiles<Kept> {
  const reported = new Set<string>();
  const fileOf = (id: string) => join(folder, `${id}${ENDING}`);
  const readOne = async (id: string): Promise<Kept | null> => {
    const text = await readIfThere(fileOf(id));
    if (text === null) return null;
    const kept = read(parseText(text));
    if (kept?.id === id) return kept;
    if (!reported.has(id)) onDamage(`${fileOf(id)} is damaged and ${withoutEffect}; remove it`);
    reported.add(id);
    return null;
  };
  const readAll = async (onFailure?: (message: string) => void) => {
    const ids = (await namesIn(folder))
      .filter((name) => name.endsWith(ENDING))
      .map((name) => name.slice(0, -ENDING.length))
      .filter((id) => ID.test(id));
    const leaveOut = (error: Error) => {
      if (!onFailure) throw error;
      onFailure(error.message);
      return null;
    };
    return (await Promise.all(ids.map((id) => readOne(id).catch(leaveOut)))).filter((kept) => kept !== null);
  };
  const remove = (id: string) =>
    rm(fileOf(id)).then(
      () => true,
      (error) => unlessMissing(error) !== null,
    );
  return {
    read: async (now) => (await readAll(onUnreadable)).filter((kept) => now < endOf(kept)),
    put: async (kept, now) => {
      await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
      // An unreadable record stays, and does not prevent another.
      const over = (await readAll(() => undefined)).filter((kept) => endOf(kept) <= now);
      await Promise.all(over.map(({ id }) => remove(id)));
      await writeWhole(fileOf(kept.id), `${JSON.stringify(stored(kept))}\n`);
    },
    remove: async (id) => ID.test(id) && (await remove(id)),
  };
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder).catch(unlessMissing)) ?? [];
}

/** A missing file is no error: nothing has been saved yet, or it has just been removed. */
function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
