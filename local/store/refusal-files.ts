/** Keeps in the folder of a watch since when its receivers refuse: one file for each that does. */

import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Refusal, type RefusalStore, readRefusal } from '../../lambda/core/deliver/refusal';
import { parseText } from '../../lambda/core/words/json';
import { PRIVATE_FOLDER } from './private-folder';
import { writeWhole } from './write-whole';

/** In the deployment's state folder, which no other process writes (see `lockFolder`): so nobody can have saved since it was read. */
export function createRefusalFiles(above: string): RefusalStore {
  const folder = join(above, 'refusals');
  const fileOf = (receiver: string) => join(folder, `${receiver}.json`);
  /** A file that makes no sense counts as none, and is replaced. */
  const readOne = async (receiver: string): Promise<readonly Refusal[]> => {
    const text = await readFile(fileOf(receiver), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    const refusal = readRefusal(parseText(text));
    return refusal?.receiver === receiver ? [refusal] : [];
  };
  return {
    read: async (receivers) => (await Promise.all(receivers.map(readOne))).flat(),
    save: async (receiver, refusal) => {
      if (refusal === null) await rm(fileOf(receiver), { force: true });
      else {
        await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
        await writeWhole(fileOf(receiver), [`${JSON.stringify(refusal)}\n`]);
      }
      return true;
    },
  };
}
