/** The data of a watch's services, in its folder. */

import { systemClock } from '../../lambda/adapters/system/system-clock';
import type { Config } from '../../lambda/core/config/config';
import { errorMessage } from '../../lambda/core/words/run-failure';
import { PassingError } from '../input/user-error';
import { readStates } from '../store/file-store';
import { createHistoryFiles } from '../store/history-files';
import { createReceiverFiles } from '../store/receiver-files';
import { historyIn } from '../store/state-folder';
import type { Terminal } from '../terminal/terminal';
import type { Archive } from './archive';

/** Damaged histories are reported on `err`. */
export function folderArchive(folder: string, config: Config, { err }: Terminal): Archive {
  const onDamage = (message: string) => void err.write(`statuswatch: ${message}\n`);
  const history = createHistoryFiles({ folder: historyIn(folder), onDamage, clock: systemClock, onlyReads: true });
  return {
    readConfig: async () => config,
    readStates: async (services) => {
      const { states, damaged } = await readStates(folder, services ?? undefined).catch((error) => {
        throw new PassingError(`the state can't be read: ${errorMessage(error)}`);
      });
      return { states, damaged: damaged.map((service) => `the state of ${service} in ${folder} is damaged`) };
    },
    readHistory: history.read,
    readReceivers: createReceiverFiles(folder).read,
    readElse: (from) => from.folder({ folder, onDamage }),
  };
}
