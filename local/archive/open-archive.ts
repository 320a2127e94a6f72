/** Opens the stored data of services, by the options of a command. */

import type { Config } from '../../lambda/core/config/config';
import { checkDeployed, type DeployedOptions } from '../input/deployed-options';
import { loadConfig } from '../input/load-config';
import { loadSdk } from '../remote/load-sdk';
import { watchedFolder } from '../store/state-folder';
import type { Terminal } from '../terminal/terminal';
import type { Archive } from './archive';
import { folderArchive } from './folder-archive';

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
