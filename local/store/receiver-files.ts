/** Stores the records of receivers in the folder of a watch: one file for each receiver that refuses its alerts. */

import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type ReceiverRecord, type ReceiverStore, readRecord } from '../../lambda/core/deliver/receiver-record';
import { parseText } from '../../lambda/core/words/json';
import { PRIVATE_FOLDER } from './private-folder';
import { readIfThere, writeWhole } from './write-whole';

/** The folder is in the deployment's state folder, which no other process writes (see `lockFolder`), so no save can come between. */
export function createReceiverFiles(above: string): ReceiverStore {
  const folder = join(above, 'receivers');
  const fileOf = (receiver: string) => join(folder, `${receiver}.json`);
  /** An unreadable file counts as none, and is replaced. */
  const readOne = async (receiver: string): Promise<readonly ReceiverRecord[]> => {
    const record = readRecord(parseText((await readIfThere(fileOf(receiver))) ?? undefined));
    return record?.receiver === receiver ? [record] : [];
  };
  return {
    read: async (receivers) => (await Promise.all(receivers.map(readOne))).flat(),
    save: async (receiver, record) => {
      if (record === null) await rm(fileOf(receiver), { force: true });
      else {
        await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
        await writeWhole(fileOf(receiver), `${JSON.stringify(record)}\n`);
      }
      return true;
    },
  };
}
