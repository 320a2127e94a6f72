/** Silences in a folder, with one file for each. */

import { join } from 'node:path';
import { readSilence, type Silence, type SilenceStore, storedSilence } from '../../lambda/core/silences/silence';
import { createRecordFiles, type RecordReports } from './record-files';

export interface SilenceFilesOptions extends RecordReports {
  /** The deployment's state folder; created if it is missing. */
  readonly folder: string;
}

export function createSilenceFiles({ folder, ...reports }: SilenceFilesOptions): SilenceStore {
  const files = createRecordFiles<Silence>({
    ...reports,
    folder: join(folder, 'silences'),
    read: readSilence,
    stored: storedSilence,
    endOf: ({ until }) => until,
    withoutEffect: 'silences nothing',
  });
  return {
    read: async (now) => (await files.read(now)).toSorted((left, right) => left.from - right.from),
    put: (silence) => files.put(silence, silence.from),
    remove: files.remove,
  };
}
