/** Opens the stored data of services, by the options of a command. */

import { systemClock } from '../../lambda/adapters/system/system-clock';
import type { Config } from '../../lambda/core/config/config';
import { errorMessage } from '../../lambda/core/words/run-failure';
import { checkDeployed, type DeployedOptions } from '../input/deployed-options';
import { loadConfig } from '../input/load-config';
import { PassingError } from '../input/user-error';
import { loadSdk } from '../remote/load-sdk';
import { readStates } from '../store/file-store';
import { createHistoryFiles } from '../store/history-files';
import { createReceiverFiles } from '../store/receiver-files';
import { historyIn, watchedFolder } from '../store/state-folder';
import type { Terminal } from '../terminal/terminal';
import type { Archive } from './archive';

export interface ArchiveOptions extends DeployedOptions {
  /** The file of the config. */
  readonly config: string;
  /** The folder of all watches. */
  readonly state: string;
}

/**
 * The archive of the named deployment, or else of the watch; `config` is the config of the watch, if it is loaded already.
 * Throws a `UserError` if there is none, or if the options, the config, the region or the credentials are wrong.
 */
export async function openArchive(options: ArchiveOptions, terminal: Terminal, config?: Config): Promise<Archive> {
  const { deployed, region, state } = options;
  checkDeployed(options);
  if (deployed !== undefined) {
    const { tableArchive } = await loadSdk(() => import('./table-archive'));
    return tableArchive(deployed, region);
  }
  const watched = config ?? loadConfig(options.config, 'none');
  return folderArchive(watchedFolder(state, watched.name), watched, terminal);
}

/** The data of a watch's services, in its folder. Damaged histories are reported on `err`. */
function folderArchive(folder: string, config: Config, { err }: Terminal): Archive {
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
