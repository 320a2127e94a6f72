/** What a watch has kept of its services, in its folder. */

import { systemClock } from '../../lambda/adapters/system/system-clock';
import { messageOf } from '../../lambda/core/words/run-failure';
import { createHistoryFiles } from '../history/history-files';
import { loadConfig } from '../input/load-config';
import { UserError } from '../input/user-error';
import { readStates } from '../store/file-store';
import { historyIn, watchedFolder } from '../store/state-folder';
import type { Terminal } from '../terminal/terminal';
import type { StorySource } from './story-source';

export interface FolderOptions {
  readonly config: string;
  readonly state: string;
}

/** A watch may write the folder meanwhile. Throws a `UserError` if there is none. */
export function folderSource({ config: file, state }: FolderOptions, { err }: Terminal): StorySource {
  const { name, services, intervalMs } = loadConfig(file, 'none');
  const folder = watchedFolder(state, name);
  const onDamage = (message: string) => void err.write(`statuswatch: ${message}\n`);
  return {
    ...{ services, intervalMs, outlet: 'shown' },
    readState: async (service) => {
      const { states, damaged } = await readStates(folder, [service]).catch((error) => {
        throw new UserError(`the state can't be read: ${messageOf(error)}`);
      });
      if (damaged.length > 0) throw new UserError(`the state of ${service} in ${folder} is damaged`);
      return states[0]?.state;
    },
    history: createHistoryFiles({ folder: historyIn(folder), onDamage, clock: systemClock, onlyReads: true }),
  };
}
