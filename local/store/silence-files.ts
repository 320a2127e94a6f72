/** Silences kept in a folder, one file for each: a watch reads them in each run, and commands write them meanwhile. */

import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readSilence, type Silence, storedSilence } from '../../lambda/core/silence/silence';
import type { SilenceStore } from '../../lambda/core/silence/silence-store';
import { parseText } from '../../lambda/core/words/json';
import { PRIVATE_FOLDER } from './private-folder';
import { writeWhole } from './write-whole';

const ENDING = '.json';
/** A name of another form leads out of the folder, or steers the terminal that it is shown on. */
const ID = /^[a-z0-9]+$/;

export interface SilenceFilesOptions {
  /** The deployment's state folder; created if it is missing. */
  readonly folder: string;
  /** Called once for each file that makes no sense: it silences nothing, and is left as it is. */
  readonly onDamage: (message: string) => void;
  /** Called for each file that can't be read, and is left out then; if missing, `read` rejects. */
  readonly onUnreadable?: (message: string) => void;
}

/** Several processes may use the folder at once, since each silence is written once and whole. */
export function createSilenceFiles({ folder: above, onDamage, onUnreadable }: SilenceFilesOptions): SilenceStore {
  const folder = join(above, 'silences');
  const reported = new Set<string>();
  const fileOf = (id: string) => join(folder, `${id}${ENDING}`);
  const readOne = async (id: string): Promise<Silence | null> => {
    const text = await readFile(fileOf(id), 'utf8')
      .catch(unlessMissing)
      .catch(namingFile(fileOf(id)));
    if (text === null) return null;
    const silence = readSilence(parseText(text));
    if (silence?.id === id) return silence;
    if (!reported.has(id)) onDamage(`${fileOf(id)} is damaged and silences nothing; remove it`);
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
    return (await Promise.all(ids.map((id) => readOne(id).catch(leaveOut)))).filter((silence) => silence !== null);
  };
  const remove = (id: string) =>
    rm(fileOf(id)).then(
      () => true,
      (error) => unlessMissing(error) !== null,
    );
  return {
    read: async (now) =>
      (await readAll(onUnreadable)).filter(({ until }) => now < until).sort((left, right) => left.from - right.from),
    put: async (silence) => {
      await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
      // What can't be read stays: it is no reason not to keep another.
      const over = (await readAll(() => undefined)).filter(({ until }) => until <= silence.from);
      await Promise.all(over.map(({ id }) => remove(id)));
      await writeWhole(fileOf(silence.id), [`${JSON.stringify(storedSilence(silence))}\n`]);
    },
    remove: async (id) => ID.test(id) && (await remove(id)),
  };
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder).catch(unlessMissing)) ?? [];
}

/** What is not there is no error: nothing has been silenced yet, or a silence has just been ended. */
function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** Names the file, since not every error of the system does. */
function namingFile(file: string): (error: Error) => never {
  return ({ message }) => {
    throw new Error(message.includes(file) ? message : `${file}: ${message}`);
  };
}
